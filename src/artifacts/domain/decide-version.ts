export interface VersionRequest {
  /** The version that the writer has seen; 0: none; undefined: whichever it is. */
  readonly ifVersion: number | undefined;
  /** Several write this one document, so each must say what it has seen. */
  readonly isShared: boolean;
}

export type VersionDecision =
  | { readonly kind: 'write'; readonly version: number }
  /** `current`: the newest version; 0: there is none. */
  | { readonly kind: 'conflict' | 'unsaid'; readonly current: number };

/** The next version of a document whose newest is `last` (0: none yet). */
export function decideVersion(last: number, { ifVersion, isShared }: VersionRequest): VersionDecision {
  if (ifVersion === undefined && isShared) return { kind: 'unsaid', current: last };
  if (ifVersion !== undefined && ifVersion !== last) return { kind: 'conflict', current: last };
  return { kind: 'write', version: last + 1 };
}

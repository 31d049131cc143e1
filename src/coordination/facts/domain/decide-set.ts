/** A fact as it is stored: its newest version, and whether that one removed it. */
export interface StoredFact {
  readonly version: number;
  readonly isThere: boolean;
}

export interface SetRequest {
  readonly isRemoval: boolean;
  /** The version that the caller has seen; 0: none; undefined: whichever it is. */
  readonly ifVersion: number | undefined;
  /** Facts that the board holds. */
  readonly factCount: number;
}

export type SetDecision =
  | { readonly kind: 'set'; readonly version: number }
  /** Removes what is not there. */
  | { readonly kind: 'nothing' }
  /** `version`: the present one; 0: it is not there. */
  | { readonly kind: 'mismatch'; readonly version: number }
  | { readonly kind: 'too-many' };

/** The most facts of one board. */
export const MAX_FACTS = 1_000;

/**
 * Latest wins, unless the caller names another version than the present one. Versions of a key never repeat: they go on
 * after it was removed, so that who has seen an earlier one can't take a later one for it.
 */
export function decideSet(stored: StoredFact | undefined, request: SetRequest): SetDecision {
  const { isRemoval, ifVersion, factCount } = request;
  const present = stored?.isThere === true ? stored.version : 0;
  if (ifVersion !== undefined && ifVersion !== present) return { kind: 'mismatch', version: present };
  if (isRemoval && present === 0) return { kind: 'nothing' };
  if (!isRemoval && present === 0 && factCount >= MAX_FACTS) return { kind: 'too-many' };
  return { kind: 'set', version: (stored?.version ?? 0) + 1 };
}

import { type ArtifactVersion, type Input, laneKey } from './artifact-version.js';

/** The newest version of each document, by `laneKey`. */
export type Newest = ReadonlyMap<string, number>;

export const newestOf = (versions: readonly Input[]): Newest =>
  versions.reduce((newest, each) => {
    const key = laneKey(each);
    return newest.set(key, Math.max(newest.get(key) ?? 0, each.version));
  }, new Map<string, number>());

/**
 * Whether a document was written against what is no longer the newest. Only what the one who asks may read counts: the
 * mark must not tell of the rest. What its author had read of the document itself does not count either.
 */
export function isStale(version: ArtifactVersion, newest: Newest, mayRead: (kind: string) => boolean): boolean {
  const own = laneKey(version);
  return version.inputs.some(
    (input) => mayRead(input.kind) && laneKey(input) !== own && (newest.get(laneKey(input)) ?? 0) > input.version,
  );
}

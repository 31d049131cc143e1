import type { JournalEntry } from '../../../journal/domain/journal-entry.js';
import type { Seq } from '../../../kernel/ids.js';
import { keyOf } from './fact-entry.js';

/** Which entry set a version of a fact. */
export interface FactPlace {
  readonly key: string;
  readonly version: number;
  readonly seq: Seq;
  readonly isCurrent: boolean;
}

/** By key, ascending by version. */
export type Versions = ReadonlyMap<string, readonly FactPlace[]>;

export const NO_VERSIONS: Versions = new Map();

/** The versions that further entries of the kind `fact`, ascending by seq, make: the table is this fold of the journal. */
export function foldVersions(before: Versions, entries: readonly JournalEntry[]): Versions {
  const versions = new Map<string, FactPlace[]>([...before].map(([key, places]) => [key, [...places]]));
  for (const entry of entries) {
    const key = keyOf(entry);
    const places = versions.get(key) ?? [];
    const last = places.at(-1);
    if (last !== undefined) places[places.length - 1] = { ...last, isCurrent: false };
    places.push({ key, version: places.length + 1, seq: entry.seq, isCurrent: entry.type !== 'removed' });
    versions.set(key, places);
  }
  return versions;
}

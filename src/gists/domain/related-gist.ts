import type { Bearing, JournalEntry } from '../../journal/domain/journal-entry.js';
import type { Seq } from '../../kernel/ids.js';
import { isGist } from './note-types.js';
import type { Gist } from './note-types.js';

/** A gist and the later entries that bear on it, ascending by seq. */
export interface RelatedGist {
  readonly gist: Gist;
  readonly bearings: readonly Bearing[];
}

/**
 * The gists as they stand once later entries (of any kind, ascending by seq) are written: with what these bear on
 * them, followed by the gists among these. Only what is stored in `refs` counts; nothing is decided here.
 */
export function applyEntries(gists: readonly RelatedGist[], entries: readonly JournalEntry[]): readonly RelatedGist[] {
  const added = entries.filter(isGist).map((gist) => ({ gist, bearings: [] }));
  const bearings = bearingsOf(entries);
  return bearings.size === 0 ? [...gists, ...added] : [...gists, ...added].map((item) => bear(item, bearings));
}

/** How entries, ascending by seq, bear on earlier ones, by the seq of the earlier. */
export function bearingsOf(entries: readonly JournalEntry[]): ReadonlyMap<Seq, readonly Bearing[]> {
  const bearings = new Map<Seq, Bearing[]>();
  for (const { seq, refs } of entries)
    for (const ref of refs) {
      const bearing = { seq, relation: ref.relation };
      const others = bearings.get(ref.seq);
      if (others === undefined) bearings.set(ref.seq, [bearing]);
      else others.push(bearing);
    }
  return bearings;
}

function bear(item: RelatedGist, bearings: ReadonlyMap<Seq, readonly Bearing[]>): RelatedGist {
  const added = bearings.get(item.gist.seq);
  return added === undefined ? item : { gist: item.gist, bearings: [...item.bearings, ...added] };
}

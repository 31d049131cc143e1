import type { Bearing, JournalEntry } from '../../journal/domain/journal-entry.js';
import type { Seq } from '../../kernel/ids.js';
import type { Gist } from './note-types.js';
import { applyEntries } from './related-gist.js';
import type { RelatedGist } from './related-gist.js';
import { patchStatus } from './status-of.js';

/** The retained window of a board as of `head`: its newest `limit` gists, superseded patch summaries left out. */
export interface RecentView {
  readonly limit: number;
  /** The seq of the newest entry folded in, whatever its kind; 0: none. */
  readonly head: Seq;
  /** Ascending by seq. */
  readonly items: readonly RelatedGist[];
  /** True: no retained gist lies behind the window. False: one may. */
  readonly isComplete: boolean;
  /** True: the window lacks something that only the stored rows have, and must be built from them again. */
  readonly isStale: boolean;
}

/** Gists of a board read backward from `head`. What lies above `head` is ignored: the fold brings it later. */
export interface StoredRows {
  readonly limit: number;
  readonly head: Seq;
  readonly gistsNewestFirst: readonly Gist[];
  /** By the seq of the gist borne on; each list ascending by seq. */
  readonly bearings: ReadonlyMap<Seq, readonly Bearing[]>;
  /** Whether the rows reach back to the board's first gist. */
  readonly isWhole: boolean;
}

/** The view of a board without entries. */
export const emptyView = (limit: number): RecentView => ({
  limit,
  head: 0,
  items: [],
  isComplete: true,
  isStale: false,
});

/**
 * The view after more of the journal: entries of any kind, consecutive above `view.head`; those up to it are skipped.
 * `isStale` is set, and stays, where a window has come to lack older gists, where a gist in it was redacted, and
 * where entries are missing.
 */
export function foldRecentView(view: RecentView, entries: readonly JournalEntry[]): RecentView {
  const fresh = entries.filter((entry) => entry.seq > view.head);
  const head = fresh.at(-1)?.seq;
  if (head === undefined) return view;
  const all = applyEntries(view.items, fresh);
  const isRedacted = all.some(({ bearings }) => isRedactedAfter(bearings, view.head));
  const isGapped = head - view.head !== fresh.length;
  const next = windowOf({ limit: view.limit, head, items: all.filter(isRetained), isWhole: view.isComplete });
  return { ...next, isStale: next.isStale || view.isStale || isRedacted || isGapped };
}

/** The view as of `rows.head`. Stale if the rows end before the window is full. */
export function viewFromRows(rows: StoredRows): RecentView {
  const { limit, head, isWhole } = rows;
  return windowOf({ limit, head, items: retainedRows(rows).reverse(), isWhole });
}

/** Whether rows read so far suffice to build the window, so that the reader may stop. */
export const isWindowFull = (rows: StoredRows): boolean => retainedRows(rows).length >= rows.limit;

const isRedactedAfter = (bearings: readonly Bearing[], head: Seq): boolean =>
  bearings.some(({ seq, relation }) => relation === 'redacts' && seq > head);

function retainedRows({ head, gistsNewestFirst, bearings }: StoredRows): RelatedGist[] {
  return gistsNewestFirst
    .filter((gist) => gist.seq <= head)
    .map((gist) => ({ gist, bearings: (bearings.get(gist.seq) ?? []).filter((bearing) => bearing.seq <= head) }))
    .filter(isRetained);
}

const isRetained = ({ gist, bearings }: RelatedGist): boolean =>
  gist.type !== 'PATCH_SUMMARY' || patchStatus(gist, bearings) !== 'superseded';

interface Retained extends Pick<RecentView, 'limit' | 'head' | 'items'> {
  readonly isWhole: boolean;
}

// One label-less patch can supersede several, so a window can shrink and need older gists back.
function windowOf({ limit, head, items, isWhole }: Retained): RecentView {
  const isComplete = isWhole && items.length <= limit;
  return {
    limit,
    head,
    items: items.slice(Math.max(0, items.length - limit)),
    isComplete,
    isStale: !isComplete && items.length < limit,
  };
}

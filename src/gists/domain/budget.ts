import { labelOf } from '../../kernel/label.js';
import type { LiveEntry } from './dedupe.js';

/** How many characters (UTF-16 units) of a text one token of a budget pays for. */
export const CHARACTERS_PER_TOKEN = 4;

export interface LeftOut {
  /** Lines that are not shown. */
  readonly count: number;
  /** The label before which all of them lie. */
  readonly before: string;
}

/** What of a view is shown. */
export interface Selection {
  /** Ascending by seq. */
  readonly entries: readonly LiveEntry[];
  readonly leftOut: LeftOut | null;
}

/** The order in which a budget is spent. */
export type SpendingOrder = 'important-first' | 'newest-first';

interface Budget {
  readonly order: SpendingOrder;
  readonly fits: (selection: Selection) => boolean;
}

/**
 * As much of `entries` (ascending by seq) as fits, taken in the order of the budget up to the first that does not;
 * nothing of them if not even one fits.
 */
export function selectWithin(entries: readonly LiveEntry[], { order, fits }: Budget): Selection {
  const all = { entries, leftOut: null };
  if (fits(all)) return all;
  const ranked = entries.toSorted((one, other) => compare(one, other, order));
  let kept = select(ranked, 0);
  let fitting = 0;
  let tooMany = ranked.length;
  while (tooMany - fitting > 1) {
    const count = Math.floor((fitting + tooMany) / 2);
    const tried = select(ranked, count);
    if (fits(tried)) [fitting, kept] = [count, tried];
    else tooMany = count;
  }
  return kept;
}

function select(ranked: readonly LiveEntry[], count: number): Selection {
  const left = ranked.slice(count);
  if (left.length === 0) return { entries: ranked.toSorted(bySeq), leftOut: null };
  const newestLeft = left.reduce((newest, { gist }) => Math.max(newest, gist.seq), 0);
  return {
    entries: ranked.slice(0, count).toSorted(bySeq),
    leftOut: { count: left.length, before: labelOf(newestLeft + 1) },
  };
}

const bySeq = (one: LiveEntry, other: LiveEntry): number => one.gist.seq - other.gist.seq;

function compare(one: LiveEntry, other: LiveEntry, order: SpendingOrder): number {
  const byRank = order === 'newest-first' ? 0 : rankOf(one) - rankOf(other);
  return byRank !== 0 ? byRank : bySeq(other, one);
}

function rankOf({ gist, status }: LiveEntry): number {
  switch (gist.type) {
    case 'PATCH_SUMMARY':
      return status === 'candidate' || status === 'final' ? 0 : 3;
    case 'CLAIM':
      return 1;
    case 'FAIL':
      return 2;
    case 'FACT':
    case 'OBSERVED':
      return 3;
  }
}

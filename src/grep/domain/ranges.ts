import type { Seq } from '../../kernel/ids.js';

/** Seqs above `after` up to `upTo`. */
export interface SeqRange {
  readonly after: Seq;
  readonly upTo: Seq;
}

/** How wide the ranges are, in entries: the first, and the widest. */
export interface RangeWidths {
  readonly first: number;
  readonly widest: number;
}

export const ENTRIES: RangeWidths = { first: 2_000, widest: 50_000 };
/** A detail may be as long as a thousand contents, so few are searched in one go. */
export const DETAILS: RangeWidths = { first: 64, widest: 256 };

const GROWTH = 4;

/**
 * Covers all seqs up to `upTo`, newest first: narrow ranges to begin with, where a common word has its hits, then ones
 * wide enough for a rare word, none so wide that scanning it holds the process up.
 */
export function* rangesDownFrom(upTo: Seq, widths: RangeWidths = ENTRIES): Generator<SeqRange> {
  let width = widths.first;
  for (let end = upTo; end > 0; width = Math.min(width * GROWTH, widths.widest)) {
    const after = Math.max(0, end - width);
    yield { after, upTo: end };
    end = after;
  }
}

import type { Seq } from '../../kernel/ids.js';

/** Seqs above `after` up to `upTo`. */
export interface SeqRange {
  readonly after: Seq;
  readonly upTo: Seq;
}

const FIRST_WIDTH = 2_000;
const GROWTH = 4;
const WIDEST = 50_000;

/**
 * Covers all seqs up to `upTo`, newest first: narrow ranges to begin with, where a common word has its hits, then ones
 * wide enough for a rare word, none so wide that scanning it holds the process up.
 */
export function* rangesDownFrom(upTo: Seq): Generator<SeqRange> {
  let width = FIRST_WIDTH;
  for (let end = upTo; end > 0; width = Math.min(width * GROWTH, WIDEST)) {
    const after = Math.max(0, end - width);
    yield { after, upTo: end };
    end = after;
  }
}

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isIn, mergeSpans, prefixEnd, type SeqSpan, subtractSpans } from './spans.js';

const span = (after: number, upTo: number): SeqSpan => ({ after, upTo });
const MAX = 25;
const anySpan = fc.tuple(fc.nat(MAX), fc.nat(MAX)).map(([after, upTo]) => span(after, upTo));
const anySpans = fc.array(anySpan, { maxLength: 8 });
const all = Array.from({ length: MAX + 2 }, (_, seq) => seq);
const seqsIn = (spans: readonly SeqSpan[]): readonly number[] =>
  all.filter((seq) => spans.some((each) => isIn(each, seq)));

describe('a span', () => {
  it.each([
    [3, false],
    [4, true],
    [6, true],
    [7, false],
  ])('above 3 up to 6: holds %i: %s', (seq, isInside) => {
    expect(isIn(span(3, 6), seq)).toBe(isInside);
  });
});

describe('mergeSpans', () => {
  it.each<[string, readonly SeqSpan[], readonly SeqSpan[]]>([
    ['nothing of nothing', [], []],
    ['an empty span is dropped', [span(4, 4), span(6, 5)], []],
    ['neighbours become one', [span(3, 5), span(0, 3)], [span(0, 5)]],
    ['a gap of one stays', [span(0, 3), span(4, 5)], [span(0, 3), span(4, 5)]],
    ['one inside another goes', [span(0, 9), span(2, 3)], [span(0, 9)]],
  ])('%s', (_, spans, merged) => {
    expect(mergeSpans(spans)).toEqual(merged);
  });

  it('holds the same seqs, in spans that ascend and touch nowhere', () => {
    fc.assert(
      fc.property(anySpans, (spans) => {
        const merged = mergeSpans(spans);
        expect(seqsIn(merged)).toEqual(seqsIn(spans));
        expect(merged.every(({ after, upTo }) => upTo > after)).toBe(true);
        expect(merged.every(({ upTo }, place) => upTo < (merged[place + 1]?.after ?? Infinity))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('subtractSpans', () => {
  it.each<[string, SeqSpan, readonly SeqSpan[], readonly SeqSpan[]]>([
    ['nothing taken leaves the whole', span(0, 9), [], [span(0, 9)]],
    ['the middle taken leaves both ends', span(0, 9), [span(3, 5)], [span(0, 3), span(5, 9)]],
    ['all taken leaves nothing', span(2, 9), [span(0, 5), span(5, 12)], []],
    ['what lies outside takes nothing', span(5, 9), [span(0, 5), span(9, 12)], [span(5, 9)]],
    ['an empty whole has nothing', span(9, 9), [], []],
    ['a whole that ends before it begins has nothing', span(9, 4), [span(5, 6)], []],
  ])('%s', (_, whole, taken, free) => {
    expect(subtractSpans(whole, taken)).toEqual(free);
  });

  it('leaves exactly the seqs of the whole that nobody has taken, ascending', () => {
    fc.assert(
      fc.property(anySpan, anySpans, (whole, taken) => {
        const free = subtractSpans(whole, taken);
        const wanted = all.filter((seq) => isIn(whole, seq) && !taken.some((each) => isIn(each, seq)));
        expect(seqsIn(free)).toEqual(wanted);
        expect(mergeSpans(free)).toEqual(free);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('prefixEnd', () => {
  it.each<[string, number, readonly SeqSpan[], number]>([
    ['nothing confirmed: it stays', 3, [], 3],
    ['a span that begins at it is passed', 3, [span(3, 7)], 7],
    ['a span that begins above it is not', 3, [span(4, 7)], 3],
    ['one that overlaps it is passed', 3, [span(0, 7)], 7],
    ['one that lies below it does nothing', 9, [span(0, 7)], 9],
    ['two that touch are passed together', 0, [span(5, 8), span(0, 5), span(9, 10)], 8],
  ])('%s', (_, cursor, confirmed, end) => {
    expect(prefixEnd(cursor, confirmed)).toBe(end);
  });

  it('ends before the first seq that was not confirmed, and never goes back', () => {
    fc.assert(
      fc.property(fc.nat(MAX), anySpans, (cursor, confirmed) => {
        let end = cursor;
        while (confirmed.some((each) => isIn(each, end + 1))) end += 1;
        expect(prefixEnd(cursor, confirmed)).toBe(end);
      }),
      { numRuns: 1_000 },
    );
  });
});

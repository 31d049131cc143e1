import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rangesDownFrom } from './ranges.js';

describe('rangesDownFrom', () => {
  it.each([
    [0, []],
    [-1, []],
    [1, [[0, 1]]],
    [2_000, [[0, 2_000]]],
    [
      2_001,
      [
        [1, 2_001],
        [0, 1],
      ],
    ],
    [
      10_001,
      [
        [8_001, 10_001],
        [1, 8_001],
        [0, 1],
      ],
    ],
    [
      150_000,
      [
        [148_000, 150_000],
        [140_000, 148_000],
        [108_000, 140_000],
        [58_000, 108_000],
        [8_000, 58_000],
        [0, 8_000],
      ],
    ],
  ])('%i, in ranges that grow to 50,000', (upTo, ranges) => {
    expect([...rangesDownFrom(upTo)].map((range) => [range.after, range.upTo])).toEqual(ranges);
  });

  it('covers every seq exactly once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (upTo) => {
        let next = upTo;
        for (const range of rangesDownFrom(upTo)) {
          expect(range.upTo).toBe(next);
          expect(range.after).toBeLessThan(range.upTo);
          next = range.after;
        }
        expect(next).toBe(0);
      }),
    );
  });
});

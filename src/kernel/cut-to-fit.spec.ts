import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cutToFit, greatestThatFits } from './cut-to-fit.js';

const within = (limit: number) => (text: string) => text.length <= limit;

describe('a text that is cut to fit', () => {
  it.each([
    ['', 0, ''],
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['a😀b', 4, 'a😀b'],
    ['a😀b', 3, 'a…'],
    ['abcd', 0, 'a…'],
    ['😀😀', 0, '😀…'],
  ])('%j into %i is %j', (text, limit, cut) => {
    expect(cutToFit(text, within(limit))).toBe(cut);
  });

  it('is as long as it may be, and whole code points', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 3, max: 60 }), (text, limit) => {
        const cut = cutToFit(text, within(limit));
        expect(cut.length).toBeLessThanOrEqual(limit);
        expect(cut.isWellFormed()).toBe(text.isWellFormed() || cut.isWellFormed());
        expect(cut === text || cut.length >= limit - 1).toBe(true);
      }),
    );
  });
});

describe('the greatest number that fits', () => {
  it.each([
    [0, 9, 9, 9],
    [0, 9, 10, 9],
    [0, 9, 8, 8],
    [0, 9, 1, 1],
    [0, 9, -1, 0],
    [1, 9, 0, 1],
    [1, 0, 0, 1],
  ])('from %i to %i, up to %i, is %i', (least, most, limit, found) => {
    expect(greatestThatFits(least, most, (count) => count <= limit)).toBe(found);
  });
});

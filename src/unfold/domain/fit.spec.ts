import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countFitting, MAX_ANSWER_BYTES, partOf } from './fit.js';

const KIB = 1_024;

describe('partOf', () => {
  it.each([
    ['abcd', 0, 4, { text: 'abcd', length: 4, nextOffset: null }],
    ['abcd', 0, 3, { text: 'abc', length: 4, nextOffset: 3 }],
    ['abcd', 3, 3, { text: 'd', length: 4, nextOffset: null }],
    ['abcd', 4, 3, { text: '', length: 4, nextOffset: null }],
    ['abcd', 9, 3, { text: '', length: 4, nextOffset: null }],
    ['', 0, 1, { text: '', length: 0, nextOffset: null }],
    ['a😀é', 1, 1, { text: '😀', length: 3, nextOffset: 2 }],
    ['a😀é', 2, 1, { text: 'é', length: 3, nextOffset: null }],
  ])('of %j from %i on, at most %i', (text, offset, max, part) => {
    expect(partOf(text, { offset, max })).toEqual(part);
  });

  it('ends where it would be more bytes than one answer holds', () => {
    const most = MAX_ANSWER_BYTES / 4;
    expect(partOf('😀'.repeat(most), { offset: 0, max: 100_000 })).toMatchObject({ length: most, nextOffset: null });
    const more = partOf(`${'😀'.repeat(most)}x`, { offset: 0, max: 100_000 });
    expect([more.length, more.nextOffset, Buffer.byteLength(more.text)]).toEqual([most + 1, most, MAX_ANSWER_BYTES]);
  });

  it('by part covers the text exactly, and never splits a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (text, max) => {
        const parts: string[] = [];
        for (let offset: number | null = 0; offset !== null;) {
          const part = partOf(text, { offset, max });
          expect(part.text.isWellFormed()).toBe(true);
          parts.push(part.text);
          offset = part.nextOffset;
        }
        expect(parts.join('')).toBe(text);
      }),
    );
  });
});

describe('countFitting', () => {
  it.each([
    [[], 0],
    [[0, 0, 0], 3],
    [[256 * KIB], 1],
    [[256 * KIB + 1], 1],
    [[256 * KIB + 1, 0], 1],
    [[64 * KIB, 64 * KIB, 64 * KIB, 64 * KIB], 4],
    [[64 * KIB, 64 * KIB, 64 * KIB, 64 * KIB, 0, 1, 0], 5],
    [[1, 256 * KIB, 1], 1],
  ])('of %j is %i', (sizes, count) => {
    expect(countFitting(sizes)).toBe(count);
  });
});

import { describe, expect, it } from '@jest/globals';
import { endOfRotated, isLive, predecessorsOf, withoutBoard } from './token.js';

describe('a token', () => {
  it.each([
    [{ revokedAtMs: null, expiresAtMs: null }, true],
    [{ revokedAtMs: null, expiresAtMs: 101 }, true],
    [{ revokedAtMs: null, expiresAtMs: 100 }, false],
    [{ revokedAtMs: 100, expiresAtMs: null }, false],
    [{ revokedAtMs: 99, expiresAtMs: 101 }, false],
  ])('%j works at 100: %s', (token, works) => {
    expect(isLive(token, 100)).toBe(works);
  });

  it.each([
    [null, 5, 6_000],
    [null, 0, 1_000],
    [3_000, 5, 3_000],
    [9_000, 5, 6_000],
  ])('that ends at %s and is rotated at 1,000 with a grace of %i s ends at %i', (expiresAtMs, graceS, end) => {
    expect(endOfRotated(expiresAtMs, 1_000, graceS)).toBe(end);
  });

  it.each([
    [['one'], null],
    [['one', 'two'], ['two']],
    [['two'], ['two']],
  ])('for %j has %j left when its agent leaves board one', (boards, left) => {
    expect(withoutBoard(boards, 'one')).toEqual(left);
  });

  it.each([
    [1, []],
    [2, [1]],
    [5, [1, 2]],
    [4, [3]],
    [6, []],
  ])('%i took the place of %j', (id, expected) => {
    const rotated = [
      { id: 2, rotatedTo: 5 },
      { id: 1, rotatedTo: 2 },
      { id: 3, rotatedTo: 4 },
    ];
    expect(predecessorsOf(rotated, id).map((token) => token.id)).toEqual(expected);
  });
});

import { describe, expect, it } from '@jest/globals';
import { gistOf, NOON } from '../../../test/factories/gists.js';
import { claimEnd, claimExpiry, hasExpired } from './claims.js';

describe('claims', () => {
  it('end their time to live after they are made', () => {
    expect(claimExpiry(NOON, 2)).toBe(NOON + 2_000);
    expect(claimEnd(gistOf({ type: 'CLAIM', ttlS: 2 }))).toBe(NOON + 2_000);
  });

  it.each([
    [NOON + 1_999, false],
    [NOON + 2_000, true],
    [NOON + 2_001, true],
  ])('of 2 s: at %i expired is %s', (nowMs, expected) => {
    expect(hasExpired(gistOf({ type: 'CLAIM', ttlS: 2 }), nowMs)).toBe(expected);
  });

  it('that lack an end count as ended', () => {
    expect(hasExpired(gistOf({ type: 'FACT' }), NOON)).toBe(true);
  });
});

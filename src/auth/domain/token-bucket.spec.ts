import { describe, expect, it } from '@jest/globals';
import { takeOne } from './token-bucket.js';

const LIMIT = { perS: 2, burst: 3 };

describe('takeOne', () => {
  it.each([
    ['a new caller', undefined, 0, { isGranted: true, bucket: { left: 2, atMs: 0 } }],
    ['the last of a burst', { left: 1, atMs: 0 }, 0, { isGranted: true, bucket: { left: 0, atMs: 0 } }],
    ['one too many', { left: 0, atMs: 0 }, 0, { isGranted: false, retryAfterS: 1 }],
    ['just before the next', { left: 0, atMs: 0 }, 499, { isGranted: false, retryAfterS: 1 }],
    ['the next', { left: 0, atMs: 0 }, 500, { isGranted: true, bucket: { left: 0, atMs: 500 } }],
    ['after a long rest', { left: 0, atMs: 0 }, 60_000, { isGranted: true, bucket: { left: 2, atMs: 60_000 } }],
    ['a clock that goes back', { left: 1, atMs: 900 }, 100, { isGranted: true, bucket: { left: 0, atMs: 100 } }],
  ])('%s', (_, bucket, nowMs, taken) => {
    expect(takeOne(bucket, nowMs, LIMIT)).toEqual(taken);
  });

  it('says how long to wait where requests are rare', () => {
    expect(takeOne({ left: 0, atMs: 0 }, 0, { perS: 0.1, burst: 1 })).toEqual({ isGranted: false, retryAfterS: 10 });
  });
});

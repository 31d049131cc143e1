import { describe, expect, it } from '@jest/globals';
import { leaseOf } from '../../../../test/factories/leases.js';
import { liveLeaseLines } from './live-lines.js';

const LEASES = Array.from({ length: 40 }, (_, index) => leaseOf({ seq: index + 1, by: 'bob', on: [`${index}.ts`] }));

describe('the lines of live leases', () => {
  it('say who holds what, since when, until when and what for', () => {
    const lease = { ...leaseOf({ seq: 57, by: 'bob', on: ['a', 'b', 'c', 'd', 'e'] }), intent: 'moving files' };
    const line = 'G57 bob 2026-11-30 13:04 until 2026-11-30 13:06: a, b, c and 2 more | moving files';
    expect(liveLeaseLines([lease])).toEqual([line]);
  });

  it.each([
    [Number.POSITIVE_INFINITY, 30],
    [60 * 10, 10],
    [0, 0],
  ])('that fit into %d characters are the newest, and the rest is counted', (characters, count) => {
    const lines = liveLeaseLines(LEASES, characters);
    expect(lines[0]).toBe(`${40 - count} older leases: see tasks`);
    expect(lines.slice(1).map((line) => line.split(' ')[0])).toEqual(
      LEASES.slice(40 - count).map(({ seq }) => `G${seq}`),
    );
  });

  it('are all there where they are few', () => {
    expect(liveLeaseLines(LEASES.slice(0, 30))).toHaveLength(30);
    expect(liveLeaseLines([])).toEqual([]);
  });

  it('stay short whatever is held', () => {
    expect(liveLeaseLines([leaseOf({ seq: 1, by: 'bob', on: ['x'.repeat(500)] })])[0]).toHaveLength(300);
  });
});

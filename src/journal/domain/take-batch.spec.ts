import { describe, expect, it } from '@jest/globals';
import { takeBatch } from './take-batch.js';

type Waiting = Parameters<typeof takeBatch>[0];
const MIB = 1_048_576;
const shared = (entries = 1, bytes = 100): Waiting[number] => ({ entries, bytes });
const times = (count: number, one: Waiting[number]): Waiting => Array.from({ length: count }, () => one);

describe('takeBatch', () => {
  it.each<[string, Waiting, number]>([
    ['nothing waits', [], 0],
    ['a lone write', [shared()], 1],
    ['writes share', times(3, shared()), 3],
    ['256 writes at most', times(256, shared()), 256],
    ['one more waits', times(257, shared()), 256],
    ['1,000 entries', times(10, shared(100)), 10],
    ['one entry more waits', [...times(10, shared(100)), shared(1)], 10],
    ['1 MiB', [shared(1, MIB / 2), shared(1, MIB / 2)], 2],
    ['one byte more waits', [shared(1, MIB / 2), shared(1, MIB / 2 + 1)], 1],
    ['one too large goes alone', [shared(1, 2 * MIB), shared()], 1],
    ['one of too many entries goes alone', [shared(1_001), shared()], 1],
    ['an own transaction goes alone', ['own', shared(), shared()], 1],
    ['own transactions never share', ['own', 'own'], 1],
    ['writes stop before an own transaction', [shared(), shared(), 'own', shared()], 2],
  ])('%s', (_, waiting, count) => {
    expect(takeBatch(waiting)).toBe(count);
  });
});

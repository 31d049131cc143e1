import { describe, expect, it } from '@jest/globals';
import { Pacer } from './pacer.js';

/** How many were let in up to the end of each turn, where `accepted` tells the connections at the end of each. */
async function turnsOf(
  units: readonly number[],
  turns: number,
  accepted: (turn: number) => number = () => 0,
): Promise<readonly number[]> {
  let turn = 0;
  const pacer = new Pacer(10, () => accepted(turn));
  let inside = 0;
  for (const each of units) {
    const room = pacer.enter(each);
    if (room === undefined) inside += 1;
    else void room.then(() => (inside += 1));
  }
  const seen = [inside];
  for (turn = 1; turn < turns; turn += 1) {
    await new Promise(setImmediate);
    seen.push(inside);
  }
  return seen;
}

const ones = (count: number): readonly number[] => Array<number>(count).fill(1);

describe('the pacer', () => {
  it.each<[string, readonly number[], readonly number[]]>([
    ['nobody', [], [0, 0]],
    ['one', [1], [1, 1]],
    ['as many as a turn takes', ones(10), [10, 10]],
    ['more', ones(25), [10, 20, 25, 25]],
    ['one that is too large for any turn, and one behind it', [50, 1], [1, 2, 2]],
    ['large ones', [6, 6, 6, 6], [2, 4, 4]],
  ])('lets in %s', async (_, units, seen) => {
    expect(await turnsOf(units, seen.length)).toEqual(seen);
  });

  it('lets nobody pass those who wait', async () => {
    const pacer = new Pacer(1, () => 0);
    const order: number[] = [];
    const enter = async (name: number): Promise<void> => {
      await pacer.enter(1);
      order.push(name);
    };
    const first = [1, 2, 3].map(enter);
    await first[0];
    await Promise.all([...first, ...[4, 5].map(enter)]);
    expect(order).toEqual([1, 2, 3, 4, 5]);
  });

  it('yields the turns in which connections are accepted', async () => {
    const accepted = (turn: number): number => Math.min(turn, 3);
    expect(await turnsOf(ones(25), 7, accepted)).toEqual([10, 10, 10, 10, 20, 25, 25]);
  });

  it('yields for 16 turns at most, however many connections come', async () => {
    const seen = await turnsOf(ones(25), 40, (turn) => turn);
    expect([seen[16], seen[17], seen[33], seen[34]]).toEqual([10, 20, 20, 25]);
  });
});

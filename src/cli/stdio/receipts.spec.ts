import { beforeEach, describe, expect, it } from '@jest/globals';
import { Receipts } from './receipts.js';

describe('a receipt', () => {
  let receipts: Receipts;
  beforeEach(() => {
    receipts = new Receipts();
  });
  /** A call that came in, was carried out and answered. */
  const carryOut = (id: number, receipt?: string): readonly string[] => {
    receipts.arrive(id);
    const confirmed = receipts.takenBy(id);
    receipts.confirmed(id, receipt);
    receipts.flushed(id);
    return confirmed;
  };

  it('is confirmed by the next call after its result was out, and by that one only', () => {
    expect(carryOut(1, 'one')).toEqual([]);
    expect(carryOut(2)).toEqual(['one']);
    expect(carryOut(3)).toEqual([]);
  });

  it('is not confirmed by a call that came in before its result was out', () => {
    receipts.arrive(1);
    receipts.arrive(2);
    receipts.confirmed(1, 'one');
    receipts.arrive(3);
    receipts.flushed(1);
    expect([receipts.takenBy(2), receipts.takenBy(3)]).toEqual([[], []]);
    expect(carryOut(4)).toEqual(['one']);
  });

  it('waits for a later call where the one that took it did not get through', () => {
    carryOut(1, 'one');
    receipts.arrive(2);
    receipts.flushed(2);
    expect(carryOut(3)).toEqual(['one']);
  });

  it('is confirmed by one of two calls at once', () => {
    carryOut(1, 'one');
    receipts.arrive(2);
    receipts.arrive(3);
    expect([receipts.takenBy(2), receipts.takenBy(3)]).toEqual([['one'], []]);
  });

  it('of a call that was given up is never confirmed, and what that call took is kept', () => {
    carryOut(1, 'one');
    receipts.arrive(2);
    receipts.confirmed(2, 'two');
    receipts.dropped(2);
    expect(carryOut(3)).toEqual([]);
    receipts.arrive(4);
    receipts.dropped(4);
    expect(carryOut(5, 'five')).toEqual([]);
    receipts.arrive(6);
    receipts.dropped(6);
    expect(carryOut(7)).toEqual(['five']);
  });

  it('waits its turn where there are more than one call takes', () => {
    for (let id = 0; id < 25; id += 1) receipts.arrive(id);
    for (let id = 0; id < 25; id += 1) {
      receipts.confirmed(id, `r${id}`);
      receipts.flushed(id);
    }
    expect(carryOut(30)).toHaveLength(20);
    expect(carryOut(31)).toEqual(['r20', 'r21', 'r22', 'r23', 'r24']);
  });
});

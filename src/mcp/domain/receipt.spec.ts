import { describe, expect, it } from '@jest/globals';
import { readReceipt, receiptOf, receiptsIn, type Shown } from './receipt.js';

describe('a receipt', () => {
  it.each<Shown>([
    { kind: 'snapshot', boards: { main: 57 } },
    { kind: 'notices', lease_id: 'q83vEjRWeJq83vEjRWeJqg', events: ['main/G7'], boards: {} },
  ])('brings back what was shown: $kind', ({ kind, ...claim }) => {
    expect(readReceipt(receiptOf({ kind, ...claim } as Shown))).toEqual({ kind, claim });
  });

  it.each([
    '',
    'x',
    '!!!',
    'bnVsbA',
    Buffer.from('[]').toString('base64url'),
    Buffer.from('{"kind":"x"}').toString('base64url'),
  ])('is none where it reads %j', (text) => {
    expect(readReceipt(text)).toBeUndefined();
  });
});

describe('the receipts of a call', () => {
  it.each([
    [undefined, []],
    ['a', []],
    [{ 0: 'a' }, []],
    [
      ['a', 1, null, 'b'],
      ['a', 'b'],
    ],
    [['x'.repeat(8_193), 'a'], ['a']],
  ])('of %j are its texts that are not too long', (value, receipts) => {
    expect(receiptsIn(value)).toEqual(receipts);
  });

  it('are at most 20', () => {
    expect(receiptsIn(Array.from({ length: 25 }, String))).toHaveLength(20);
  });
});

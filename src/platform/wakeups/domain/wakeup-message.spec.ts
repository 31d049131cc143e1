import { describe, expect, it } from '@jest/globals';
import { parseWakeup, printWakeup } from './wakeup-message.js';

describe('a message of a wake-up', () => {
  it.each([
    ['1:1', { boardId: 1, head: 1 }],
    ['12:57', { boardId: 12, head: 57 }],
    ['999999999999999:999999999999999', { boardId: 999_999_999_999_999, head: 999_999_999_999_999 }],
  ])('%s is read and written alike', (text, wakeup) => {
    expect(parseWakeup(text)).toEqual(wakeup);
    expect(printWakeup(wakeup)).toBe(text);
  });

  it.each([
    '',
    ':',
    '1',
    '1:',
    ':1',
    '0:1',
    '1:0',
    '01:1',
    '1:01',
    '-1:1',
    '1:-1',
    '1.5:1',
    '1e3:1',
    '1:2:3',
    ' 1:1',
    '1:1 ',
    '1:1\n',
    '1\n1:1',
    '١:١',
    '1000000000000000:1',
    '1:1000000000000000',
    'NaN:NaN',
    '__proto__:1',
    '{"boardId":1,"head":1}',
    '\0:\0',
    '1'.repeat(1_000_000),
  ])('any other text is none: %.40j', (text) => {
    expect(parseWakeup(text)).toBeUndefined();
  });
});

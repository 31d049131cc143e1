import { describe, expect, it } from '@jest/globals';
import { isNoneToken } from './none-tokens.js';

const TOKENS = ['(none)', 'none', '-', '\u2013', '\u2014', 'n/a', 'nil', 'nothing'];

describe('isNoneToken', () => {
  it.each(TOKENS)('knows %s with and without a final period, in any case', (token) => {
    expect([token, `${token}.`, ` ${token.toUpperCase()}. `, `\u200B${token}`].map(isNoneToken)).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  it.each([
    '',
    '.',
    'none..',
    'none!',
    'none found',
    'nothing new',
    '--',
    '(n/a)',
    'nile',
    'None returned for empty input',
  ])('takes %j for a text', (text) => {
    expect(isNoneToken(text)).toBe(false);
  });
});

import { describe, expect, it } from '@jest/globals';
import { linesIn } from './lines.js';

describe('the lines of a text', () => {
  it.each(['\n', '\r', '\r\n', '\v', '\f', '\x1c', '\x1d', '\x1e', '\u0085', '\u2028', '\u2029'])(
    'end where some reader sees an end: %j',
    (end) => {
      expect(linesIn(`a${end}b`)).toEqual(['a', 'b']);
    },
  );

  it.each([
    ['\x1b[2Ja', '␛[2Ja'],
    ['a\0b', 'a␀b'],
    ['\x07\x08\x0e\x1f', '␇␈␎␟'],
    ['\x7f', '␡'],
    ['\x9b2J', '\uFFFD2J'],
    ['a\tb é 😀', 'a\tb é 😀'],
  ])('hold nothing that a terminal obeys: %j', (text, line) => {
    expect(linesIn(text)).toEqual([line]);
    expect(line).toHaveLength(text.length);
  });
});

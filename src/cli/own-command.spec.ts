import { describe, expect, it } from '@jest/globals';
import { shellWord } from './own-command.js';

describe('shellWord', () => {
  it.each([
    ['/a/b-c.js', '/a/b-c.js'],
    ['/a b/c.js', `'/a b/c.js'`],
    [`/it's/$HOME`, `'/it'\\''s/$HOME'`],
    ['', `''`],
  ])('%j is %s', (text, word) => {
    expect(shellWord(text)).toBe(word);
  });
});

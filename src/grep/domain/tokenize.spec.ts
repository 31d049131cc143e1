import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readBracketed, tokenize } from './tokenize.js';

/** `kind@column`, and the text of a term after it. */
const pieces = (query: string): readonly string[] =>
  tokenize([...query]).map((token) => `${token.kind}@${token.column}${token.kind === 'term' ? ` ${token.text}` : ''}`);

describe('tokenize', () => {
  it.each([
    ['', ['end@1']],
    [' \t ', ['end@4']],
    ['a', ['term@1 a', 'end@2']],
    ['  a  b ', ['term@3 a b', 'end@8']],
    ['a&b|(c)', ['term@1 a', '&@2', 'term@3 b', '|@4', '(@5', 'term@6 c', ')@7', 'end@8']],
    ['!a', ['!@1', 'term@2 a', 'end@3']],
    ['! !a&!b', ['!@1', '!@3', 'term@4 a', '&@5', '!@6', 'term@7 b', 'end@8']],
    ['a!b !c', ['term@1 a!b !c', 'end@7']],
    ['(a) !b', ['(@1', 'term@2 a', ')@3', 'term@5 !b', 'end@7']],
    ['"a & b"', ['term@1 a & b', 'end@8']],
    ['"a" "b"', ['term@1 a', 'term@5 "b"', 'end@8']],
    ['say "hi"', ['term@1 say "hi"', 'end@9']],
    ['"a', ['unclosed@3', 'end@3']],
    ['"a\\"', ['unclosed@5', 'end@5']],
    ['\u{1F600} & b', ['term@1 \u{1F600}', '&@3', 'term@5 b', 'end@6']],
    ['\u0085\u3000a', ['term@3 a', 'end@4']],
    ['\uFEFF"a"', ['term@2 a', 'end@5']],
  ])('%j is read piece by piece', (query, expected) => expect(pieces(query)).toEqual(expected));

  it.each([
    ['a\\|b', 'a|b'],
    ['\\&\\|\\(\\)\\!\\"\\\\', '&|()!"\\'],
    ['C:\\temp', 'C:\\temp'],
    ['C:\\', 'C:\\'],
    ['C:\\\\temp', 'C:\\temp'],
    ['\\!a', '!a'],
    ['"a\\"b\\\\c"', 'a"b\\c'],
    ['"C:\\temp\\|x"', 'C:\\temp\\|x'],
  ])('a backslash in %j takes an operator as it is, and else is itself', (query, text) => {
    expect(tokenize([...query])[0]).toMatchObject({ kind: 'term', text });
  });

  it('any text: columns rise, and the last piece is the end, one past the last column', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab &|()!"\\', '\u{1F600}', '\uD83D') }), (query) => {
        const tokens = tokenize([...query]);
        const columns = tokens.map(({ column }) => column);
        expect(columns).toEqual([...columns].sort((one, other) => one - other));
        expect(tokens.at(-1)).toEqual({ kind: 'end', column: [...query].length + 1 });
      }),
    );
  });
});

describe('readBracketed', () => {
  it.each([
    ['foo()', 'foo()'],
    ['foo(', 'foo('],
    ['foo(a | b) & c', 'foo(a | b)'],
    ['foo(g(x)).y | z', 'foo(g(x)).y'],
    ['foo())', 'foo()'],
    ['foo\\&bar (x)', 'foo&bar (x)'],
  ])('%j: brackets that open within the text belong to it', (query, text) => {
    expect(readBracketed([...query], 1)).toBe(text);
  });
});

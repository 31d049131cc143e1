import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseQuery } from './parse-query.js';
import { QuerySyntaxError } from './query-syntax-error.js';
import { and, not, or, term } from './query-tree.js';

function errorOf(query: string): QuerySyntaxError {
  try {
    parseQuery(query);
  } catch (error) {
    if (error instanceof QuerySyntaxError) return error;
    throw error;
  }
  throw new Error(`${query} was read`);
}

const nested = (opener: string, depth: number, closer = ''): string =>
  `${opener.repeat(depth)}a${closer.repeat(depth)}`;
const alternatives = (count: number): string => Array.from({ length: count }, (_, index) => `t${index}`).join('|');

const AN_ATOM = 'a term, a phrase in quotes, "!" or "("';
const AFTER_ATOM = '"&", "|" or the end of the query';
const IN_BRACKETS = '"&", "|" or ")"';
const NOT_EMPTY = 'a term with something in it to search for';

describe('parseQuery', () => {
  const [a, b, c] = [term('a'), term('b'), term('c')];

  it.each([
    ['deadlock & (shard | lease)', and([term('deadlock'), or([term('shard'), term('lease')])])],
    ['"foo()" & !"|"', and([term('foo()'), not(term('|'))])],
    ['a\\|b', term('a|b')],
    ['100%', term('100%')],
    ['C:\\temp', term('C:\\temp')],
    ['a | b & c', or([a, and([b, c])])],
    ['(a | b) & c', and([or([a, b]), c])],
    ['a & b & c', and([a, b, c])],
    ['a & (b & c)', and([a, and([b, c])])],
    ['a|b|c', or([a, b, c])],
    ['!a & b', and([not(a), b])],
    ['!(a & b)', not(and([a, b]))],
    ['!!a', not(not(a))],
    ['((a))', a],
    ['  retry \t budget ', term('retry budget')],
    ['" Retry  budget "', term('Retry budget')],
    ["' OR 1=1; DROP TABLE entry; --", term("' OR 1=1; DROP TABLE entry; --")],
  ])('%j is read as it means', (query, tree) => expect(parseQuery(query)).toEqual(tree));

  it.each([
    ['', 1, AN_ATOM],
    ['  ', 3, AN_ATOM],
    ['(a', 3, IN_BRACKETS],
    ['((a)', 5, IN_BRACKETS],
    ['a &', 4, AN_ATOM],
    ['a & ', 5, AN_ATOM],
    ['a b)', 4, AFTER_ATOM],
    ['(a) b', 5, AFTER_ATOM],
    ['"a" "b"', 5, AFTER_ATOM],
    ['"a"()', 4, AFTER_ATOM],
    ['((a) b)', 6, IN_BRACKETS],
    ['""', 1, NOT_EMPTY],
    ['a & " "', 5, NOT_EMPTY],
    ['a | \u200B', 5, NOT_EMPTY],
    ['|a', 1, AN_ATOM],
    ['a &  & b', 6, AN_ATOM],
    ['a ||b', 4, AN_ATOM],
    ['()', 2, AN_ATOM],
    ['!', 2, AN_ATOM],
    ['a & "b', 7, 'a closing " of the phrase'],
    ['|"b', 1, AN_ATOM],
    ['\u{1F600}\u{1F600} &', 5, AN_ATOM],
  ])('%j is refused at column %i', (query, column, expected) => {
    expect(errorOf(query)).toMatchObject({ column, expected });
  });

  it.each([
    ['foo()', 4, '"foo()"'],
    ['x & foo(a | b) & c', 8, '"foo(a | b)"'],
    ['(foo())', 5, '"foo()"'],
    ['say "hi" (x', 10, '"say \\"hi\\" (x"'],
  ])('%j: the error offers the text in quotes, and the offer can be read', (query, column, offer) => {
    const expected = `"&" or "|" before "(", or quotes where it is part of the text: ${offer}`;
    expect(errorOf(query)).toMatchObject({ column, expected });
    expect(parseQuery(offer).kind).toBe('term');
  });

  it('the error shows the query on one line with a caret under the column', () => {
    expect(errorOf('a b)').caret).toBe('a b)\n   ^');
    expect(errorOf('(\u{1F600}').caret).toBe('(\u{1F600}\n  ^');
    expect(errorOf('a\r\n\u202E&').caret).toBe('a   &\n     ^');
    expect(errorOf('a b)').message).toBe(`column 4: expected ${AFTER_ATOM}`);
  });

  it('nodes and lists are frozen', () => {
    const tree = parseQuery('a & !b');
    expect([tree, tree.kind === 'and' && tree.items, tree.kind === 'and' && tree.items[1]].every(Object.isFrozen)).toBe(
      true,
    );
  });
});

describe('the limits of a query', () => {
  it('1,000 characters are read, 1,001 refused, counted in code points', () => {
    expect(parseQuery('\u{1F600}'.repeat(1_000))).toEqual(term('\u{1F600}'.repeat(1_000)));
    const error = errorOf('\u{1F600}'.repeat(1_001));
    expect(error).toMatchObject({ column: 1_001, expected: 'at most 1000 characters' });
    expect(errorOf('a'.repeat(100_000)).caret).toBe(`${'a'.repeat(1_000)}\u2026\n${' '.repeat(1_000)}^`);
  });

  it('64 terms are read, 65 refused', () => {
    expect(parseQuery(alternatives(64))).toMatchObject({ kind: 'or', items: { length: 64 } });
    const column = alternatives(64).length + 2;
    expect(errorOf(alternatives(65))).toMatchObject({ column, expected: 'at most 64 terms' });
  });

  it('depth 32 is read, 33 refused, of brackets and of negations', () => {
    const expected = 'at most 32 levels of "(" and "!"';
    expect(parseQuery(nested('(', 32, ')'))).toEqual(term('a'));
    expect(errorOf(nested('(', 33, ')'))).toMatchObject({ column: 33, expected });
    expect(parseQuery(nested('!', 32))).toMatchObject({ kind: 'not' });
    expect(errorOf(nested('!', 33))).toMatchObject({ column: 33, expected });
    expect(parseQuery(nested('!(', 16, ')'))).toMatchObject({ kind: 'not' });
    expect(errorOf(nested('!(', 17, ')'))).toMatchObject({ column: 33, expected });
  });

  it('depth counts what is open at one place, not what was closed before', () => {
    expect(parseQuery(Array.from({ length: 40 }, () => '(!a)').join('&'))).toMatchObject({ kind: 'and' });
  });
});

describe('any text', () => {
  const unit = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...'ab &|()!"\\') },
    { weight: 1, arbitrary: fc.constantFrom('\u200B', '\u0301', '\u0085', '\uFEFF', '\uD83D', '\uDE00', '\0', '\n') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
  );

  it('is read, or refused with a column inside of it or one past its end, and a caret under that', () => {
    const texts = fc.oneof(fc.string({ unit }), fc.string({ unit, minLength: 990, maxLength: 1_020 }));
    fc.assert(
      fc.property(texts, (text) => {
        try {
          parseQuery(text);
        } catch (error) {
          if (!(error instanceof QuerySyntaxError)) throw error;
          expect(error.column).toBeGreaterThanOrEqual(1);
          expect(error.column).toBeLessThanOrEqual([...text].length + 1);
          expect(error.caret.split('\n').map((line) => [...line].length)[1]).toBe(error.column);
        }
      }),
      { numRuns: 500 },
    );
  });
});

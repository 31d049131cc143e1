import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldSpaces } from '../../kernel/text.js';
import { parseQuery } from './parse-query.js';
import { printQuery } from './print-query.js';
import { QuerySyntaxError } from './query-syntax-error.js';
import { and, foldTerm, not, or, term } from './query-tree.js';
import type { QueryTree } from './query-tree.js';

const nasty = fc.oneof(
  fc.constantFrom(
    ...'ab &|()!"\\%_\'',
    '\u200B',
    '\u0301',
    '\u0085',
    '\uFEFF',
    '\u001C',
    '\uD83D',
    '\uDE00',
    '\0',
    '\n',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);

const terms: fc.Arbitrary<QueryTree> = fc
  .string({ unit: nasty, minLength: 1, maxLength: 8 })
  .map((text) => term(foldSpaces(text)))
  .filter((leaf) => foldTerm(leaf) !== '');

const { tree: trees } = fc.letrec<{ tree: QueryTree }>((tie) => {
  const items = fc.array(tie('tree'), { minLength: 2, maxLength: 4 });
  const branch = fc.oneof(items.map(and), items.map(or), tie('tree').map(not));
  return { tree: fc.oneof({ maxDepth: 3, withCrossShrink: true }, terms, branch) };
});

const countTerms = (tree: QueryTree): number => {
  switch (tree.kind) {
    case 'term':
      return 1;
    case 'not':
      return countTerms(tree.item);
    case 'and':
    case 'or':
      return tree.items.reduce((count, item) => count + countTerms(item), 0);
  }
};

describe('printQuery', () => {
  it.each([
    ['a&b', 'a & b'],
    ['a|b&c', 'a | b & c'],
    ['(a|b)&c', '(a | b) & c'],
    ['(a&b)|c', 'a & b | c'],
    ['a&(b&c)', 'a & (b & c)'],
    ['!(a|b)', '!(a | b)'],
    ['! a', '!a'],
    ['((a))', 'a'],
    ['"retry  budget"', 'retry budget'],
    ['a\\|b', '"a|b"'],
    ['"foo()"', '"foo()"'],
    ['\\!a', '"!a"'],
    ['a!b', 'a!b'],
    ['"\\"a"', '"\\"a"'],
    ['say "hi"', 'say "hi"'],
    ['C:\\temp', 'C:\\temp'],
    ['C:\\ & a', '"C:\\\\" & a'],
    ['"a\\\\\\\\b"', '"a\\\\\\\\b"'],
  ])('%j is spelt %j', (query, spelling) => expect(printQuery(parseQuery(query))).toBe(spelling));

  it('what was printed is read as the same tree', () => {
    const withinLimits = trees.filter((tree) => countTerms(tree) <= 64 && [...printQuery(tree)].length <= 1_000);
    fc.assert(
      fc.property(withinLimits, (tree) => expect(parseQuery(printQuery(tree))).toEqual(tree)),
      { numRuns: 300 },
    );
  });

  it('any text that is read prints the same after having been printed', () => {
    fc.assert(
      fc.property(fc.string({ unit: nasty }), (text) => {
        try {
          const tree = parseQuery(text);
          expect(parseQuery(printQuery(tree))).toEqual(tree);
        } catch (error) {
          if (!(error instanceof QuerySyntaxError)) throw error;
        }
      }),
      { numRuns: 500 },
    );
  });
});

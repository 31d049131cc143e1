import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fold } from '../../kernel/text.js';
import { compileMatcher, matchQuery } from './match-query.js';
import { parseQuery } from './parse-query.js';
import { and, not, or, term } from './query-tree.js';

const finds = (query: string, text: string): boolean => matchQuery(parseQuery(query), fold(text));

describe('matchQuery', () => {
  it.each([
    ['deadlock & (shard | lease)', 'Deadlock on the LEASE row', true],
    ['deadlock & (shard | lease)', 'deadlock on the board row', false],
    ['"foo()" & !"|"', 'call foo() first', true],
    ['"foo()" & !"|"', 'call foo() | bar', false],
    ['a\\|b', 'a|b', true],
    ['a\\|b', 'a', false],
    ['a | b & c', 'a', true],
    ['a | b & c', 'b', false],
    ['!x', '', true],
    ['!x & !y', 'why', false],
    ['100%', 'at 100% load', true],
    ['100%', 'at 1000 load', false],
    ['a_b', 'a_b', true],
    ['a_b', 'axb', false],
    ['C:\\temp', 'in c:\\TEMP\\x', true],
    ["' OR '1'='1", 'anything', false],
    ["' OR '1'='1", "select x' or '1'='1", true],
    ['retry   budget', 'the retry\tbudget', true],
    ['" a "', 'cab', true],
    ['\u00DF', 'STRASSE', true],
    ['\u039F\u0394\u039F\u03A3', '\u03BF\u03B4\u03BF\u03C3\u03B7\u03BC\u03B1', true],
    ['caf\u00E9', 'cafe\u0301', true],
    ['ca\u200Bfe', 'CAFE', true],
    ['cafe', 'caf\u00E9', false],
  ])('%j on %j: %j', (query, text, isFound) => expect(finds(query, text)).toBe(isFound));

  it('and, or, not are those of boolean algebra over what their parts match', () => {
    const text = fc.string({ unit: fc.constantFrom(...'abcS\u00DF\u03A3%'), maxLength: 6 });
    const leaf = fc.string({ unit: fc.constantFrom(...'abcs\u03C2%'), minLength: 1, maxLength: 2 }).map(term);
    const leaves = fc.array(leaf, { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(text, leaves, (raw, parts) => {
        const folded = fold(raw);
        const found = parts.map((part) => folded.includes(fold(part.text)));
        expect(parts.map((part) => matchQuery(part, folded))).toEqual(found);
        expect(matchQuery(and(parts), folded)).toBe(!found.includes(false));
        expect(matchQuery(or(parts), folded)).toBe(found.includes(true));
        expect(matchQuery(not(and(parts)), folded)).toBe(matchQuery(or(parts.map(not)), folded));
        expect(matchQuery(not(or(parts)), folded)).toBe(matchQuery(and(parts.map(not)), folded));
      }),
    );
  });

  it('a compiled matcher serves many texts', () => {
    const matches = compileMatcher(parseQuery('Lease & !stale'));
    expect(['lease', 'stale lease', 'shard', 'a lease held'].map(matches)).toEqual([true, false, false, true]);
  });
});

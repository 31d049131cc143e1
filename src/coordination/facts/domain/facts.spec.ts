import { describe, expect, it } from '@jest/globals';
import type { Json } from '../../../journal/domain/journal-entry.js';
import type { AgentName } from '../../../kernel/ids.js';
import { Problem } from '../../../kernel/problem.js';
import { decideSet, MAX_FACTS, type StoredFact } from './decide-set.js';
import { factContent, factDraft } from './fact-entry.js';
import { factText } from './fact-text.js';

const alice = 'alice' as AgentName;
const problemOf = (value: Json): readonly (string | undefined)[] => {
  try {
    factText(value);
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [error.code, error.extras.errors?.[0]?.path];
  }
};

describe('the text of a value', () => {
  it.each<[Json, string]>([
    ['123', '"123"'],
    [123, '123'],
    [true, 'true'],
    [{ z: 1, a: [null, 0.5] }, '{"z":1,"a":[null,0.5]}'],
    ['a\nb', '"a\\nb"'],
    ['\u2028\u202E\uFEFF\u0085', '"\\u2028\\u202e\\ufeff\\u0085"'],
    ['😀\uD800', '"😀\\ud800"'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    [`AKIA${'A'.repeat(16)}`, '"[redacted:aws-key]"'],
  ])('of %j is %s', (value, text) => {
    expect(factText(value)).toBe(text);
  });

  it('comes back as what it was, with its type and the order of its keys', () => {
    for (const value of [{ z: '1', a: 1, m: { y: [], x: {} } }, '{"a":1}', [1, '1', null], false]) {
      const draft = factDraft({ key: 'k', author: alice, text: factText(value) });
      expect(factContent({ data: {}, ...draft })).toEqual({ kind: 'value', value });
      expect(draft.content).toBe(`k = ${JSON.stringify(value)}`);
    }
  });

  it('has at most 4,000 code points', () => {
    expect(problemOf('x'.repeat(3_998))).toEqual([]);
    expect(problemOf('😀'.repeat(3_998))).toEqual([]);
    expect(problemOf('x'.repeat(3_999))).toEqual(['too_large', 'value']);
    expect(problemOf('\u2028'.repeat(667))).toEqual(['too_large', 'value']);
  });

  it.each<[Json, string]>([
    [Number.POSITIVE_INFINITY, 'value'],
    [[1, 2 ** 53], 'value.1'],
    [{ a: { b: -(2 ** 60) } }, 'value.a.b'],
  ])('is refused where %j would come back as another number', (value, path) => {
    expect(problemOf(value)).toEqual(['bad_request', path]);
  });
});

describe('an entry of a fact', () => {
  it('says that the fact was removed', () => {
    const draft = factDraft({ key: 'k', author: alice, text: null });
    expect([draft.type, draft.content, factContent({ data: {}, ...draft })]).toEqual([
      'removed',
      'k',
      { kind: 'removed' },
    ]);
  });

  it.each(['[redacted by an operator]', 'k = [redacted', ''])('of which %j is left has no value', (content) => {
    expect(factContent({ type: 'set', content, data: { key: 'k' } })).toEqual({ kind: 'redacted' });
  });
});

describe('setting a fact', () => {
  const there: StoredFact = { version: 3, isThere: true };
  const gone: StoredFact = { version: 3, isThere: false };
  const set = (version: number) => ({ kind: 'set', version });
  const mismatch = (version: number) => ({ kind: 'mismatch', version });

  it.each([
    [undefined, undefined, set(1)],
    [undefined, 0, set(1)],
    [undefined, 1, mismatch(0)],
    [there, undefined, set(4)],
    [there, 3, set(4)],
    [there, 2, mismatch(3)],
    [there, 4, mismatch(3)],
    [there, 0, mismatch(3)],
    [gone, undefined, set(4)],
    [gone, 0, set(4)],
    [gone, 3, mismatch(0)],
  ])('%j with if_version %j is decided as %j', (stored, ifVersion, decision) => {
    expect(decideSet(stored, { isRemoval: false, ifVersion, factCount: 0 })).toEqual(decision);
  });

  it.each([
    [undefined, undefined, { kind: 'nothing' }],
    [gone, 0, { kind: 'nothing' }],
    [gone, 3, mismatch(0)],
    [there, undefined, set(4)],
    [there, 2, mismatch(3)],
  ])('to null: %j with if_version %j is decided as %j', (stored, ifVersion, decision) => {
    expect(decideSet(stored, { isRemoval: true, ifVersion, factCount: MAX_FACTS })).toEqual(decision);
  });

  it('is refused where the board would hold one too many', () => {
    const request = { isRemoval: false, ifVersion: undefined };
    expect(decideSet(undefined, { ...request, factCount: MAX_FACTS - 1 })).toEqual(set(1));
    expect(decideSet(gone, { ...request, factCount: MAX_FACTS })).toEqual({ kind: 'too-many' });
    expect(decideSet(there, { ...request, factCount: MAX_FACTS })).toEqual(set(4));
  });
});

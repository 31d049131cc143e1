import { describe, expect, it } from '@jest/globals';
import { NOON, agent, gistOf } from '../../../test/factories/gists.js';
import type { GistSpec } from '../../../test/factories/gists.js';
import { labelOf } from '../../kernel/label.js';
import type { LiveEntry } from './dedupe.js';
import { MAX_AUTHORS_SHOWN, renderLine } from './render-line.js';
import { statusOf } from './status-of.js';

const DAY_MS = 86_400_000;
const TODAY = '2026-11-30';

function entryOf(spec: GistSpec, more: Partial<LiveEntry> = {}): LiveEntry {
  const gist = gistOf(spec);
  const status = statusOf(gist, [], NOON);
  return { gist, label: labelOf(gist.seq), status, bearings: [], authors: [gist.author], repeats: [], ...more };
}

describe('a line of the live view', () => {
  it.each<[string, GistSpec]>([
    [
      'G41 FACT alice/w7 13:05 retry budget lives in src/net/retry.ts ⊕',
      { seq: 41, workLabel: 'w7', content: 'retry budget lives in src/net/retry.ts', hasDetail: true },
    ],
    [
      'G52 PATCH_SUMMARY candidate bob/w2 13:20 files=a.ts after 1 fail',
      {
        seq: 52,
        type: 'PATCH_SUMMARY',
        author: 'bob',
        workLabel: 'w2',
        content: 'files=a.ts',
        failsBefore: 1,
        atMs: NOON + 900_000,
      },
    ],
    [
      'G53 PATCH_SUMMARY final bob 13:05 files=a.ts after 2 fails ⊕',
      {
        seq: 53,
        type: 'PATCH_SUMMARY',
        author: 'bob',
        content: 'files=a.ts',
        failsBefore: 2,
        isFinal: true,
        hasDetail: true,
      },
    ],
    [
      'G60 CLAIM bob/w2 13:05 until 14:05 fixing src/net/retry.ts',
      { seq: 60, type: 'CLAIM', author: 'bob', workLabel: 'w2', content: 'fixing src/net/retry.ts' },
    ],
    ['G61 CLAIM alice 13:05 until 2026-12-01 13:05 x', { seq: 61, type: 'CLAIM', ttlS: 86_400, content: 'x' }],
    ['G7 FAIL alice 13:05 x', { seq: 7, type: 'FAIL', content: 'x' }],
    ['G7 OBSERVED alice 13:05 x', { seq: 7, type: 'OBSERVED', content: 'x' }],
  ])('%s', (expected, spec) => {
    expect(renderLine(entryOf(spec), TODAY)).toBe(expected);
  });

  it.each([
    [NOON, undefined, 'G1 FACT alice 2026-11-30 13:05 x'],
    [NOON, '2026-11-30', 'G1 FACT alice 13:05 x'],
    [NOON, '2026-11-29', 'G1 FACT alice 2026-11-30 13:05 x'],
    [NOON + DAY_MS, '2026-11-30', 'G1 FACT alice 2026-12-01 13:05 x'],
  ])('written at %i after a line of %s: %s', (atMs, previousDate, expected) => {
    expect(renderLine(entryOf({ content: 'x', atMs }), previousDate)).toBe(expected);
  });

  it.each([
    [2, 'alice/w7,a1'],
    [MAX_AUTHORS_SHOWN, 'alice/w7,a1,a2,a3,a4'],
    [MAX_AUTHORS_SHOWN + 1, 'alice/w7,a1,a2,a3,a4,+1'],
    [99, 'alice/w7,a1,a2,a3,a4,+94'],
  ])('names the authors of a text that %i noted', (count, expected) => {
    const authors = Array.from({ length: count }, (_, place) => agent(place === 0 ? 'alice' : `a${place}`));
    const entry = entryOf({ content: 'x', workLabel: 'w7' }, { authors, repeats: ['G2', 'G3'] });
    expect(renderLine(entry, TODAY)).toBe(`G1 FACT ${expected} ×3 13:05 x`);
  });

  it.each<[GistSpec, string]>([
    [{ content: 'x ⊕' }, 'G1 FACT alice 13:05 "x ⊕"'],
    [{ content: 'x ⊕', hasDetail: true }, 'G1 FACT alice 13:05 "x ⊕" ⊕'],
    [{ content: 'gives up after 3 fails' }, 'G1 FACT alice 13:05 gives up after 3 fails'],
    [{ type: 'PATCH_SUMMARY', content: 'x after 3 fails' }, 'G1 PATCH_SUMMARY candidate alice 13:05 "x after 3 fails"'],
    [{ type: 'PATCH_SUMMARY', content: 'x After 1 Fail' }, 'G1 PATCH_SUMMARY candidate alice 13:05 "x After 1 Fail"'],
    [{ type: 'PATCH_SUMMARY', content: 'x after 3 fails.' }, 'G1 PATCH_SUMMARY candidate alice 13:05 x after 3 fails.'],
    [{ type: 'PATCH_SUMMARY', content: 'x [final]' }, 'G1 PATCH_SUMMARY candidate alice 13:05 x [final]'],
    [
      { type: 'PATCH_SUMMARY', content: 'x candidate', isFinal: true },
      'G1 PATCH_SUMMARY final alice 13:05 x candidate',
    ],
    [{ content: 'x ⊕ y\uFE0F' }, 'G1 FACT alice 13:05 x ⊕ y\uFE0F'],
  ])('%j can not forge what we say of a gist', (spec, expected) => {
    expect(renderLine(entryOf(spec), TODAY)).toBe(expected);
  });

  it.each(['\u200C', '\u200D', '\uFE0E', '\uFE0F', ' \u200D', '\uFE0F\u200C'])(
    'what nobody sees, %j, does not let content end like our marks, and stays in it',
    (unseen) => {
      const patch = { type: 'PATCH_SUMMARY', content: `x after ${unseen} 2 fails${unseen}` } as const;
      expect(renderLine(entryOf(patch), TODAY)).toBe(`G1 PATCH_SUMMARY candidate alice 13:05 "${patch.content}"`);
      const fact = { content: `x ⊕${unseen}` };
      expect(renderLine(entryOf(fact), TODAY)).toBe(`G1 FACT alice 13:05 "${fact.content}"`);
    },
  );
});

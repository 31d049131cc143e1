import { describe, expect, it } from '@jest/globals';
import { NOON, gistOf } from '../../../test/factories/gists.js';
import type { GistSpec } from '../../../test/factories/gists.js';
import { labelOf } from '../../kernel/label.js';
import { selectWithin } from './budget.js';
import type { SpendingOrder } from './budget.js';
import type { LiveEntry } from './dedupe.js';
import { statusOf } from './status-of.js';

const SPECS: readonly GistSpec[] = [
  { seq: 1, type: 'FACT' },
  { seq: 2, type: 'PATCH_SUMMARY' },
  { seq: 3, type: 'FAIL' },
  { seq: 4, type: 'CLAIM' },
  { seq: 5, type: 'PATCH_SUMMARY', isFinal: true },
  { seq: 6, type: 'PATCH_SUMMARY' },
  { seq: 7, type: 'OBSERVED' },
  { seq: 8, type: 'FAIL' },
];
const ENTRIES: readonly LiveEntry[] = SPECS.map(gistOf).map((gist) => ({
  gist,
  label: labelOf(gist.seq),
  status: gist.seq === 6 ? 'invalidated' : statusOf(gist, [], NOON),
  authors: [gist.author],
  bearings: [],
  repeats: [],
}));

function shown(count: number, order: SpendingOrder): string {
  const fits = ({ entries }: { readonly entries: readonly LiveEntry[] }): boolean => entries.length <= count;
  const { entries, leftOut } = selectWithin(ENTRIES, { order, fits });
  return [...entries.map(({ label }) => label), leftOut === null ? '' : `| ${leftOut.count} ${leftOut.before}`]
    .join(' ')
    .trim();
}

describe('a budget', () => {
  it.each([
    [0, '| 8 G9'],
    [1, 'G5 | 7 G9'],
    [2, 'G2 G5 | 6 G9'],
    [3, 'G2 G4 G5 | 5 G9'],
    [4, 'G2 G4 G5 G8 | 4 G8'],
    [5, 'G2 G3 G4 G5 G8 | 3 G8'],
    [6, 'G2 G3 G4 G5 G7 G8 | 2 G7'],
    [7, 'G2 G3 G4 G5 G6 G7 G8 | 1 G2'],
    [8, 'G1 G2 G3 G4 G5 G6 G7 G8'],
  ])('for %i lines goes to live patches, claims, FAILs, then the newest: %s', (count, expected) => {
    expect(shown(count, 'important-first')).toBe(expected);
  });

  it.each([
    [1, 'G8 | 7 G8'],
    [3, 'G6 G7 G8 | 5 G6'],
    [8, 'G1 G2 G3 G4 G5 G6 G7 G8'],
  ])('for the %i newest lines goes to them: %s', (count, expected) => {
    expect(shown(count, 'newest-first')).toBe(expected);
  });

  it('for nothing leaves nothing out of nothing', () => {
    expect(selectWithin([], { order: 'newest-first', fits: () => false })).toEqual({ entries: [], leftOut: null });
  });
});

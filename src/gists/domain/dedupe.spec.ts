import { describe, expect, it } from '@jest/globals';
import { JournalOf, NOON, agent } from '../../../test/factories/gists.js';
import type { GistSpec } from '../../../test/factories/gists.js';
import { liveEntries } from './dedupe.js';
import type { LiveFilter } from './dedupe.js';
import { emptyView, foldRecentView } from './recent-view.js';

const viewOf = (journal: JournalOf) => foldRecentView(emptyView(100), journal.entries);

function linesOf(specs: readonly GistSpec[], filter?: LiveFilter, nowMs = NOON): readonly string[] {
  const journal = new JournalOf();
  for (const spec of specs) journal.write(spec);
  return liveEntries(viewOf(journal), nowMs, filter).map(({ label, status, authors, repeats }) =>
    [label, status, authors.join(','), ...repeats].join(' '),
  );
}

describe('gists of one type with the same folded text', () => {
  it.each<[string, readonly GistSpec[], readonly string[]]>([
    [
      'are one line in the first place, with all authors once',
      [{ content: 'ẞ Case' }, { content: 'x' }, { content: 'ss  case', author: 'bob' }, { content: 'ß CASE' }],
      ['G1 live alice,bob G3 G4', 'G2 live alice'],
    ],
    [
      'of two types are two lines',
      [{ content: 'x' }, { content: 'x', type: 'OBSERVED' }],
      ['G1 live alice', 'G2 live alice'],
    ],
    [
      'that differ in outcome are two lines',
      [{ content: 't.spec.ts FAILED' }, { content: 't.spec.ts PASSED' }],
      ['G1 live alice', 'G2 live alice'],
    ],
    [
      'are one line if they are FAILs',
      [
        { content: 'x', type: 'FAIL' },
        { content: 'X', type: 'FAIL' },
      ],
      ['G1 live alice G2'],
    ],
    [
      'stay apart if they are claims',
      [
        { content: 'x', type: 'CLAIM' },
        { content: 'x', type: 'CLAIM', author: 'bob' },
      ],
      ['G1 live alice', 'G2 live bob'],
    ],
    [
      'stay apart if they are patch summaries',
      [
        { content: 'x', type: 'PATCH_SUMMARY' },
        { content: 'x', type: 'PATCH_SUMMARY' },
      ],
      ['G1 candidate alice', 'G2 candidate alice'],
    ],
  ])('%s', (_, specs, expected) => {
    expect(linesOf(specs)).toEqual(expected);
  });
});

describe('what the live view shows', () => {
  it.each([
    [1_999, ['G1 live alice']],
    [2_000, []],
  ])('a claim of 2 s after %i ms: %j', (ageMs, expected) => {
    expect(linesOf([{ type: 'CLAIM', ttlS: 2 }], {}, NOON + ageMs)).toEqual(expected);
  });

  it('renewed and released claims are hidden, invalidated and final patches are not', () => {
    const journal = new JournalOf();
    journal.write({ type: 'CLAIM', content: 'x' }, { type: 'CLAIM', content: 'x' }, { type: 'CLAIM', content: 'y' });
    journal.write(
      { type: 'PATCH_SUMMARY', workLabel: 'w1' },
      { type: 'PATCH_SUMMARY', workLabel: 'w2', isFinal: true },
    );
    journal.write({ type: 'FAIL', workLabel: 'w1' });
    journal.release(3);
    const shown = liveEntries(viewOf(journal), NOON).map(({ label, status }) => `${label} ${status}`);
    expect(shown).toEqual(['G2 live', 'G4 invalidated', 'G5 final', 'G6 live']);
  });
});

describe('a filter', () => {
  const specs: readonly GistSpec[] = [
    { content: 'x' },
    { content: 'y', author: 'bob', workLabel: 'w1' },
    { content: 'x', author: 'bob' },
    { content: 'z', type: 'FAIL', workLabel: 'w1' },
  ];
  it.each<[LiveFilter, readonly string[]]>([
    [{}, ['G1 live alice,bob G3', 'G2 live bob', 'G4 live alice']],
    [{ after: 1 }, ['G2 live bob', 'G3 live bob', 'G4 live alice']],
    [{ before: 3 }, ['G1 live alice', 'G2 live bob']],
    [{ after: 2, before: 4 }, ['G3 live bob']],
    [{ types: ['FAIL', 'CLAIM'] }, ['G4 live alice']],
    [{ author: agent('bob') }, ['G2 live bob', 'G3 live bob']],
    [{ workLabel: 'w1' }, ['G2 live bob', 'G4 live alice']],
    [{ workLabel: 'w1', author: agent('bob') }, ['G2 live bob']],
    [{ after: 4 }, []],
  ])('%j narrows before repeats are joined', (filter, expected) => {
    expect(linesOf(specs, filter)).toEqual(expected);
  });
});

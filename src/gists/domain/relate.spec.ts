import { describe, expect, it } from '@jest/globals';
import { JournalOf, NOON, draftOf, gistOf } from '../../../test/factories/gists.js';
import type { GistSpec } from '../../../test/factories/gists.js';
import { relateGists } from './relate.js';
import { statusOf } from './status-of.js';

const patch = (spec: GistSpec = {}): GistSpec => ({ type: 'PATCH_SUMMARY', workLabel: 'w1', names: ['a.ts'], ...spec });
const fail = (spec: GistSpec = {}): GistSpec => ({ type: 'FAIL', workLabel: 'w1', ...spec });
const claim = (spec: GistSpec = {}): GistSpec => ({ type: 'CLAIM', content: 'fixing a.ts', names: ['a.ts'], ...spec });
const bare = (spec: GistSpec): GistSpec => ({ ...spec, workLabel: null });

/** Each gist's status after all were written one by one, and its `fails_before` behind a `+` if it has any. */
function outcomes(specs: readonly GistSpec[]): string {
  const journal = new JournalOf();
  for (const spec of specs) journal.write(spec);
  return journal.gists
    .map(({ gist, bearings }) => {
      const fails = gist.data.fails_before;
      return statusOf(gist, bearings, NOON) + (fails === undefined ? '' : `+${fails}`);
    })
    .join(' ');
}

describe('a patch summary and its successors', () => {
  it.each<[string, readonly GistSpec[], string]>([
    ['of its author and work supersedes it', [patch(), patch({ names: ['b.ts'] })], 'superseded candidate'],
    ['supersedes a final one', [patch({ isFinal: true }), patch()], 'superseded candidate'],
    ['of another work label leaves it', [patch(), patch({ workLabel: 'w2' })], 'candidate candidate'],
    ['without a work label leaves one with it', [patch(), bare(patch())], 'candidate candidate'],
    ['with a work label leaves one without it', [bare(patch()), patch()], 'candidate candidate'],
    ['by another author leaves it', [patch(), patch({ author: 'bob' })], 'candidate candidate'],
    [
      'without labels, for other files, leaves it',
      [bare(patch()), bare(patch({ names: ['b.ts'] }))],
      'candidate candidate',
    ],
    [
      'without labels, sharing a file, supersedes it',
      [bare(patch()), bare(patch({ names: ['b.ts', 'a.ts'] }))],
      'superseded candidate',
    ],
    ['without labels or files leaves it', [bare(patch()), bare(patch({ names: [] }))], 'candidate candidate'],
    [
      'without labels supersedes all that share a file',
      [bare(patch()), bare(patch({ names: ['b.ts'] })), bare(patch({ names: ['a.ts', 'b.ts'] }))],
      'superseded superseded candidate',
    ],
  ])('a later one %s', (_, specs, expected) => {
    expect(outcomes(specs)).toBe(expected);
  });

  it.each<[string, readonly GistSpec[], string]>([
    ['counts a failed predecessor', [patch(), fail(), patch()], 'superseded live candidate+1'],
    [
      'counts along the line',
      [patch(), fail(), patch(), fail(), patch()],
      'superseded live superseded+1 live candidate+2',
    ],
    [
      'keeps the count over one that did not fail',
      [patch(), fail(), patch(), patch()],
      'superseded live superseded+1 candidate+1',
    ],
    ['counts no more than one fail a patch', [patch(), fail(), fail(), patch()], 'superseded live live candidate+1'],
    [
      'adds up all that it supersedes',
      [
        bare(patch()),
        bare(fail({ names: ['a.ts'] })),
        bare(patch({ names: ['b.ts'] })),
        bare(fail({ names: ['b.ts'] })),
        bare(patch({ names: ['a.ts', 'b.ts'] })),
      ],
      'superseded live superseded live candidate+2',
    ],
  ])('a later one %s', (_, specs, expected) => {
    expect(outcomes(specs)).toBe(expected);
  });
});

describe('a FAIL', () => {
  it.each<[string, readonly GistSpec[], string]>([
    ['of the same work invalidates', [patch(), fail()], 'invalidated live'],
    ['of other work does not', [patch(), fail({ workLabel: 'w2' })], 'candidate live'],
    ['without a work label does not touch labelled work', [patch(), bare(fail({ names: ['a.ts'] }))], 'candidate live'],
    ['with a work label does not touch work without', [bare(patch()), fail({ names: ['a.ts'] })], 'candidate live'],
    ['of a peer does not', [patch(), fail({ author: 'bob' })], 'candidate live'],
    ['of a peer that names it does', [patch(), fail({ author: 'bob', invalidates: 1 })], 'invalidated live'],
    ['of other work that names it does', [patch(), fail({ workLabel: 'w2', invalidates: 1 })], 'invalidated live'],
    ['of the same work leaves a final one', [patch({ isFinal: true }), fail()], 'final live'],
    ['that names a final one invalidates it', [patch({ isFinal: true }), fail({ invalidates: 1 })], 'invalidated live'],
    [
      'without labels invalidates by a file',
      [bare(patch()), bare(fail({ names: ['b.ts', 'a.ts'] }))],
      'invalidated live',
    ],
    [
      'without labels and without the file does not',
      [bare(patch()), bare(fail({ names: ['b.ts'] }))],
      'candidate live',
    ],
    ['without labels or names does not', [bare(patch()), bare(fail())], 'candidate live'],
    ['before the patch does not', [fail(), patch()], 'live candidate'],
    ['hits the latest alone', [patch(), patch(), fail()], 'superseded invalidated live'],
    [
      'that names another patch spares its own',
      [patch(), patch({ author: 'bob' }), fail({ invalidates: 2 })],
      'candidate invalidated live',
    ],
    ['that names no known patch does nothing', [patch(), fail({ invalidates: 9 })], 'candidate live'],
    [
      'without labels hits the latest candidate that it names',
      [
        bare(patch()),
        bare(patch({ names: ['b.ts'] })),
        bare(patch({ names: ['c.ts'], isFinal: true })),
        bare(fail({ names: ['a.ts', 'b.ts', 'c.ts'] })),
      ],
      'candidate invalidated final live',
    ],
  ])('%s', (_, specs, expected) => {
    expect(outcomes(specs)).toBe(expected);
  });

  it('that names a patch already invalidated or superseded bears on nothing', () => {
    const journal = new JournalOf();
    journal.write(patch(), patch(), fail());
    expect(journal.write(fail({ invalidates: 1 }), fail({ invalidates: 2 })).map(({ gist }) => gist.refs)).toEqual([
      [],
      [],
    ]);
  });
});

describe('a CLAIM', () => {
  it.each<[string, readonly GistSpec[], string]>([
    [
      'renews its author’s claim with the same folded text',
      [claim(), claim({ content: 'Fixing  A.ts' })],
      'superseded live',
    ],
    ['renews across work labels', [claim(), claim({ workLabel: 'w2' })], 'superseded live'],
    ['leaves another text', [claim(), claim({ content: 'fixing b.ts' })], 'live live'],
    ['leaves another author’s claim', [claim(), claim({ author: 'bob' })], 'live live'],
    ['leaves a fact of the same text', [claim({ type: 'FACT' }), claim()], 'live live'],
  ])('%s', (_, specs, expected) => {
    expect(outcomes(specs)).toBe(expected);
  });

  it.each([
    [1_999, [{ seq: 1, relation: 'supersedes' }], ['G2']],
    [2_000, [], []],
  ])('made %i ms after claims of 2 s renews and overlaps with those that live', (ageMs, refs, overlaps) => {
    const journal = new JournalOf();
    journal.write(claim({ ttlS: 2 }), claim({ ttlS: 2, author: 'bob' }));
    const [written] = journal.write(claim({ atMs: NOON + ageMs }));
    expect(written).toEqual({ gist: { ...gistOf({ ...claim({ atMs: NOON + ageMs }), seq: 3 }), refs }, overlaps });
  });

  it('overlaps with live claims of others that share a name, and with nothing else', () => {
    const journal = new JournalOf();
    journal.write(claim({ author: 'bob' }), claim({ author: 'carol' }), claim({ author: 'carol' }));
    journal.write(claim({ author: 'dan' }), claim({ author: 'erin', names: ['b.ts'] }), claim({ content: 'mine' }));
    journal.write(patch({ author: 'bob' }));
    journal.release(4);
    const overlaps = journal
      .write(claim({ names: ['c.ts', 'a.ts'] }), claim({ names: [] }))
      .map((draft) => draft.overlaps);
    expect(overlaps).toEqual([['G1', 'G3'], []]);
  });
});

describe('notes written together', () => {
  it('see those before them', () => {
    const specs = [patch(), fail(), patch(), claim(), claim({ author: 'bob' })];
    const together = new JournalOf();
    const apart = new JournalOf();
    const written = together.write(...specs);
    for (const spec of specs) apart.write(spec);
    expect(together.entries).toEqual(apart.entries);
    expect(written.map(({ overlaps }) => overlaps)).toEqual([[], [], [], [], ['G4']]);
  });

  it('relate alike whatever the order in which the known gists come', () => {
    const journal = new JournalOf();
    journal.write(bare(patch()), bare(patch({ names: ['b.ts'] })), claim());
    const drafts = [draftOf({ ...bare(patch({ names: ['a.ts', 'b.ts'] })), seq: 4 })];
    const expected = [
      { seq: 1, relation: 'supersedes' },
      { seq: 2, relation: 'supersedes' },
    ];
    expect(relateGists(drafts, journal.gists.toReversed())[0]?.gist.refs).toEqual(expected);
  });
});

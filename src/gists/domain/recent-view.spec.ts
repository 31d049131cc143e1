import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JournalOf, entryOf, gistOf } from '../../../test/factories/gists.js';
import type { GistSpec } from '../../../test/factories/gists.js';
import type { JournalEntry } from '../../journal/domain/journal-entry.js';
import { isGist } from './note-types.js';
import { emptyView, foldRecentView, isWindowFull, viewFromRows } from './recent-view.js';
import type { RecentView, StoredRows } from './recent-view.js';
import { bearingsOf } from './related-gist.js';
import { statusOf } from './status-of.js';

const facts = (count: number): readonly JournalEntry[] =>
  Array.from({ length: count }, (_, place) => gistOf({ seq: place + 1 }));
const seqsOf = (view: RecentView): readonly number[] => view.items.map(({ gist }) => gist.seq);
const patch = (spec: GistSpec = {}): GistSpec => ({ type: 'PATCH_SUMMARY', ...spec });

function rowsOf(entries: readonly JournalEntry[], limit: number, count: number): StoredRows {
  const gists = entries.filter(isGist).toReversed();
  const gistsNewestFirst = gists.slice(0, count);
  return {
    limit,
    head: entries.length,
    gistsNewestFirst,
    bearings: bearingsOf(entries),
    isWhole: count >= gists.length,
  };
}

/** Reads the stored rows backward, a few at a time, until they fill the window. */
function rebuild(entries: readonly JournalEntry[], limit: number): RecentView {
  let rows = rowsOf(entries, limit, 3);
  while (!isWindowFull(rows) && !rows.isWhole) rows = rowsOf(entries, limit, rows.gistsNewestFirst.length + 3);
  return viewFromRows(rows);
}

/** What the retained window is by definition. */
const windowOf = (journal: JournalOf, limit: number) =>
  journal.gists
    .filter(({ gist, bearings }) => gist.type !== 'PATCH_SUMMARY' || statusOf(gist, bearings, 0) !== 'superseded')
    .slice(-limit);

describe('the retained window', () => {
  it('starts empty and complete', () => {
    expect(emptyView(5)).toEqual({ limit: 5, head: 0, items: [], isComplete: true, isStale: false });
  });

  it.each([
    [2_000, 1, true],
    [2_001, 2, false],
  ])('of 2,000 after %i gists begins at %i, complete: %s', (count, first, isComplete) => {
    const view = foldRecentView(emptyView(2_000), facts(count));
    expect(view.items).toHaveLength(2_000);
    expect([view.items[0]?.gist.seq, view.isComplete, view.isStale, view.head]).toEqual([
      first,
      isComplete,
      false,
      count,
    ]);
  });

  it('is not shortened by replacing a patch', () => {
    const journal = new JournalOf();
    journal.write({}, {}, patch({ workLabel: 'w1' }), {}, patch({ workLabel: 'w1' }));
    const view = foldRecentView(emptyView(3), journal.entries.slice(0, 4));
    expect(seqsOf(view)).toEqual([2, 3, 4]);
    const next = foldRecentView(view, journal.entries.slice(4));
    expect([seqsOf(next), next.isStale]).toEqual([[2, 4, 5], false]);
  });

  it('is stale when one patch replaces several and older gists must come back', () => {
    const journal = new JournalOf();
    journal.write({}, {}, patch({ names: ['a'] }), patch({ names: ['b'] }), patch({ names: ['a', 'b'] }));
    const view = foldRecentView(foldRecentView(emptyView(3), journal.entries.slice(0, 4)), journal.entries.slice(4));
    expect([seqsOf(view), view.isStale]).toEqual([[2, 5], true]);
    const rebuilt = rebuild(journal.entries, 3);
    expect([seqsOf(rebuilt), rebuilt.isStale]).toEqual([[1, 2, 5], false]);
  });

  it('is not stale when it shrinks and nothing lies behind it', () => {
    const journal = new JournalOf();
    journal.write({}, patch({ names: ['a'] }), patch({ names: ['b'] }), patch({ names: ['a', 'b'] }));
    const view = foldRecentView(foldRecentView(emptyView(3), journal.entries.slice(0, 3)), journal.entries.slice(3));
    expect([seqsOf(view), view.isStale]).toEqual([[1, 4], false]);
  });

  it('keeps superseded claims', () => {
    const journal = new JournalOf();
    journal.write({ type: 'CLAIM', content: 'x' }, { type: 'CLAIM', content: 'x' });
    expect(foldRecentView(emptyView(3), journal.entries).items).toEqual(journal.gists);
  });

  it('is stale when a gist in it is redacted, and stays so', () => {
    const journal = new JournalOf();
    journal.write({}, {}, {});
    const view = foldRecentView(emptyView(2), journal.entries);
    const outside = foldRecentView(view, [entryOf(4, 'redaction', [{ seq: 1, relation: 'redacts' }])]);
    const inside = foldRecentView(view, [entryOf(4, 'redaction', [{ seq: 2, relation: 'redacts' }])]);
    expect([outside.isStale, inside.isStale]).toEqual([false, true]);
    expect(foldRecentView(inside, [entryOf(5, 'post', [])]).isStale).toBe(true);
  });

  it('is not stale again once it was built anew after a redaction', () => {
    const journal = new JournalOf();
    journal.write({}, {});
    journal.redact(2);
    const view = rebuild(journal.entries, 2);
    expect([view.isStale, foldRecentView(view, [entryOf(4, 'post', [])]).isStale]).toEqual([false, false]);
  });

  it('skips entries that it has, and is stale where some are missing', () => {
    const view = foldRecentView(emptyView(5), facts(3));
    expect(foldRecentView(view, facts(3))).toEqual(view);
    expect(foldRecentView(view, facts(4))).toEqual(foldRecentView(emptyView(5), facts(4)));
    expect(foldRecentView(view, facts(4)).isStale).toBe(false);
    expect(foldRecentView(view, facts(5).slice(4)).isStale).toBe(true);
  });

  it('counts entries of other kinds in its head only', () => {
    const view = foldRecentView(emptyView(5), [entryOf(1, 'board', []), gistOf({ seq: 2 }), entryOf(3, 'post', [])]);
    expect([view.head, seqsOf(view)]).toEqual([3, [2]]);
  });

  it('built from rows leaves what lies above its head to the fold', () => {
    const journal = new JournalOf();
    journal.write({}, patch({ workLabel: 'w' }));
    const before = foldRecentView(emptyView(5), journal.entries);
    journal.write(patch({ workLabel: 'w' }));
    const late = viewFromRows({ ...rowsOf(journal.entries, 5, 9), head: 2 });
    expect(late).toEqual(before);
    expect(foldRecentView(late, journal.entries)).toEqual(rebuild(journal.entries, 5));
  });

  it('built from too few rows is stale', () => {
    expect(viewFromRows({ ...rowsOf(facts(3), 3, 2) }).isStale).toBe(true);
    expect(viewFromRows({ ...rowsOf(facts(3), 2, 2) }).isStale).toBe(false);
  });
});

describe('law: a view is a function of the journal', () => {
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 });
  const note = fc.record({
    kind: fc.constant('note' as const),
    type: fc.constantFrom('FACT', 'FAIL', 'CLAIM', 'PATCH_SUMMARY', 'PATCH_SUMMARY', 'PATCH_SUMMARY'),
    author: fc.constantFrom('alice', 'alice', 'bob'),
    workLabel: fc.constantFrom(null, null, 'w1'),
    content: fc.constantFrom('x', 'y'),
    isFinal: fc.boolean(),
    names,
    invalidates: fc.option(fc.integer({ min: 1, max: 30 }), { freq: 3 }),
  });
  const other = fc.record({
    kind: fc.constantFrom('release' as const, 'redact' as const, 'post' as const),
    back: fc.integer({ min: 0, max: 7 }),
  });
  const steps = fc.array(fc.oneof({ weight: 4, arbitrary: note }, { weight: 1, arbitrary: other }), { maxLength: 40 });
  type Step = typeof steps extends fc.Arbitrary<readonly (infer Item)[]> ? Item : never;

  function take(journal: JournalOf, step: Step): void {
    if (step.kind === 'note') return void journal.write(step);
    const seq = journal.head - step.back;
    if (step.kind === 'post' || seq < 1) journal.append('post');
    else if (step.kind === 'release') journal.release(seq);
    else journal.redact(seq);
  }

  it('folded in any batches, from the start, and from stored rows, it is the same', () => {
    const run = fc.record({ steps, limit: fc.integer({ min: 1, max: 6 }), batch: fc.integer({ min: 1, max: 7 }) });
    fc.assert(
      fc.property(run, fc.integer({ min: 0, max: 40 }), ({ steps: all, limit, batch }, restart) => {
        const journal = new JournalOf();
        let view = emptyView(limit);
        all.forEach((step, place) => {
          take(journal, step);
          if (place === restart) view = rebuild(journal.entries, limit);
          if (place % batch !== 0) return;
          view = foldRecentView(view, journal.entries.slice(view.head));
          if (view.isStale) view = rebuild(journal.entries, limit);
          expect(view.items).toEqual(windowOf(journal, limit));
        });
        expect(rebuild(journal.entries, limit).items).toEqual(windowOf(journal, limit));
        expect(foldRecentView(emptyView(limit), journal.entries).items).toEqual(windowOf(journal, limit));
        if (view.isComplete && view.head === journal.head) expect(view.items).toEqual(windowOf(journal, 99));
      }),
      { numRuns: 400 },
    );
  });
});

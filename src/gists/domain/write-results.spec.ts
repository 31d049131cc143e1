import { describe, expect, it } from '@jest/globals';
import { gistOf } from '../../../test/factories/gists.js';
import type { NoteVerdict, VerifiedNote } from './note-types.js';
import type { RelatedDraft } from './relate.js';
import { writeResults } from './write-results.js';

const admitted = (note: Partial<VerifiedNote> = {}): NoteVerdict => ({
  status: 'admitted',
  note: {
    type: 'FACT',
    content: 'x',
    detail: null,
    searchText: 'x',
    workLabel: null,
    isTruncated: false,
    ttlS: null,
    isFinal: false,
    invalidates: null,
    names: [],
    warnings: [],
    ...note,
  },
});
const written = (seq: number, overlaps: readonly string[] = []): RelatedDraft => ({ gist: gistOf({ seq }), overlaps });

const IGNORED: NoteVerdict = { status: 'ignored', code: 'none_token', message: 'leave it out' };
const REJECTED: NoteVerdict = { status: 'rejected', code: 'empty', message: 'write one line' };

describe('writeResults', () => {
  it('of nothing is nothing', () => {
    expect(writeResults([], [])).toEqual([]);
  });

  it('gives labels to admitted notes alone, in their order', () => {
    expect(writeResults([IGNORED, admitted(), REJECTED, admitted()], [written(7), written(8)])).toEqual([
      { index: 0, status: 'ignored', code: 'none_token', message: 'leave it out' },
      { index: 1, status: 'admitted', label: 'G7' },
      { index: 2, status: 'rejected', code: 'empty', message: 'write one line' },
      { index: 3, status: 'admitted', label: 'G8' },
    ]);
  });

  it('says what was cut, what to know, and what overlaps, and nothing where there is nothing', () => {
    const verdicts = [admitted({ isTruncated: true, warnings: ['no files'] }), admitted()];
    expect(writeResults(verdicts, [written(1, ['G3']), written(2)])).toEqual([
      { index: 0, status: 'admitted', label: 'G1', truncated: true, warnings: ['no files'], overlaps: ['G3'] },
      { index: 1, status: 'admitted', label: 'G2' },
    ]);
  });

  it.each([
    [20, 20],
    [21, 20],
  ])('of %i overlaps names %i', (count, named) => {
    const labels = Array.from({ length: count }, (_, place) => `G${place + 1}`);
    expect(writeResults([admitted()], [written(99, labels)])[0]?.overlaps).toEqual(labels.slice(0, named));
  });
});

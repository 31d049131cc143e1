import { describe, expect, it } from '@jest/globals';
import { agent, NOON } from '../../../test/factories/gists.js';
import { draftOfGist, gistOfNote, type NotePlace } from './gist-of-note.js';
import type { VerifiedNote } from './note-types.js';

const PLACE: NotePlace = { seq: 7, author: agent('alice'), nowMs: NOON, claimTtlS: 60 };

const noteOf = (note: Partial<VerifiedNote> = {}): VerifiedNote => ({
  type: 'FACT',
  content: 'Retry lives in src/a.ts',
  detail: null,
  searchText: 'retry lives in src/a.ts',
  workLabel: null,
  isTruncated: false,
  ttlS: null,
  isFinal: false,
  invalidates: null,
  names: [],
  warnings: [],
  ...note,
});

describe('the gist of a note', () => {
  it('has the place, time and author that it is written with', () => {
    expect(gistOfNote(noteOf({ workLabel: 'w1' }), PLACE)).toMatchObject({
      seq: 7,
      kind: 'gist',
      type: 'FACT',
      author: 'alice',
      recipient: null,
      workLabel: 'w1',
      refs: [],
      content: 'Retry lives in src/a.ts',
      searchText: 'retry lives in src/a.ts',
      hasDetail: false,
      data: {},
      createdAtMs: NOON,
    });
  });

  it('is searched by the whole text, not by what was left of it', () => {
    const cut = noteOf({ content: 'retry…', detail: 'retry lives', searchText: 'retry lives', isTruncated: true });
    expect(gistOfNote(cut, PLACE)).toMatchObject({
      content: 'retry…',
      searchText: 'retry lives',
      hasDetail: true,
      data: { truncated: true },
    });
  });

  it.each<[string, Partial<VerifiedNote>, object]>([
    ['a claim ends after its own time', { type: 'CLAIM', ttlS: 2 }, { expires_at: NOON + 2_000 }],
    ['a claim ends after the default time', { type: 'CLAIM' }, { expires_at: NOON + 60_000 }],
    [
      'a claim keeps its names',
      { type: 'CLAIM', names: ['src/a.ts'] },
      { expires_at: NOON + 60_000, names: ['src/a.ts'] },
    ],
    [
      'a final patch is so',
      { type: 'PATCH_SUMMARY', isFinal: true, names: ['a.ts'] },
      { final: true, names: ['a.ts'] },
    ],
    ['a patch that is not final says nothing of it', { type: 'PATCH_SUMMARY' }, {}],
  ])('%s', (_, note, data) => {
    expect(gistOfNote(noteOf(note), PLACE).data).toEqual(data);
  });
});

describe('the draft of a gist', () => {
  it('carries what was decided of it, and the detail of its note', () => {
    const note = noteOf({ type: 'PATCH_SUMMARY', detail: 'all of it', workLabel: 'w1' });
    const gist = gistOfNote(note, PLACE);
    const refs = [{ seq: 3, relation: 'supersedes' as const }];
    const related = { ...gist, refs, data: { ...gist.data, fails_before: 2 } };
    expect(draftOfGist(related, note)).toEqual({
      kind: 'gist',
      type: 'PATCH_SUMMARY',
      author: 'alice',
      content: 'Retry lives in src/a.ts',
      workLabel: 'w1',
      searchText: 'retry lives in src/a.ts',
      detail: 'all of it',
      refs,
      data: { fails_before: 2 },
    });
  });
});

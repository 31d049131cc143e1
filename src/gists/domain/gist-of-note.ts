import type { EntryDraft } from '../../journal/domain/entry-draft.js';
import { entryOf } from '../../journal/domain/entry-draft.js';
import type { AgentName, Seq } from '../../kernel/ids.js';
import { claimExpiry } from './claims.js';
import type { Gist, GistData, VerifiedNote } from './note-types.js';

/** When, by whom and at which place a verified note is written. */
export interface NotePlace {
  readonly seq: Seq;
  readonly author: AgentName;
  readonly nowMs: number;
  /** Seconds that a claim lives which does not say. */
  readonly claimTtlS: number;
}

/** The gist that a note becomes, before it is decided how it bears on others. */
export function gistOfNote(note: VerifiedNote, place: NotePlace): Gist {
  const data = dataOf(note, place);
  const entry = entryOf(draftOf(note, place.author), place.seq, place.nowMs);
  return { ...entry, kind: 'gist', type: note.type, data };
}

/** The draft of a gist once its refs are decided. */
export const draftOfGist = (gist: Gist, note: VerifiedNote): EntryDraft => ({
  ...draftOf(note, gist.author),
  refs: gist.refs,
  data: gist.data,
});

const draftOf = (note: VerifiedNote, author: AgentName): EntryDraft => ({
  kind: 'gist',
  type: note.type,
  author,
  content: note.content,
  workLabel: note.workLabel,
  searchText: note.searchText,
  detail: note.detail,
});

const dataOf = (note: VerifiedNote, { nowMs, claimTtlS }: NotePlace): GistData & Gist['data'] => ({
  ...(note.isTruncated ? { truncated: true } : {}),
  ...(note.type === 'CLAIM' ? { expires_at: claimExpiry(nowMs, note.ttlS ?? claimTtlS) } : {}),
  ...(note.isFinal ? { final: true } : {}),
  ...(note.names.length > 0 ? { names: note.names } : {}),
});

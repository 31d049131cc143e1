import type { AgentName, Seq } from '../../kernel/ids.js';
import { searchText } from '../../kernel/text.js';
import type { EntryKind, EntryRef, JournalEntry, JsonObject } from './journal-entry.js';

/** An entry before it has its place and time. What is absent is none. */
export interface EntryDraft {
  readonly kind: EntryKind;
  readonly type: string;
  readonly author: AgentName;
  readonly content: string;
  readonly recipient?: AgentName | null;
  readonly workLabel?: string | null;
  readonly refs?: readonly EntryRef[];
  /** Given where it is not `searchText(content)`: the content of a gist may be cut. */
  readonly searchText?: string;
  readonly detail?: string | null;
  readonly data?: JsonObject;
}

/** An entry as it goes into the database. */
export interface NewEntry extends JournalEntry {
  readonly detail: string | null;
}

export const entryOf = (draft: EntryDraft, seq: Seq, createdAtMs: number): NewEntry => ({
  seq,
  kind: draft.kind,
  type: draft.type,
  author: draft.author,
  recipient: draft.recipient ?? null,
  workLabel: draft.workLabel ?? null,
  refs: draft.refs ?? [],
  content: draft.content,
  searchText: draft.searchText ?? searchText(draft.content),
  hasDetail: (draft.detail ?? null) !== null,
  data: draft.data ?? {},
  createdAtMs,
  detail: draft.detail ?? null,
});

import type { AgentName } from '../kernel/ids.js';
import { foldedStart } from '../kernel/text.js';
import { instantMs, instantText, type SqlRow, type SqlValue } from '../platform/database/dialect.js';
import type { NewEntry } from './domain/entry-draft.js';
import type { EntryKind, EntryRef, JournalEntry, JsonObject, Relation } from './domain/journal-entry.js';

/** The columns of an entry, in the order of `entryValues`. */
export const ENTRY_COLUMNS = [
  'board_id',
  'seq',
  'kind',
  'type',
  'author',
  'recipient',
  'work_label',
  'refs',
  'content',
  'search_text',
  'has_detail',
  'data',
  'created_at',
] as const;

export const DETAIL_COLUMNS = ['board_id', 'seq', 'body', 'search_body'] as const;
export const REF_COLUMNS = ['board_id', 'target_seq', 'seq', 'relation'] as const;

/** The most code points of a detail that can be searched. */
const DETAIL_SEARCH_LIMIT = 65_536;

/** Text columns with our own JSON: a database's json type changes numbers and the order of keys. */
export const entryValues = (boardId: number, entry: NewEntry): readonly SqlValue[] => [
  boardId,
  entry.seq,
  entry.kind,
  entry.type,
  entry.author,
  entry.recipient,
  entry.workLabel,
  entry.refs.length === 0 ? null : JSON.stringify(entry.refs.map((ref) => [ref.seq, ref.relation])),
  entry.content,
  entry.searchText,
  entry.hasDetail ? 1 : 0,
  Object.keys(entry.data).length === 0 ? null : JSON.stringify(entry.data),
  instantText(entry.createdAtMs),
];

export const detailValues = (boardId: number, entry: NewEntry): readonly SqlValue[] => {
  const body = entry.detail ?? '';
  return [boardId, entry.seq, body, foldedStart(body, DETAIL_SEARCH_LIMIT)];
};

export const refValues = (boardId: number, entry: NewEntry): readonly (readonly SqlValue[])[] =>
  entry.refs.map((ref) => [boardId, ref.seq, entry.seq, ref.relation]);

/** The only parser of stored entries: what the writer wrote is trusted to be of its type. */
export function entryOfRow(row: SqlRow): JournalEntry {
  const refs = row.refs === null ? [] : (JSON.parse(String(row.refs)) as readonly [number, Relation][]);
  return {
    seq: Number(row.seq),
    kind: row.kind as EntryKind,
    type: String(row.type),
    author: row.author as AgentName,
    recipient: row.recipient as AgentName | null,
    workLabel: row.work_label as string | null,
    refs: refs.map(([seq, relation]): EntryRef => ({ seq, relation })),
    content: String(row.content),
    searchText: String(row.search_text),
    hasDetail: Number(row.has_detail) === 1,
    data: row.data === null ? {} : (JSON.parse(String(row.data)) as JsonObject),
    createdAtMs: instantMs(row.created_at),
  };
}

import { SYSTEM, SYSTEM_MESSAGES } from '../../coordination/leases/domain/lease-entries.js';
import { capOf, NOTE_TYPES, type NoteType } from '../../gists/domain/note-types.js';
import type { NewEntry } from '../../journal/domain/entry-draft.js';
import type { EntryKind, EntryRef, Relation } from '../../journal/domain/journal-entry.js';
import { fileNameOf } from '../../kernel/file-name.js';
import type { AgentName, Seq } from '../../kernel/ids.js';
import { WORK_LABEL } from '../../kernel/names.js';
import { codePointCount, SEARCH_TEXT_LIMIT, searchText } from '../../kernel/text.js';
import { artifactTypeOf } from './parse-artifact.js';
import { dataOf } from './parse-data.js';
import { blockOf, type Fields, instantOf, integerOf, LineFault, oneOf, refuseOthers, textOf } from './line-fields.js';
import { nameOnBoardOf } from './names.js';

const KINDS: Readonly<Record<EntryKind, true>> = {
  gist: true,
  release: true,
  post: true,
  edit: true,
  deletion: true,
  reaction: true,
  redaction: true,
  member: true,
  token: true,
  board: true,
  fact: true,
  proposal: true,
  answer: true,
  lease: true,
  file: true,
  goal: true,
  artifact: true,
};
const RELATIONS: Readonly<Record<Relation, true>> = {
  supersedes: true,
  invalidates: true,
  releases: true,
  renews: true,
  redacts: true,
  copies: true,
  edits: true,
  deletes: true,
  replaces: true,
  reacts: true,
  replies: true,
  answers: true,
};
const KNOWN = [
  ...['seq', 'at', 'kind', 'type', 'author', 'to', 'delegation_id', 'refs'],
  ...['content', 'search_text', 'detail', 'data'],
];
/** Code points of what is no gist; more than any message, since secrets are replaced after it is measured. */
const LONGEST_CONTENT = 16_000;
/** Their texts may have several lines. */
const OF_SEVERAL_LINES: ReadonlySet<EntryKind> = new Set<EntryKind>(['post', 'edit', 'proposal', 'answer', 'goal']);
/** What could end a line of what we render, or turn its order round: the service lets none of it in either. */
const FORGING = /[\u0000-\u001F\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/;

/** The entry that a line holds, held to what the service itself would have written. Throws `LineFault`. */
export function entryOfFields(fields: Fields): NewEntry {
  refuseOthers(fields, KNOWN);
  const seq = integerOf(fields, 'seq', 1);
  const kind = oneOf(fields, 'kind', Object.keys(KINDS) as EntryKind[]);
  const type =
    kind === 'gist'
      ? oneOf(fields, 'type', NOTE_TYPES)
      : kind === 'artifact'
        ? artifactTypeOf(fields)
        : textOf(fields, 'type', { pattern: /^[a-z][a-z._]{0,31}$/, is: 'a word of small letters' });
  if (kind === 'gist' && has(fields, 'to')) throw new LineFault('to', 'belongs to no gist: those are for all');
  const content = contentOf(fields, kind, type);
  const data = dataOf(fields, kind, type);
  // Without a digest it was redacted, and its name with it.
  if (kind === 'file' && Object.hasOwn(data, 'sha256') && fileNameOf(content).isPlain !== true)
    throw new LineFault('content', 'is no plain file name');
  const detail = has(fields, 'detail') ? blockOf(fields, 'detail') : null;
  return {
    seq,
    kind,
    type,
    author: authorOf(fields, kind, type),
    recipient: has(fields, 'to') ? (nameOnBoardOf(fields, 'to') as AgentName) : null,
    workLabel: has(fields, 'delegation_id')
      ? textOf(fields, 'delegation_id', { pattern: WORK_LABEL, is: 'a work label' })
      : null,
    refs: refsOf(fields, seq),
    content,
    searchText: has(fields, 'search_text') ? searchTextOf(fields) : searchText(content),
    hasDetail: detail !== null,
    data,
    createdAtMs: instantOf(fields, 'at'),
    detail,
  };
}

/** Some messages are the service's own, which writes under a name that no agent has. */
const authorOf = (fields: Fields, kind: EntryKind, type: string): AgentName =>
  kind === 'post' && SYSTEM_MESSAGES.some((own) => own === type)
    ? oneOf(fields, 'author', [SYSTEM])
    : (nameOnBoardOf(fields, 'author') as AgentName);

const has = (fields: Fields, path: string): boolean => Object.hasOwn(fields, path);

function contentOf(fields: Fields, kind: EntryKind, type: string): string {
  const content = OF_SEVERAL_LINES.has(kind) ? blockOf(fields, 'content') : lineOf(fields, 'content');
  const limit = kind === 'gist' ? capOf(type as NoteType) : LONGEST_CONTENT;
  if (codePointCount(content) > limit) throw new LineFault('content', `is longer than ${limit} characters`);
  return content;
}

function lineOf(fields: Fields, path: string): string {
  const text = textOf(fields, path, { is: 'text' });
  if (FORGING.test(text)) throw new LineFault(path, 'holds control characters or line breaks that no entry has');
  return text;
}

function searchTextOf(fields: Fields): string {
  const text = lineOf(fields, 'search_text');
  if (codePointCount(text) <= SEARCH_TEXT_LIMIT) return text;
  throw new LineFault('search_text', `is longer than ${SEARCH_TEXT_LIMIT} characters`);
}

function refsOf(fields: Fields, seq: Seq): readonly EntryRef[] {
  if (!has(fields, 'refs')) return [];
  const { refs } = fields;
  if (!Array.isArray(refs) || refs.length === 0) throw new LineFault('refs', 'must be a list of [seq, relation]');
  const relations = Object.keys(RELATIONS) as Relation[];
  const read = refs.map((ref: unknown, index): EntryRef => {
    const [target, relation, ...more] = Array.isArray(ref) ? (ref as readonly unknown[]) : [];
    if (more.length > 0) throw new LineFault(`refs.${index}`, 'must be [seq, relation]');
    const pair = { [`refs.${index}.0`]: target, [`refs.${index}.1`]: relation };
    return {
      seq: integerOf(pair, `refs.${index}.0`, 1, seq - 1),
      relation: oneOf(pair, `refs.${index}.1`, relations),
    };
  });
  if (new Set(read.map((ref) => ref.seq)).size < read.length) throw new LineFault('refs', 'names one entry twice');
  return read;
}

import { seqOfLabel } from '../../kernel/label.js';
import { WORK_LABEL } from '../../kernel/names.js';
import { redactSecrets } from '../../kernel/secrets.js';
import { capText, normaliseBlock, normaliseLine, searchText } from '../../kernel/text.js';
import { judgeEvidence } from './evidence.js';
import { namesIn, namesOfFiles } from './names.js';
import { isNoneToken } from './none-tokens.js';
import { NOTE_TYPES, capOf } from './note-types.js';
import type { NoteDraft, NoteRefusal, NoteType, NoteVerdict, VerifiedNote } from './note-types.js';
import type { RefusedLine } from './parse-notes.js';
import { parsePatchFields, type PatchFields } from './patch-fields.js';
import * as messages from './verify-note-messages.js';

const LONGEST_TTL_S = 86_400;
/** Bytes of UTF-8, after normalising. */
const LARGEST_DETAIL = 64 * 1024;

type Rejected = Extract<NoteVerdict, { status: 'rejected' }>;

/** What is left of a draft after the checks that look at one value each. */
interface CleanNote {
  readonly draft: NoteDraft;
  readonly type: NoteType;
  /** One line, secrets redacted, not cut. */
  readonly text: string;
  /** Secrets redacted; empty: none. */
  readonly detail: string;
  readonly fields: PatchFields | undefined;
  readonly secretKinds: readonly string[];
}

/**
 * Admits, ignores or rejects one note of the right JSON shape: type, normalise, none-token, values, secrets, evidence,
 * cap. The only place where these rules stand. Whether the target of `invalidates` exists is for the caller to check.
 */
export function verifyNote(draft: NoteDraft): NoteVerdict {
  const type = noteTypeOf(draft.type);
  if (type === undefined) return reject('unknown_type', messages.unknownType(draft.type));
  // What is cut is kept as the detail, so it may be as long as one.
  const contentBytes = Buffer.byteLength(draft.content, 'utf8');
  if (contentBytes > LARGEST_DETAIL) return reject('detail_too_large', messages.contentTooLarge(contentBytes));
  const content = normaliseLine(draft.content);
  if (content === '') return reject('empty', messages.EMPTY);
  if (isNoneToken(content)) return { status: 'ignored', code: 'none_token', message: messages.NOTHING_SAID };
  const detail = normaliseBlock(draft.detail ?? '');
  const wrongValue = checkValues(draft, Buffer.byteLength(detail, 'utf8'));
  if (wrongValue !== undefined) return wrongValue;
  const note = cleanNote(draft, type, { content, detail: detail.trim() === '' ? '' : detail });
  const evidence = note.fields === undefined ? undefined : judgeEvidence(note.fields.evidence);
  if (evidence?.ok === false) return reject('placeholder_evidence', messages.placeholderEvidence(evidence.phrase));
  return { status: 'admitted', note: capNote(note) };
}

/**
 * One verdict for each draft or refused line of a request, in order. An exact repeat of an admitted note of the same
 * request (all that would be stored is the same) is ignored.
 */
export function verifyNotes(drafts: readonly (NoteDraft | RefusedLine)[]): readonly NoteVerdict[] {
  const admitted = new Map<string, { readonly note: VerifiedNote; readonly index: number }[]>();
  return drafts.map((draft, index) => {
    const verdict = 'status' in draft ? reject(draft.code, draft.message) : verifyNote(draft);
    if (verdict.status !== 'admitted') return verdict;
    const { note } = verdict;
    const alike = admitted.get(note.content) ?? [];
    const first = alike.find((earlier) => isSameNote(earlier.note, note));
    if (first !== undefined)
      return { status: 'ignored', code: 'duplicate_in_request', message: messages.repeats(first.index) };
    admitted.set(note.content, [...alike, { note, index }]);
    return verdict;
  });
}

/** Whether all that would be stored of two notes is the same. */
const isSameNote = (one: VerifiedNote, other: VerifiedNote): boolean =>
  JSON.stringify({ ...one, warnings: [] }) === JSON.stringify({ ...other, warnings: [] });

const reject = (code: NoteRefusal, message: string): Rejected => ({ status: 'rejected', code, message });

function noteTypeOf(text: string): NoteType | undefined {
  const upper = text.trim().toUpperCase();
  return NOTE_TYPES.find((type) => type === upper);
}

/** A wrong value rejects the note even on a type that has no use for the field: its author meant something by it. */
function checkValues(draft: NoteDraft, detailBytes: number): Rejected | undefined {
  const { ttl_s: ttlS, delegation_id: workLabel, invalidates } = draft;
  if (ttlS !== undefined && !(Number.isInteger(ttlS) && ttlS >= 1 && ttlS <= LONGEST_TTL_S))
    return reject('bad_ttl', messages.badTtl(ttlS));
  if (workLabel !== undefined && !WORK_LABEL.test(workLabel))
    return reject('bad_delegation_id', messages.badWorkLabel(workLabel));
  if (invalidates !== undefined && seqOfLabel(invalidates.trim()) === undefined)
    return reject('bad_target', messages.badTarget(invalidates));
  if (detailBytes > LARGEST_DETAIL) return reject('detail_too_large', messages.detailTooLarge(detailBytes));
  return undefined;
}

function cleanNote(
  draft: NoteDraft,
  type: NoteType,
  given: { readonly content: string; readonly detail: string },
): CleanNote {
  const content = redactSecrets(given.content);
  const detail = redactSecrets(given.detail);
  return {
    draft,
    type,
    text: content.text,
    detail: detail.text,
    fields: type === 'PATCH_SUMMARY' ? parsePatchFields(content.text) : undefined,
    secretKinds: [...new Set([...content.kinds, ...detail.kinds])],
  };
}

function capNote(note: CleanNote): VerifiedNote {
  const { draft, type, text, detail } = note;
  const capped = capText(text, capOf(type));
  // The whole text comes first, so that unfolding a cut note begins with what was cut.
  const kept = [capped.isCut ? text : '', detail].filter((part) => part !== '').join('\n\n');
  const target = type === 'FAIL' && draft.invalidates !== undefined ? seqOfLabel(draft.invalidates.trim()) : undefined;
  return {
    type,
    content: capped.text,
    detail: kept === '' ? null : kept,
    searchText: searchText(text),
    workLabel: draft.delegation_id ?? null,
    isTruncated: capped.isCut,
    ttlS: type === 'CLAIM' ? (draft.ttl_s ?? null) : null,
    isFinal: type === 'PATCH_SUMMARY' && draft.final === true,
    invalidates: target ?? null,
    names: namesOf(note),
    warnings: warningsOf(note),
  };
}

function namesOf({ type, text, fields }: CleanNote): readonly string[] {
  switch (type) {
    case 'PATCH_SUMMARY':
      return namesOfFiles(fields?.files ?? '');
    case 'FAIL':
    case 'CLAIM':
      return namesIn(text);
    case 'FACT':
    case 'OBSERVED':
      return [];
  }
}

function warningsOf({ draft, type, fields, secretKinds }: CleanNote): readonly string[] {
  const warnings = secretKinds.map(messages.secretRedacted);
  if (fields !== undefined && fields.files === undefined) warnings.push(messages.missingField('files'));
  if (fields !== undefined && fields.idea === undefined) warnings.push(messages.missingField('idea'));
  if (draft.ttl_s !== undefined && type !== 'CLAIM') warnings.push(messages.unusedField('ttl_s', 'CLAIM'));
  if (draft.final === true && type !== 'PATCH_SUMMARY') warnings.push(messages.unusedField('final', 'PATCH_SUMMARY'));
  if (draft.invalidates !== undefined && type !== 'FAIL') warnings.push(messages.unusedField('invalidates', 'FAIL'));
  return warnings;
}

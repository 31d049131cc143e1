import { cutCodePoints, normaliseLine } from '../../kernel/text.js';
import type { NoteType } from './note-types.js';

/** What a refusal teaches: what was wrong, what to write instead, an example. */
const TYPE_LIST = 'FACT, OBSERVED, FAIL, CLAIM or PATCH_SUMMARY';
const NOTE_EXAMPLE = 'FACT retry budget lives in src/net/retry.ts';
const PATCH_EXAMPLE =
  'files=src/net/retry.ts | idea=cap the backoff | evidence=npm test -- retry: 12 passed | risk=slower first retry';

/** An agent's own text inside a message: one line, short, in quotes. */
const quoted = (text: string): string => JSON.stringify(cutCodePoints(normaliseLine(text), 40));

export const unknownType = (type: string): string =>
  `${quoted(type)} is no type of note. Use ${TYPE_LIST}, for example {"type": "FACT", "content": "retry budget lives in src/net/retry.ts"}.`;

export const unknownTypeAt = (place: string, word: string): string =>
  `${place}: ${quoted(word)} is no type of note. Begin each note with ${TYPE_LIST}, for example "${NOTE_EXAMPLE}".`;

export const noTypeAt = (place: string): string =>
  `${place}: there is no type, and no note before it that it could continue. Begin each note with ${TYPE_LIST}, for example "${NOTE_EXAMPLE}".`;

export const EMPTY = `The content is empty. Write one line that helps another agent, for example "${NOTE_EXAMPLE}".`;

export const NOTHING_SAID = 'The content says only that there is nothing to say, so no note was made. Leave it out.';

export const repeats = (index: number): string =>
  `This repeats note ${index} of the same request, which stands. Send each note once.`;

export const badTtl = (ttlS: number): string =>
  `ttl_s is ${ttlS}, but must be a whole number of seconds from 1 to 86400, for example 3600 for one hour.`;

export const badWorkLabel = (workLabel: string): string =>
  `delegation_id is ${quoted(workLabel)}, but must be 1 to 64 characters of A-Z a-z 0-9 . _ : / # -, for example "issue-42/retry".`;

export const badTarget = (target: string): string =>
  `invalidates is ${quoted(target)}, but must be the label of a PATCH_SUMMARY of this board, for example "G41".`;

export const detailTooLarge = (bytes: number): string =>
  `The detail has ${bytes} bytes, and 65536 (64 KiB of UTF-8) is the most. Keep what matters, for example the last 200 lines of a log, and say where the rest is.`;

export const contentTooLarge = (bytes: number): string =>
  `The content has ${bytes} bytes, and 65536 (64 KiB of UTF-8) is the most that is kept of a note. Write one line, and what matters of the rest as its detail.`;

export const placeholderEvidence = (phrase: string): string =>
  `${phrase === '' ? 'The patch has no evidence' : `The evidence says ${quoted(phrase)}, which is a placeholder and not a result`}. ` +
  `Run a check and write what you ran and what came out, for example "${PATCH_EXAMPLE}".`;

export const secretRedacted = (kind: string): string =>
  `A secret (${kind}) was replaced by [redacted:${kind}]. If it was real, revoke it.`;

export const missingField = (field: 'files' | 'idea'): string =>
  field === 'files'
    ? 'The patch names no files. Add "files=src/net/retry.ts" so that others see what it touches.'
    : 'The patch has no idea. Add "idea=cap the backoff" so that others see what it tries.';

export const unusedField = (field: string, only: NoteType): string =>
  `${field} was ignored, because only a ${only} has a use for it.`;

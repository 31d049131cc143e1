import type { JsonObject } from '../../journal/domain/journal-entry.js';
import { jsonText, redactedJson } from '../../journal/domain/json-text.js';
import { redactSecrets } from '../../kernel/secrets.js';
import { codePointCount, normaliseBlock } from '../../kernel/text.js';
import { badRequest, Problem } from '../../kernel/problem.js';

/** Code points, after normalising; of a JSON object its serialization. */
export const MAX_BODY = 4_000;

/** UTF-16 units as sent: more can't become a body, and need not be normalised to find that out. */
const MAX_RAW = 8 * MAX_BODY;

/** What a message is kept as. */
export interface MessageBody {
  readonly content: string;
  /** The content is the serialization of a JSON object. */
  readonly isJson: boolean;
}

/** Of a text or a JSON object. Throws `bad_request` (empty, or a value that can't be kept) or `too_large`. */
export const messageBody = (body: string | JsonObject): MessageBody =>
  typeof body === 'string'
    ? { content: messageText(body), isJson: false }
    : { content: messageJson(body), isJson: true };

/** A message's text as it is kept: normalised, secrets redacted. Throws `bad_request` (empty) or `too_large`. */
export function messageText(text: string): string {
  if (text.length > MAX_RAW) throw tooLong(codePointCount(text));
  const body = normaliseBlock(text).trim();
  if (body === '') throw badRequest('body', 'is empty; write what the other should know');
  const length = codePointCount(body);
  if (length > MAX_BODY) throw tooLong(length);
  return redactSecrets(body).text;
}

function messageJson(value: JsonObject): string {
  const json = jsonText(value, 'body');
  const length = codePointCount(json);
  if (length > MAX_BODY) throw tooLong(length);
  return redactedJson(json, 'body');
}

const tooLong = (length: number): Problem =>
  new Problem(
    'too_large',
    `body: has ${length} characters; ${MAX_BODY} are the most. Attach it as a file, or write a gist with a detail, and name its label.`,
    { errors: [{ path: 'body', message: `must be at most ${MAX_BODY} characters` }] },
  );

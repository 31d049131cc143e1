import { redactSecrets } from '../../kernel/secrets.js';
import { codePointCount, normaliseBlock } from '../../kernel/text.js';
import { badRequest, Problem } from '../../kernel/problem.js';

/** Code points, after normalising. */
export const MAX_BODY = 4_000;

/** UTF-16 units as sent: more can't become a body, and need not be normalised to find that out. */
const MAX_RAW = 8 * MAX_BODY;

/** A message's text as it is kept: normalised, secrets redacted. Throws `bad_request` (empty) or `too_large`. */
export function messageBody(text: string): string {
  if (text.length > MAX_RAW) throw tooLong(codePointCount(text));
  const body = normaliseBlock(text).trim();
  if (body === '') throw badRequest('body', 'is empty; write what the other should know');
  const length = codePointCount(body);
  if (length > MAX_BODY) throw tooLong(length);
  return redactSecrets(body).text;
}

const tooLong = (length: number): Problem =>
  new Problem(
    'too_large',
    `body: has ${length} characters; ${MAX_BODY} are the most. Write a gist with a detail instead, and name its label.`,
    { errors: [{ path: 'body', message: `must be at most ${MAX_BODY} characters` }] },
  );

import type { Json } from '../../../journal/domain/journal-entry.js';
import { badRequest, Problem } from '../../../kernel/problem.js';
import { redactSecrets } from '../../../kernel/secrets.js';
import { codePointCount } from '../../../kernel/text.js';

/** Letters, digits, `.`, `_`, `:`, `-`; at most 128; starts and ends with a letter or digit. Case counts. */
export const FACT_KEY = /^[A-Za-z0-9](?:[A-Za-z0-9._:-]{0,126}[A-Za-z0-9])?$/;
export const FACT_KEY_FORM =
  'must be 1-128 letters, digits, ".", "_", ":" or "-", the first and the last a letter or digit';

/** Of the value as JSON, in code points. */
export const MAX_VALUE = 4_000;

/** What JSON leaves as it is and could end a line of what is rendered, turn its order round, or can't be seen. */
const ESCAPED = /[\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/g;

/**
 * A value as it is kept: its JSON on one line, in the order of its keys, secrets redacted. Throws `bad_request` (a number
 * that would come back as another one, a secret that can't be taken out), `too_large`.
 */
export function factText(value: Json): string {
  refuseInexact(value, 'value');
  const json = JSON.stringify(value).replace(ESCAPED, escapeOf);
  const length = codePointCount(json);
  if (length > MAX_VALUE) {
    const detail = `value: is JSON of ${length} characters; ${MAX_VALUE} are the most. Keep it in a file and set the fact to where it is.`;
    throw new Problem('too_large', detail, {
      errors: [{ path: 'value', message: `must be JSON of at most ${MAX_VALUE} characters` }],
    });
  }
  const { text } = redactSecrets(json);
  if (isJson(text)) return text;
  throw badRequest('value', 'holds what looks like a secret; leave it out, and say where it is kept');
}

/** Half of the characters beyond 16 bits are none of those that are escaped, so each is one unit. */
const escapeOf = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** `1e400` and integers beyond 2^53 are other numbers by the time that we see them. */
function refuseInexact(value: Json, path: string): void {
  if (typeof value === 'number') {
    if (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))) return;
    throw badRequest(path, 'is a number that would not be kept exactly; give it as a string');
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, child] of Object.entries(value)) refuseInexact(child as Json, `${path}.${name}`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

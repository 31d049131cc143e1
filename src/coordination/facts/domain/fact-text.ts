import type { Json } from '../../../journal/domain/journal-entry.js';
import { jsonText, redactedJson } from '../../../journal/domain/json-text.js';
import { Problem } from '../../../kernel/problem.js';
import { codePointCount } from '../../../kernel/text.js';

/** Letters, digits, `.`, `_`, `:`, `-`; at most 128; starts and ends with a letter or digit. Case counts. */
export const FACT_KEY = /^[A-Za-z0-9](?:[A-Za-z0-9._:-]{0,126}[A-Za-z0-9])?$/;
export const FACT_KEY_FORM =
  'must be 1-128 letters, digits, ".", "_", ":" or "-", the first and the last a letter or digit';

/** Of the value as JSON, in code points. */
export const MAX_VALUE = 4_000;

/**
 * A value as it is kept: its JSON on one line, in the order of its keys, secrets redacted. Throws `bad_request` (a number
 * that would come back as another one, a secret that can't be taken out), `too_large`.
 */
export function factText(value: Json): string {
  const json = jsonText(value, 'value');
  const length = codePointCount(json);
  if (length > MAX_VALUE) {
    const detail = `value: is JSON of ${length} characters; ${MAX_VALUE} are the most. Keep it in a file and set the fact to where it is.`;
    throw new Problem('too_large', detail, {
      errors: [{ path: 'value', message: `must be JSON of at most ${MAX_VALUE} characters` }],
    });
  }
  return redactedJson(json, 'value');
}

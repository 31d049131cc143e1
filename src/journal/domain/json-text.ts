import { badRequest } from '../../kernel/problem.js';
import { redactSecrets } from '../../kernel/secrets.js';
import type { Json } from './journal-entry.js';

/** What JSON leaves as it is and could end a line of what is rendered, turn its order round, or can't be seen. */
const ESCAPED = /[\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/g;

/**
 * A value of a request as it is kept: its JSON on one line, in the order of its keys. `path` is its place in the request.
 * Throws `bad_request` for a number that would come back as another one.
 */
export function jsonText(value: Json, path: string): string {
  refuseInexact(value, path);
  return JSON.stringify(value).replace(ESCAPED, escapeOf);
}

/** The JSON with its secrets redacted. Throws `bad_request` where that leaves no JSON. */
export function redactedJson(json: string, path: string): string {
  const { text } = redactSecrets(json);
  if (isJson(text)) return text;
  throw badRequest(path, 'holds what looks like a secret; leave it out, and say where it is kept');
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

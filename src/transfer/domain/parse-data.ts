import type { GistData } from '../../gists/domain/note-types.js';
import type { EntryKind, Json, JsonObject } from '../../journal/domain/journal-entry.js';
import { type Fields, integerOf, isObject, LineFault, refuseOthers } from './line-fields.js';

const KNOWN: readonly (keyof GistData)[] = ['truncated', 'expires_at', 'final', 'names', 'fails_before'];
/** The last millisecond of the year 9999. */
const LATEST_MS = 253_402_300_799_999;
const MAX_NAMES = 50;
const LONGEST_NAME = 1_000;

/** What only gists have beside their text, in the order of the file. Throws `LineFault`. */
export function dataOf(fields: Fields, kind: EntryKind, type: string): JsonObject {
  const { data = {} } = fields;
  if (!isObject(data)) throw new LineFault('data', 'must be an object');
  refuseOthers(data, kind === 'gist' ? KNOWN : []);
  if (type === 'CLAIM' && kind === 'gist') integerOf(data, 'expires_at', 0, LATEST_MS);
  else if (Object.hasOwn(data, 'expires_at')) throw new LineFault('expires_at', 'belongs to a CLAIM only');
  for (const flag of ['truncated', 'final']) {
    if (Object.hasOwn(data, flag) && data[flag] !== true) throw new LineFault(flag, 'must be true, or left out');
  }
  if (Object.hasOwn(data, 'fails_before')) integerOf(data, 'fails_before', 0);
  if (Object.hasOwn(data, 'names') && !areNames(data.names)) throw new LineFault('names', 'must be a list of names');
  return data as Readonly<Record<string, Json>>;
}

const areNames = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length <= MAX_NAMES &&
  value.every((name) => typeof name === 'string' && name.length <= LONGEST_NAME && name.isWellFormed());

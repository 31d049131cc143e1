import { FACT_KEY, FACT_KEY_FORM } from '../../coordination/facts/domain/fact-text.js';
import { LONGEST_LEASE_S } from '../../coordination/leases/domain/lease.js';
import type { GistData } from '../../gists/domain/note-types.js';
import { MAX_REQUIRED, MAX_VOTERS } from '../../coordination/agreement/domain/proposal.js';
import type { EntryKind, Json, JsonObject } from '../../journal/domain/journal-entry.js';
import { AGENT_NAME } from '../../kernel/names.js';
import { ARTIFACT_DATA, checkArtifact } from './parse-artifact.js';
import { type Fields, integerOf, isObject, LineFault, refuseOthers, textOf } from './line-fields.js';

const OF_GISTS: readonly (keyof GistData)[] = ['truncated', 'expires_at', 'final', 'names', 'fails_before'];
const KNOWN: Readonly<Partial<Record<EntryKind, readonly string[]>>> = {
  gist: OF_GISTS,
  post: ['json'],
  fact: ['key'],
  file: ['bytes', 'sha256'],
  lease: ['lease_s', 'expires_at', 'outcome', 'names'],
  proposal: ['required', 'voters', 'deadline_at'],
  artifact: ARTIFACT_DATA,
};
/** The last millisecond of the year 9999. */
const LATEST_MS = 253_402_300_799_999;
/** Bytes; no service takes a longer one. */
const LONGEST_FILE = 64 * 1_048_576;
const MAX_NAMES = 50;
const LONGEST_NAME = 1_000;

/** What some kinds have beside their text, in the order of the file. Throws `LineFault`. */
export function dataOf(fields: Fields, kind: EntryKind, type: string): JsonObject {
  const { data = {} } = fields;
  if (!isObject(data)) throw new LineFault('data', 'must be an object');
  refuseOthers(data, KNOWN[kind] ?? []);
  if (kind === 'fact') textOf(data, 'key', { pattern: FACT_KEY, is: FACT_KEY_FORM.replace(/^must be /, '') });
  if (kind === 'file') checkFile(data);
  if (kind === 'artifact') checkArtifact(data);
  if (kind === 'proposal') checkProposal(data);
  if (kind === 'lease') checkLease(data);
  else if (type === 'CLAIM' && kind === 'gist') integerOf(data, 'expires_at', 0, LATEST_MS);
  else if (Object.hasOwn(data, 'expires_at')) throw new LineFault('expires_at', 'belongs to a CLAIM only');
  for (const flag of ['truncated', 'final', 'json']) {
    if (Object.hasOwn(data, flag) && data[flag] !== true) throw new LineFault(flag, 'must be true, or left out');
  }
  if (Object.hasOwn(data, 'fails_before')) integerOf(data, 'fails_before', 0);
  if (Object.hasOwn(data, 'names') && !areNames(data.names)) throw new LineFault('names', 'must be a list of names');
  return data as Readonly<Record<string, Json>>;
}

/** A redacted file has no digest any more, and no bytes. */
function checkFile(data: Fields): void {
  integerOf(data, 'bytes', 0, LONGEST_FILE);
  if (Object.hasOwn(data, 'sha256')) textOf(data, 'sha256', { pattern: /^[0-9a-f]{64}$/, is: '64 hex digits' });
}

function checkLease(data: Fields): void {
  if (Object.hasOwn(data, 'lease_s')) integerOf(data, 'lease_s', 0, LONGEST_LEASE_S);
  if (Object.hasOwn(data, 'expires_at')) integerOf(data, 'expires_at', 0, LATEST_MS);
  if (Object.hasOwn(data, 'outcome')) textOf(data, 'outcome', { pattern: /^[a-z]{1,32}$/, is: 'a word' });
}

function checkProposal(data: Fields): void {
  integerOf(data, 'required', 1, MAX_REQUIRED);
  integerOf(data, 'deadline_at', 0, LATEST_MS);
  const { voters } = data;
  const isList = Array.isArray(voters) && voters.length > 0 && voters.length <= MAX_VOTERS;
  if (voters !== undefined && !(isList && voters.every((name) => AGENT_NAME.test(String(name)))))
    throw new LineFault('voters', `must be a list of 1-${MAX_VOTERS} names, or left out`);
}

const areNames = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length <= MAX_NAMES &&
  value.every((name) => typeof name === 'string' && name.length <= LONGEST_NAME && name.isWellFormed());

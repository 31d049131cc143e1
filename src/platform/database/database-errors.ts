import { QueryFailedError } from 'typeorm';
import { Problem } from '../../kernel/problem.js';

/** What a failed statement means for the one who sent it. */
export type DatabaseFailure = 'again' | 'duplicate' | 'away' | 'full' | 'other';

const AGAIN = new Set<unknown>([1213, 1205, 1020, 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_LOCKED']);
const DUPLICATE = new Set<unknown>([1062, 'SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_CONSTRAINT_UNIQUE']);
const FULL = new Set<unknown>([1021, 1114, 'SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_READONLY']);
const AWAY = new Set<unknown>([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  1040,
  1053,
  1152,
  1158,
  1159,
  1160,
  1161,
  1927,
  3169,
]);
const AWAY_MESSAGE = /queue limit reached|pool is closed|connection is (in )?closed|closed state|connection lost/i;

/** Sorts a database error by what can be done about it; `other` is a fault of ours. */
export function classifyDatabaseError(error: unknown): DatabaseFailure {
  for (const layer of layersOf(error)) {
    if (AGAIN.has(layer.errno) || AGAIN.has(layer.code) || layer.sqlState === '40001') return 'again';
    if (DUPLICATE.has(layer.errno) || DUPLICATE.has(layer.code)) return 'duplicate';
    if (FULL.has(layer.errno) || FULL.has(layer.code)) return 'full';
    if (AWAY.has(layer.errno) || AWAY.has(layer.code) || AWAY_MESSAGE.test(layer.message ?? '')) return 'away';
  }
  return 'other';
}

interface ErrorLayer {
  readonly errno?: unknown;
  readonly code?: unknown;
  readonly sqlState?: unknown;
  readonly message?: string;
}

function layersOf(error: unknown): readonly ErrorLayer[] {
  if (typeof error !== 'object' || error === null) return [];
  return error instanceof QueryFailedError ? [error.driverError as ErrorLayer, error] : [error];
}

/** The refusal that a database failure becomes, or undefined where the error is none of the database's. */
export function problemOfDatabaseError(error: unknown): Problem | undefined {
  const failure = classifyDatabaseError(error);
  if (failure === 'other' || failure === 'duplicate') return undefined;
  const detail =
    failure === 'again'
      ? 'The database is too busy with other writes to this board. Try again.'
      : failure === 'full'
        ? 'The database can store nothing more now: its disk is full or read-only. Nothing was written.'
        : 'The database does not answer. If this was a write, it may or may not be stored: repeat it with the same Idempotency-Key.';
  return new Problem('unavailable', detail, { retryAfterS: 2, cause: error });
}

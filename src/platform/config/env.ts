import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { AGENT_NAME, BOARD_SLUG, isReservedName } from '../../kernel/names.js';
import { ConfigError } from './config-error.js';
import { parseDsn, type MysqlTarget } from './dsn.js';
import { parseRedisUrl, type RedisTarget } from './redis-url.js';

/** The embedded store: one file. */
export interface SqliteTarget {
  readonly kind: 'sqlite';
  /** Absolute. */
  readonly path: string;
}

export type DatabaseTarget = MysqlTarget | SqliteTarget;

/** All that the environment decides. This file is the only one that reads it. */
export interface Config {
  readonly database: DatabaseTarget;
  /** What carries wake-ups to other processes; null: they look every second. */
  readonly redis: RedisTarget | null;
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Where users reach the service, without a slash at the end; null: where it listens. */
  readonly publicUrl: string | null;
  readonly trustProxy: boolean;
  readonly auth: 'trusted' | 'token';
  /** Trusted mode was set on purpose on an address that others can reach. */
  readonly isTrustedInTheOpen: boolean;
  readonly operator: string;
  readonly operatorToken: string | null;
  /** Board slug -> agent names; `*` is any agent of the workspace. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  readonly claimTtlS: number;
  readonly viewLimit: number;
  readonly noticeLeaseS: number;
  /** The most MiB of one file, and of all files of a board. */
  readonly fileLimitMb: number;
  readonly filesTotalMb: number;
  /** Requests a second that one member's token may send for good, and in a row; 0 a second: without a limit. */
  readonly ratePerS: number;
  readonly rateBurst: number;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** Clients hold a file in memory while they send it. */
const MAX_FILE_MB = 64;

type Env = Readonly<Record<string, string | undefined>>;

const KNOWN = new Set([
  'BOARD_DB_PATH',
  'BOARD_PUBLIC_URL',
  'BOARD_TRUST_PROXY',
  'BOARD_AUTH',
  'BOARD_OPERATOR',
  'BOARD_OPERATOR_TOKEN',
  'BOARD_MEMBERS_JSON',
  'BOARD_CLAIM_TTL_S',
  'BOARD_VIEW_LIMIT',
  'BOARD_NOTICE_LEASE_S',
  'BOARD_FILE_LIMIT_MB',
  'BOARD_FILES_TOTAL_MB',
  'BOARD_RATE_PER_S',
  'BOARD_RATE_BURST',
  'BOARD_LOG_LEVEL',
]);

/** Reads the configuration; throws `ConfigError`, naming the variable, on any unknown or malformed value. */
export function readEnv(env: Env): Config {
  for (const name of Object.keys(env)) {
    if (name.startsWith('BOARD_') && !KNOWN.has(name)) {
      throw new ConfigError(name, `is no setting; known are ${[...KNOWN].join(', ')}`);
    }
  }
  const host = hostOf(env);
  const auth = choice(env, 'BOARD_AUTH', ['trusted', 'token']) ?? (isLoopback(host) ? 'trusted' : 'token');
  return {
    database: databaseOf(env),
    redis: env.REDIS_URL === undefined ? null : parseRedisUrl(env.REDIS_URL),
    host,
    port: integer(env, 'PORT', { fallback: 8660, min: 0, max: 65_535 }),
    publicUrl: publicUrlOf(env),
    trustProxy: choice(env, 'BOARD_TRUST_PROXY', ['true', 'false']) === 'true',
    auth,
    isTrustedInTheOpen: auth === 'trusted' && !isLoopback(host),
    operator: operatorOf(env),
    operatorToken: operatorTokenOf(env),
    members: parseMembers(env.BOARD_MEMBERS_JSON ?? '{"main":["*"]}'),
    claimTtlS: integer(env, 'BOARD_CLAIM_TTL_S', { fallback: 3_600, min: 1, max: 86_400 }),
    viewLimit: integer(env, 'BOARD_VIEW_LIMIT', { fallback: 2_000, min: 1, max: 20_000 }),
    noticeLeaseS: integer(env, 'BOARD_NOTICE_LEASE_S', { fallback: 60, min: 1, max: 3_600 }),
    fileLimitMb: integer(env, 'BOARD_FILE_LIMIT_MB', { fallback: 10, min: 1, max: MAX_FILE_MB }),
    filesTotalMb: integer(env, 'BOARD_FILES_TOTAL_MB', { fallback: 1_000, min: 1, max: 1_000_000 }),
    ratePerS: integer(env, 'BOARD_RATE_PER_S', { fallback: 100, min: 0, max: 100_000 }),
    rateBurst: integer(env, 'BOARD_RATE_BURST', { fallback: 2_000, min: 1, max: 1_000_000 }),
    logLevel: choice(env, 'BOARD_LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent']) ?? 'info',
  };
}

function hostOf(env: Env): string {
  const host = env.HOST ?? '127.0.0.1';
  // Empty, it would listen on every address.
  if (/^[A-Za-z0-9.:%_-]{1,253}$/.test(host)) return host;
  throw new ConfigError('HOST', 'must be an address or a host name to listen on, such as 127.0.0.1 or ::1');
}

/** Loopback addresses and names, the only ones that a trusted service listens on unasked. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

function databaseOf(env: Env): DatabaseTarget {
  if (env.MYSQL_DSN !== undefined) return parseDsn(env.MYSQL_DSN);
  if (env.NODE_ENV === 'production' && env.BOARD_DB_PATH === undefined) {
    throw new ConfigError(
      'MYSQL_DSN',
      'is required in production; set BOARD_DB_PATH to use the embedded store on purpose',
    );
  }
  if (env.BOARD_DB_PATH === '') throw new ConfigError('BOARD_DB_PATH', 'must be the path of a file');
  return { kind: 'sqlite', path: resolve(env.BOARD_DB_PATH ?? './data/gistboard.sqlite') };
}

function publicUrlOf(env: Env): string | null {
  const text = env.BOARD_PUBLIC_URL;
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if ((url?.protocol !== 'http:' && url?.protocol !== 'https:') || url.search !== '' || url.hash !== '') {
    throw new ConfigError('BOARD_PUBLIC_URL', 'must be an http or https URL, such as https://boards.example.org');
  }
  return url.href.replace(/\/$/, '');
}

function operatorOf(env: Env): string {
  const name = env.BOARD_OPERATOR ?? 'harness';
  if (!AGENT_NAME.test(name) || isReservedName(name)) {
    throw new ConfigError('BOARD_OPERATOR', 'must be 1-64 of A-Z a-z 0-9 . _ - and neither "all" nor "system"');
  }
  return name;
}

function operatorTokenOf(env: Env): string | null {
  const token = env.BOARD_OPERATOR_TOKEN;
  if (token === undefined) return null;
  if (!/^[\x21-\x7E]{24,256}$/.test(token)) {
    throw new ConfigError('BOARD_OPERATOR_TOKEN', 'must be 24 to 256 printable ASCII characters without spaces');
  }
  return token;
}

/** `{"board":["agent", ...]}`; throws `ConfigError` naming the place. */
export function parseMembers(text: string): ReadonlyMap<string, readonly string[]> {
  const boards = parseJsonObject(text);
  return new Map(Object.entries(boards).map(([slug, agents]) => [checkSlug(slug), checkAgents(slug, agents)]));
}

function parseJsonObject(text: string): object {
  const form = 'must be a JSON object such as {"main":["*"],"infra":["alice","bob"]}';
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    throw new ConfigError('BOARD_MEMBERS_JSON', form);
  }
  throw new ConfigError('BOARD_MEMBERS_JSON', form);
}

function checkSlug(slug: string): string {
  if (BOARD_SLUG.test(slug)) return slug;
  throw new ConfigError('BOARD_MEMBERS_JSON', `"${slug}" is no board name: 1-64 of a-z 0-9 . _ -`);
}

function checkAgents(slug: string, agents: unknown): readonly string[] {
  if (!Array.isArray(agents)) throw new ConfigError('BOARD_MEMBERS_JSON', `"${slug}" must hold a list of agent names`);
  return agents.map((name: unknown) => {
    if (name === '*' || (typeof name === 'string' && AGENT_NAME.test(name) && !isReservedName(name))) return name;
    throw new ConfigError('BOARD_MEMBERS_JSON', `${JSON.stringify(name)} in "${slug}" is no agent name`);
  });
}

function choice<T extends string>(env: Env, variable: string, values: readonly T[]): T | undefined {
  const text = env[variable];
  if (text === undefined) return undefined;
  const value = values.find((candidate) => candidate === text);
  if (value === undefined) throw new ConfigError(variable, `must be one of ${values.join(', ')}`);
  return value;
}

function integer(env: Env, variable: string, range: { fallback: number; min: number; max: number }): number {
  const text = env[variable];
  if (text === undefined) return range.fallback;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= range.min && value <= range.max) return value;
  throw new ConfigError(variable, `must be a whole number from ${range.min} to ${range.max}`);
}

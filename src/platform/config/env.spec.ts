import { describe, expect, it } from '@jest/globals';
import { resolve } from 'node:path';
import { ConfigError } from './config-error.js';
import { isLoopback, parseMembers, readEnv } from './env.js';

const DEFAULTS = {
  database: { kind: 'sqlite', path: resolve('./data/gistboard.sqlite') },
  ratePerS: 100,
  rateBurst: 2_000,
  redis: null,
  host: '127.0.0.1',
  port: 8660,
  publicUrl: null,
  trustProxy: false,
  auth: 'trusted',
  isTrustedInTheOpen: false,
  operator: 'harness',
  operatorToken: null,
  members: new Map([['main', ['*']]]),
  claimTtlS: 3_600,
  viewLimit: 2_000,
  noticeLeaseS: 60,
  fileLimitMb: 10,
  filesTotalMb: 1_000,
  logLevel: 'info',
};
const DSN = 'mysql://app:secret@db/gists';
const TARGET = { kind: 'mysql', host: 'db', port: 3306, user: 'app', password: 'secret', database: 'gists' };

describe('readEnv', () => {
  it('has a default for everything', () => {
    expect(readEnv({})).toEqual(DEFAULTS);
  });

  it.each([
    ['MYSQL_DSN', DSN, { database: { ...TARGET, tls: 'off', poolSize: 10 } }],
    ['BOARD_DB_PATH', 'x/y.sqlite', { database: { kind: 'sqlite', path: resolve('x/y.sqlite') } }],
    ['REDIS_URL', 'redis://cache', { redis: { host: 'cache', port: 6_379, user: '', password: '', tls: false } }],
    ['HOST', '::1', { host: '::1' }],
    ['HOST', '0.0.0.0', { host: '0.0.0.0', auth: 'token' }],
    ['HOST', 'boards.internal', { host: 'boards.internal', auth: 'token' }],
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65_535 }],
    ['BOARD_PUBLIC_URL', 'https://boards.example.org', { publicUrl: 'https://boards.example.org' }],
    ['BOARD_PUBLIC_URL', 'http://10.0.0.1:8660/gists/', { publicUrl: 'http://10.0.0.1:8660/gists' }],
    ['BOARD_TRUST_PROXY', 'true', { trustProxy: true }],
    ['BOARD_TRUST_PROXY', 'false', { trustProxy: false }],
    ['BOARD_AUTH', 'token', { auth: 'token' }],
    ['BOARD_AUTH', 'trusted', { auth: 'trusted' }],
    ['BOARD_OPERATOR', 'ops', { operator: 'ops' }],
    ['BOARD_OPERATOR_TOKEN', 't'.repeat(24), { operatorToken: 't'.repeat(24) }],
    ['BOARD_OPERATOR_TOKEN', '~'.repeat(256), { operatorToken: '~'.repeat(256) }],
    ['BOARD_MEMBERS_JSON', '{}', { members: new Map() }],
    ['BOARD_CLAIM_TTL_S', '1', { claimTtlS: 1 }],
    ['BOARD_CLAIM_TTL_S', '86400', { claimTtlS: 86_400 }],
    ['BOARD_VIEW_LIMIT', '1', { viewLimit: 1 }],
    ['BOARD_VIEW_LIMIT', '20000', { viewLimit: 20_000 }],
    ['BOARD_FILE_LIMIT_MB', '64', { fileLimitMb: 64 }],
    ['BOARD_FILES_TOTAL_MB', '1', { filesTotalMb: 1 }],
    ['BOARD_LOG_LEVEL', 'silent', { logLevel: 'silent' }],
  ])('takes %s=%s', (variable, value, changed) => {
    expect(readEnv({ [variable]: value })).toEqual({ ...DEFAULTS, ...changed });
  });

  it.each([
    ['MYSQL_DSN', 'hunter2'],
    ['MYSQL_DSN', ''],
    ['BOARD_DB_PATH', ''],
    ['REDIS_URL', 'hunter2'],
    ['REDIS_URL', ''],
    ['HOST', ''],
    ['HOST', 'two words'],
    ['HOST', 'http://127.0.0.1'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '1e3'],
    ['PORT', ' 80'],
    ['PORT', ''],
    ['BOARD_PUBLIC_URL', 'boards.example.org'],
    ['BOARD_PUBLIC_URL', 'ftp://boards.example.org'],
    ['BOARD_PUBLIC_URL', 'https://boards.example.org/?a=1'],
    ['BOARD_PUBLIC_URL', 'https://boards.example.org/#a'],
    ['BOARD_PUBLIC_URL', ''],
    ['BOARD_TRUST_PROXY', 'yes'],
    ['BOARD_AUTH', 'Token'],
    ['BOARD_AUTH', ''],
    ['BOARD_OPERATOR', 'all'],
    ['BOARD_OPERATOR', 'System'],
    ['BOARD_OPERATOR', '.ops'],
    ['BOARD_OPERATOR', 'o'.repeat(65)],
    ['BOARD_OPERATOR', ''],
    ['BOARD_OPERATOR_TOKEN', 'hunter2'.padEnd(23, 'x')],
    ['BOARD_OPERATOR_TOKEN', 'hunter2'.padEnd(257, 'x')],
    ['BOARD_OPERATOR_TOKEN', 'hunter2 with a space in between'],
    ['BOARD_OPERATOR_TOKEN', 'hunter2-with-a-letter-é-in-it'],
    ['BOARD_OPERATOR_TOKEN', ''],
    ['BOARD_MEMBERS_JSON', ''],
    ['BOARD_FILE_LIMIT_MB', '0'],
    ['BOARD_FILE_LIMIT_MB', '65'],
    ['BOARD_FILES_TOTAL_MB', '1GB'],
    ['BOARD_CLAIM_TTL_S', '0'],
    ['BOARD_CLAIM_TTL_S', '86401'],
    ['BOARD_CLAIM_TTL_S', '60s'],
    ['BOARD_VIEW_LIMIT', '0'],
    ['BOARD_VIEW_LIMIT', '20001'],
    ['BOARD_LOG_LEVEL', 'trace'],
    ['BOARD_OPERATER', 'ops'],
    ['BOARD_', 'x'],
  ])('refuses %s=%j, naming the variable', (variable, value) => {
    const read = (): unknown => readEnv({ [variable]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${variable}: `));
    expect(read).not.toThrow('hunter2');
  });

  it('leaves variables of others alone', () => {
    expect(readEnv({ PATH: '/bin', BOARDS: 'x', board_auth: 'x' })).toEqual(DEFAULTS);
  });
});

describe('the store', () => {
  it('is MySQL where both are named', () => {
    expect(readEnv({ MYSQL_DSN: DSN, BOARD_DB_PATH: 'x.sqlite' }).database.kind).toBe('mysql');
  });

  it('is never the embedded one by accident in production', () => {
    expect(() => readEnv({ NODE_ENV: 'production' })).toThrow(/^MYSQL_DSN: is required in production/);
    expect(readEnv({ NODE_ENV: 'production', BOARD_DB_PATH: '/x.sqlite' }).database).toEqual({
      kind: 'sqlite',
      path: '/x.sqlite',
    });
    expect(readEnv({ NODE_ENV: 'production', MYSQL_DSN: DSN }).database.kind).toBe('mysql');
  });
});

describe('how callers are known', () => {
  it.each([
    ['127.0.0.1', undefined, 'trusted', false],
    ['127.8.0.1', undefined, 'trusted', false],
    ['::1', undefined, 'trusted', false],
    ['localhost', undefined, 'trusted', false],
    ['0.0.0.0', undefined, 'token', false],
    ['::', undefined, 'token', false],
    ['192.168.1.2', undefined, 'token', false],
    ['0.0.0.0', 'trusted', 'trusted', true],
    ['0.0.0.0', 'token', 'token', false],
    ['127.0.0.1', 'trusted', 'trusted', false],
    ['127.0.0.1', 'token', 'token', false],
  ])('on %s with BOARD_AUTH=%s it is %s, trusted in the open: %s', (HOST, BOARD_AUTH, auth, isTrustedInTheOpen) => {
    expect(readEnv({ HOST, BOARD_AUTH })).toMatchObject({ auth, isTrustedInTheOpen });
  });

  it.each(['127.evil.org', '127.0.0.1.evil.org', 'localhost.evil.org', '10.0.0.127', ''])(
    '%j is no loopback',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});

describe('parseMembers', () => {
  it('takes boards with names and with *', () => {
    const text = '{"main":["*"],"infra":["alice","Bob.2"],"a-b_c.1":[]}';
    const members = new Map([
      ['main', ['*']],
      ['infra', ['alice', 'Bob.2']],
      ['a-b_c.1', []],
    ]);
    expect(parseMembers(text)).toEqual(members);
  });

  it.each([
    ['[]', 'must be a JSON object'],
    ['null', 'must be a JSON object'],
    ['"main"', 'must be a JSON object'],
    ['{"main":["*"]', 'must be a JSON object'],
    ['{"Main":["*"]}', '"Main" is no board name'],
    ['{"":["*"]}', '"" is no board name'],
    ['{"a b":["*"]}', '"a b" is no board name'],
    ['{"__proto__":["*"]}', '"__proto__" is no board name'],
    [`{"${'m'.repeat(65)}":[]}`, 'is no board name'],
    ['{"main":"*"}', '"main" must hold a list'],
    ['{"main":{"0":"*"}}', '"main" must hold a list'],
    ['{"main":["a b"]}', '"a b" in "main" is no agent name'],
    ['{"main":["all"]}', '"all" in "main" is no agent name'],
    ['{"main":["SYSTEM"]}', '"SYSTEM" in "main" is no agent name'],
    ['{"main":["**"]}', '"**" in "main" is no agent name'],
    ['{"main":[null]}', 'null in "main" is no agent name'],
    ['{"main":[["alice"]]}', '["alice"] in "main" is no agent name'],
  ])('refuses %s', (text, message) => {
    expect(() => parseMembers(text)).toThrow(`BOARD_MEMBERS_JSON: `);
    expect(() => parseMembers(text)).toThrow(message);
  });
});

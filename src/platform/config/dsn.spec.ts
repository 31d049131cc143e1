import { describe, expect, it } from '@jest/globals';
import { ConfigError } from './config-error.js';
import { parseDsn } from './dsn.js';

const PLAIN = {
  kind: 'mysql',
  host: 'db.example.org',
  port: 3306,
  user: 'app',
  password: 'secret',
  database: 'gists',
  tls: 'off',
  poolSize: 10,
};

describe('parseDsn', () => {
  it.each([
    ['defaults', 'mysql://app:secret@db.example.org/gists', {}],
    ['a port', 'mysql://app:secret@db.example.org:3307/gists', { port: 3307 }],
    ['an IPv6 address, without its brackets', 'mysql://app:secret@[::1]:3307/gists', { host: '::1', port: 3307 }],
    ['an IPv4 address', 'mysql://app:secret@127.0.0.1/gists', { host: '127.0.0.1' }],
    [
      'percent-encoded parts',
      'mysql://ap%40p:p%40ss%3Aw%2Frd%251%3F%23@db.example.org/gi%20sts',
      { user: 'ap@p', password: 'p@ss:w/rd%1?#', database: 'gi sts' },
    ],
    ['no password', 'mysql://app@db.example.org/gists', { password: '' }],
    ['no user', 'mysql://db.example.org/gists', { user: '', password: '' }],
    ['a checked certificate', 'mysql://app:secret@db.example.org/gists?ssl=verify', { tls: 'verify' }],
    ['encryption alone', 'mysql://app:secret@db.example.org/gists?ssl=require', { tls: 'require' }],
    ['the smallest pool', 'mysql://app:secret@db.example.org/gists?pool=2', { poolSize: 2 }],
    [
      'the largest pool',
      'mysql://app:secret@db.example.org/gists?ssl=verify&pool=999',
      { tls: 'verify', poolSize: 999 },
    ],
    [
      'a database of 64 characters',
      `mysql://app:secret@db.example.org/${'d'.repeat(64)}`,
      { database: 'd'.repeat(64) },
    ],
  ])('takes %s', (_, text, parts) => {
    expect(parseDsn(text)).toEqual({ ...PLAIN, ...parts });
  });

  it.each([
    ['', 'must look like'],
    ['garbage', 'must look like'],
    ['postgres://app:hunter2@db/gists', 'must look like'],
    ['mysql:///gists', 'must look like'],
    ['mysql://app:hun/ter2@db/gists', 'must look like'],
    ['mysql://app:hunter2@db:70000/gists', 'must look like'],
    ['mysql://app:hunter2@db', 'names no database'],
    ['mysql://app:hunter2@db/', 'names no database'],
    ['mysql://app:hunter2@db/a/b', 'names no database'],
    ['mysql://app:hunter2@db/a%2Fb', 'names no database'],
    [`mysql://app:hunter2@db/${'d'.repeat(65)}`, 'names no database'],
    ['mysql://app:hunter2@db/gists?ssl=true', 'ssl must be verify or require'],
    ['mysql://app:hunter2@db/gists?pool=10&pool=x', 'gives pool more than once'],
    ['mysql://app:hunter2@db:0/gists', 'has port 0'],
    ['mysql://app:hunter2@db/gists?ssl=', 'ssl must be verify or require'],
    ['mysql://app:hunter2@db/gists?pool=1', 'pool must be a whole number from 2 to 999'],
    ['mysql://app:hunter2@db/gists?pool=1000', 'pool must be a whole number from 2 to 999'],
    ['mysql://app:hunter2@db/gists?pool=1e2', 'pool must be a whole number from 2 to 999'],
    ['mysql://app:hunter2@db/gists?pool=', 'pool must be a whole number from 2 to 999'],
    ['mysql://app:hunter2@db/gists?charset=latin1', 'unknown parameter "charset"'],
    ['mysql://app:hunter2@db/gists?SSL=verify', 'unknown parameter "SSL"'],
    ['mysql://app:hunter2%@db/gists', 'has a "%" that starts no percent-escape'],
    ['mysql://app:hunter2@db/gi%sts', 'has a "%" that starts no percent-escape'],
    // An unescaped password that reads like a port, a path and a parameter.
    ['mysql://app:12/x?hunter2@db/gists', 'unknown parameter'],
  ])('refuses %j, naming the variable and never the password', (text, message) => {
    const parse = (): unknown => parseDsn(text);
    expect(parse).toThrow(ConfigError);
    expect(parse).toThrow(/^MYSQL_DSN: /);
    expect(parse).toThrow(message);
    expect(parse).not.toThrow('hunter2');
  });

  it('names another variable where the text comes from there', () => {
    expect(() => parseDsn('garbage', 'TEST_MYSQL_DSN')).toThrow(/^TEST_MYSQL_DSN: /);
  });
});

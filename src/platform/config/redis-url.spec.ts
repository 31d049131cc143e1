import { describe, expect, it } from '@jest/globals';
import { ConfigError } from './config-error.js';
import { parseRedisUrl } from './redis-url.js';

const PLAIN = { host: 'cache.example.org', port: 6_379, user: '', password: '', tls: false };

describe('parseRedisUrl', () => {
  it.each([
    ['a host', 'redis://cache.example.org', {}],
    ['a slash', 'redis://cache.example.org/', {}],
    ['the number of a database', 'redis://cache.example.org/15', {}],
    ['a port', 'redis://cache.example.org:6380', { port: 6_380 }],
    ['an IPv4 address', 'redis://127.0.0.1', { host: '127.0.0.1' }],
    ['an IPv6 address, without its brackets', 'redis://[::1]:6380', { host: '::1', port: 6_380 }],
    ['TLS', 'rediss://cache.example.org', { tls: true }],
    ['a password alone', 'redis://:secret@cache.example.org', { password: 'secret' }],
    ['a user', 'redis://app:secret@cache.example.org', { user: 'app', password: 'secret' }],
    [
      'percent-encoded parts',
      'redis://ap%40p:p%40ss%3Aw%2Frd%251%3F%23@cache.example.org',
      { user: 'ap@p', password: 'p@ss:w/rd%1?#' },
    ],
  ])('takes %s', (_, text, parts) => {
    expect(parseRedisUrl(text)).toEqual({ ...PLAIN, ...parts });
  });

  it.each([
    ['', 'must look like'],
    ['garbage', 'must look like'],
    ['cache:6379', 'must look like'],
    ['http://:hunter2@cache', 'must look like'],
    ['redis:hunter2', 'must look like'],
    ['redis://', 'must look like'],
    ['redis:///var/run/redis.sock', 'must look like'],
    ['redis://:hun/ter2@cache', 'must look like'],
    ['redis://:hunter2@cache:70000', 'must look like'],
    ['redis://:hunter2@cache:0', 'has port 0'],
    ['redis://:hunter2@cache/gists', 'has a path'],
    ['redis://:hunter2@cache/0/1', 'has a path'],
    ['redis://:hunter2@cache/-1', 'has a path'],
    ['redis://:hunter2@cache?db=1', 'takes no parameters'],
    ['redis://:hunter2@cache#x', 'takes no parameters'],
    // An unescaped password that reads like a port and a parameter.
    ['redis://app:12?hunter2@cache', 'takes no parameters'],
    ['redis://hunter2@cache', 'has a user and no password'],
    ['redis://:hunter2%@cache', 'has a "%" that starts no percent-escape'],
  ])('refuses %j, naming the variable and never the password', (text, message) => {
    const parse = (): unknown => parseRedisUrl(text);
    expect(parse).toThrow(ConfigError);
    expect(parse).toThrow(/^REDIS_URL: /);
    expect(parse).toThrow(message);
    expect(parse).not.toThrow('hunter2');
  });
});

import { ConfigError } from './config-error.js';

/** Where a Redis server is, and as whom to go there. */
export interface RedisTarget {
  readonly host: string;
  readonly port: number;
  /** Empty: Redis' own `default`. */
  readonly user: string;
  /** Empty: none. */
  readonly password: string;
  /** Encrypted, and the server's certificate is checked. */
  readonly tls: boolean;
}

const VARIABLE = 'REDIS_URL';
const FORM = 'redis://user:password@host:6379, or rediss:// for TLS';

/** Parses `redis[s]://[user][:password]@host[:port][/number]`; refuses everything else, and never shows the password. */
export function parseRedisUrl(text: string): RedisTarget {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if ((url?.protocol !== 'redis:' && url?.protocol !== 'rediss:') || url.hostname === '') {
    throw new ConfigError(VARIABLE, `must look like ${FORM}`);
  }
  // What follows a "?" or "#" may be the end of a password that was not escaped: it is not shown.
  if (url.search !== '' || url.hash !== '') {
    throw new ConfigError(VARIABLE, `takes no parameters; in a password write ? as %3F and # as %23. Use ${FORM}`);
  }
  // A database's number is let through, since many URLs have one; messages between processes know no such numbers.
  if (!/^(\/\d{0,5})?$/.test(url.pathname)) throw new ConfigError(VARIABLE, `has a path; it must look like ${FORM}`);
  if (url.port === '0') throw new ConfigError(VARIABLE, 'has port 0; leave the port out for 6379');
  const [user, password] = [decode(url.username), decode(url.password)];
  if (user !== '' && password === '') {
    throw new ConfigError(VARIABLE, 'has a user and no password; a password alone is redis://:password@host');
  }
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? 6_379 : Number(url.port),
    user,
    password,
    tls: url.protocol === 'rediss:',
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ConfigError(VARIABLE, 'has a "%" that starts no percent-escape; write a plain % as %25');
  }
}

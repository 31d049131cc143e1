import { ConfigError } from './config-error.js';

/** Where a MySQL or MariaDB server is, and as whom to go there. */
export interface MysqlTarget {
  readonly kind: 'mysql';
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** `verify`: the server's certificate is checked; `require`: encrypted, unchecked; `off`: plain. */
  readonly tls: 'verify' | 'require' | 'off';
  /** The most connections for reads; writes have a pool of their own, half as large. */
  readonly poolSize: number;
}

const FORM = 'mysql://user:password@host:3306/database?ssl=verify|require&pool=10';

/** Parses `mysql://user:pass@host:port/db?ssl=...&pool=...`; refuses what it does not know, and never shows the password. */
export function parseDsn(text: string, variable = 'MYSQL_DSN'): MysqlTarget {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'mysql:' || url.hostname === '') throw new ConfigError(variable, `must look like ${FORM}`);
  const database = decode(url.pathname.slice(1), variable);
  if (!/^[^/]{1,64}$/.test(database)) throw new ConfigError(variable, `names no database; it must look like ${FORM}`);
  for (const name of url.searchParams.keys()) {
    if (name !== 'ssl' && name !== 'pool') {
      // Where a password was not escaped, its end may stand here.
      const shown = /^\w{1,32}$/.test(name) ? ` "${name}"` : '';
      throw new ConfigError(variable, `has an unknown parameter${shown}; known are ssl=verify|require and pool=N`);
    }
    if (url.searchParams.getAll(name).length > 1) throw new ConfigError(variable, `gives ${name} more than once`);
  }
  if (url.port === '0') throw new ConfigError(variable, 'has port 0; leave the port out for 3306');
  return {
    kind: 'mysql',
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? 3306 : Number(url.port),
    user: decode(url.username, variable),
    password: decode(url.password, variable),
    database,
    tls: parseTls(url.searchParams.get('ssl'), variable),
    poolSize: parsePool(url.searchParams.get('pool'), variable),
  };
}

function decode(part: string, variable: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ConfigError(variable, 'has a "%" that starts no percent-escape; write a plain % as %25');
  }
}

function parseTls(value: string | null, variable: string): MysqlTarget['tls'] {
  if (value === null) return 'off';
  if (value === 'verify' || value === 'require') return value;
  throw new ConfigError(variable, 'ssl must be verify or require');
}

function parsePool(value: string | null, variable: string): number {
  if (value === null) return 10;
  const size = /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (size < 2) throw new ConfigError(variable, 'pool must be a whole number from 2 to 999');
  return size;
}

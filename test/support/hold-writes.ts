import BetterSqlite3 from 'better-sqlite3';
import { createConnection } from 'mysql2/promise';
import { parseDsn } from '../../src/platform/config/dsn.js';
import type { TestDatabase } from './database.js';

/** Keeps a service from committing, as another user of its store could; answers the way to let go. */
export async function holdWrites({ env }: TestDatabase): Promise<() => Promise<void>> {
  if (env.MYSQL_DSN !== undefined)
    return holdOnMysql(env.MYSQL_DSN, ['START TRANSACTION', 'SELECT id FROM board FOR UPDATE']);
  const other = new BetterSqlite3(env.BOARD_DB_PATH ?? '');
  other.exec('BEGIN IMMEDIATE');
  return async () => {
    other.exec('ROLLBACK');
    other.close();
  };
}

/** Sends statements whose locks last until it is let go. */
export async function holdOnMysql(dsn: string, statements: readonly string[]): Promise<() => Promise<void>> {
  const { host, port, user, password, database } = parseDsn(dsn);
  const other = await createConnection({ host, port, user, password, database });
  for (const statement of statements) await other.query(statement);
  return () => other.end();
}

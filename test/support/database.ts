import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { parseDsn } from '../../src/platform/config/dsn.js';

/** A store of one test file's own, named by the settings that a service takes. */
export interface TestDatabase {
  readonly kind: 'sqlite' | 'mysql';
  readonly env: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

/** On the database that TEST_DATABASE names: `sqlite` (default), or a DSN whose user may make databases `test_*`. */
export async function createTestDatabase(target = process.env.TEST_DATABASE ?? 'sqlite'): Promise<TestDatabase> {
  return target === 'sqlite' ? createFile() : createDatabase(target);
}

async function createFile(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'gistboard-test-'));
  return {
    kind: 'sqlite',
    env: { BOARD_DB_PATH: join(folder, 'board.sqlite') },
    drop: async () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createDatabase(dsn: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runSql(dsn, `CREATE DATABASE ${name}`);
  const url = new URL(dsn);
  url.pathname = `/${name}`;
  return { kind: 'mysql', env: { MYSQL_DSN: url.href }, drop: () => runSql(dsn, `DROP DATABASE ${name}`) };
}

async function runSql(dsn: string, sql: string): Promise<void> {
  const { host, port, user, password, database } = parseDsn(dsn, 'TEST_DATABASE');
  const connection = await createConnection({ host, port, user, password, database });
  try {
    await connection.query(sql);
  } finally {
    await connection.end();
  }
}

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { schema } from '../../src/schema.js';
import { type BareStore, createBareStore } from '../support/bare-store.js';
import { isOnMysql } from '../support/database-kind.js';

const ALL = schema.migrations as readonly (new () => object)[];
const NAMES = ALL.map(({ name }) => name);
const INDEXES = ['board_file_seq', 'idempotency_age', 'journal_author', 'journal_kind', 'journal_recipient'];

const nothing = async (): Promise<void> => undefined;
const run = (database: Database): Promise<readonly string[]> => migrate(database, nothing);

async function column(database: Database, sql: string): Promise<readonly string[]> {
  const rows = await database.writer.query<object[]>(sql);
  return rows.map((row) => String(Object.values(row)[0])).sort();
}
/** The tables of the entities. */
const tablesOf = (database: Database) => database.writer.entityMetadatas.map(({ tableName }) => tableName).sort();
const recorded = (database: Database) => column(database, 'SELECT name FROM migrations');
const tables = async (database: Database) => {
  const sql = isOnMysql
    ? 'SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()'
    : "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
  return (await column(database, sql)).filter((name) => name !== 'migrations');
};
const indexes = async (database: Database) => {
  const sql = isOnMysql
    ? 'SELECT DISTINCT index_name FROM information_schema.statistics WHERE table_schema = DATABASE()'
    : "SELECT name FROM sqlite_master WHERE type = 'index'";
  return (await column(database, sql)).filter((name) => INDEXES.includes(name));
};

describe('migrations', () => {
  let store: BareStore;
  beforeEach(async () => {
    store = await createBareStore();
  });
  afterEach(() => store.drop());

  it('make an empty store ready, each once, and nothing the second time', async () => {
    const database = await store.open();
    expect(await run(database)).toEqual(NAMES);
    expect(await tables(database)).toEqual(tablesOf(database));
    expect(await indexes(database)).toEqual(INDEXES);
    expect(await run(database)).toEqual([]);
    expect(await run(await reopened())).toEqual([]);
    expect(await recorded(database)).toEqual([...NAMES].sort());
  });

  // On SQLite one file has one service, so only replicas on a server start at once.
  it('run once where several start at once', async () => {
    const databases = await Promise.all(Array.from({ length: isOnMysql ? 4 : 1 }, () => store.open()));
    const done = await Promise.all(databases.map(run));
    expect(done.flat()).toEqual(NAMES);
    expect(done.filter((names) => names.length > 0)).toHaveLength(1);
  });

  it('seed under the same lock, one after the other', async () => {
    const databases = await Promise.all(Array.from({ length: isOnMysql ? 3 : 1 }, () => store.open()));
    let seeding = 0;
    let seeded = 0;
    const seed = async (): Promise<void> => {
      seeding += 1;
      expect(seeding).toBe(1);
      await databases[0]?.read((manager) => manager.query('SELECT 1'));
      seeding -= 1;
      seeded += 1;
    };
    await Promise.all(databases.map((database) => migrate(database, seed)));
    expect(seeded).toBe(databases.length);
  });

  it('let go of their lock where the seeding fails', async () => {
    const [one, other] = [await store.open(), await reopened()];
    const failing = migrate(one, () => Promise.reject(new Error('no seed')));
    await expect(failing).rejects.toThrow('no seed');
    expect(await run(other)).toEqual([]);
  });

  it('find their way where a start was killed between any of them and its record', async () => {
    for (let count = 1; count <= ALL.length; count += 1) {
      const database = await store.open(ALL.slice(0, count));
      const killed = NAMES[count - 1];
      expect(await run(database)).toEqual([killed]);
      await database.writer.query('DELETE FROM migrations WHERE name = ?', [killed]);
      expect(await run(database)).toEqual([killed]);
      await database.close();
    }
    const database = await store.open();
    expect(await run(database)).toEqual([]);
    expect(await tables(database)).toEqual(tablesOf(database));
    expect(await indexes(database)).toEqual(INDEXES);
  });

  it('can be taken back, newest first, down to nothing', async () => {
    const database = await store.open();
    await run(database);
    for (let left = ALL.length; left > 0; left -= 1) await database.writer.undoLastMigration({ transaction: 'none' });
    expect(await tables(database)).toEqual([]);
    expect(await run(database)).toEqual(NAMES);
  });

  const reopened = (): Promise<Database> => store.open();
});

describe('a store that was opened', () => {
  let store: BareStore;
  beforeEach(async () => {
    store = await createBareStore();
    await run(await store.open());
  });
  afterEach(() => store.drop());

  if (isOnMysql) {
    it('has our session on every connection: read committed, strict, UTC, with backslash escapes', async () => {
      const database = await store.open();
      const sessions = await Promise.all(
        Array.from({ length: 8 }, () =>
          database.read(async (manager) => {
            await manager.query('SELECT SLEEP(0.02)');
            const name = "'transaction_isolation', 'tx_isolation', 'sql_mode', 'time_zone', 'innodb_lock_wait_timeout'";
            return manager.query<{ Variable_name: string; Value: string }[]>(
              `SHOW SESSION VARIABLES WHERE Variable_name IN (${name})`,
            );
          }),
        ),
      );
      for (const session of sessions) {
        const valueOf = new Map(session.map((row) => [row.Variable_name, row.Value]));
        expect(valueOf.get('transaction_isolation') ?? valueOf.get('tx_isolation')).toBe('READ-COMMITTED');
        expect(valueOf.get('sql_mode')).toContain('STRICT_TRANS_TABLES');
        expect(valueOf.get('sql_mode')).not.toContain('NO_BACKSLASH_ESCAPES');
        expect(valueOf.get('time_zone')).toBe('+00:00');
        expect(valueOf.get('innodb_lock_wait_timeout')).toBe('5');
      }
    });

    it('keeps text by code point, whatever the defaults of the server', async () => {
      const database = await store.open();
      const collations = await column(
        database,
        `SELECT DISTINCT collation_name FROM information_schema.columns
         WHERE table_schema = DATABASE() AND table_name <> 'migrations' AND collation_name IS NOT NULL`,
      );
      expect(collations).toEqual(['ascii_bin', 'utf8mb4_bin']);
    });
  } else {
    it('syncs at every commit and keeps a write-ahead log, also when it is opened again', async () => {
      for (const database of [await store.open(), await store.open()]) {
        expect(await database.writer.query('PRAGMA synchronous')).toEqual([{ synchronous: 2 }]);
        expect(await database.writer.query('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
      }
    });

    it('can not be written to by its reader', async () => {
      const database = await store.open();
      const insert = "INSERT INTO workspace (slug, created_at) VALUES ('x', '2026-11-30 12:00:00.000')";
      await expect(database.read((manager) => manager.query(insert))).rejects.toThrow('readonly');
    });
  }
});

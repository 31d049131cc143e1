import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import BetterSqlite3 from 'better-sqlite3';
import type { EntityManager } from 'typeorm';
import type { Database } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { Transactor } from '../../src/platform/database/transactor.js';
import { type BareStore, createBareStore } from '../support/bare-store.js';
import { isOnMysql } from '../support/database-kind.js';

let store: BareStore;
let database: Database;
let transactor: Transactor;

// By its primary key: by its name alone, a statement would lock the other row as well.
const ID = { a: 1, b: 2 } as const;
type Board = keyof typeof ID;

async function readIn(manager: EntityManager, board: Board, lock = ''): Promise<number> {
  const sql = `SELECT head_seq FROM board WHERE id = ?${lock}`;
  const [row] = await manager.query<{ head_seq: number }[]>(sql, [ID[board]]);
  return Number(row?.head_seq);
}
const read = (board: Board): Promise<number> => database.read((manager) => readIn(manager, board));
const set = (tx: EntityManager, board: Board, head: number) =>
  tx.query('UPDATE board SET head_seq = ? WHERE id = ?', [head, ID[board]]);
const setAfterReading = async (tx: EntityManager, board: Board): Promise<void> => {
  await set(tx, board, (await readIn(tx, board, database.dialect.forUpdate)) + 1);
};

beforeAll(async () => {
  store = await createBareStore();
  database = await store.open();
  transactor = new Transactor(database);
  await migrate(database, async () => {
    const values = "(1, 1, 'a', 0, '2026-11-30 12:00:00.000'), (2, 1, 'b', 0, '2026-11-30 12:00:00.000')";
    await database.writer.query(`INSERT INTO board (id, workspace_id, slug, head_seq, created_at) VALUES ${values}`);
  });
});
afterAll(() => store.drop());
beforeEach(() => transactor.run((tx) => tx.query('UPDATE board SET head_seq = 0')));

describe('the transactor', () => {
  it('loses none of 50 increments made at once', async () => {
    await Promise.all(Array.from({ length: 50 }, () => transactor.run((tx) => setAfterReading(tx, 'a'))));
    expect([await read('a'), await read('b')]).toEqual([50, 0]);
  });

  it('answers what the work answers, after the commit', async () => {
    const answer = await transactor.run(async (tx) => {
      await set(tx, 'a', 7);
      return 'done';
    });
    expect([answer, await read('a')]).toEqual(['done', 7]);
  });

  it('leaves nothing of work that fails, and does not run it again', async () => {
    let runs = 0;
    const failing = transactor.run(async (tx) => {
      runs += 1;
      await set(tx, 'a', 1);
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect([runs, await read('a')]).toEqual([1, 0]);
  });

  it('keeps what others write while work fails beside them', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        transactor.run(async (tx) => {
          await setAfterReading(tx, 'a');
          if (index % 2 === 1) throw new Error('refused');
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await read('a')).toBe(10);
  });

  it('shows nobody what is not committed', async () => {
    const seen = await transactor.run(async (tx) => {
      await set(tx, 'a', 5);
      return [await read('a'), await readIn(tx, 'a')];
    });
    expect(seen).toEqual([0, 5]);
    expect(await read('a')).toBe(5);
  });

  it('gives each statement what is committed when it starts', async () => {
    const seen = await database.read(async (manager) => {
      const before = await readIn(manager, 'a');
      await transactor.run((tx) => set(tx, 'a', 3));
      return [before, await readIn(manager, 'a')];
    });
    expect(seen).toEqual([0, 3]);
  });

  it('gives up after five tries', async () => {
    let runs = 0;
    const again = Object.assign(new Error('busy'), { code: 'SQLITE_BUSY' });
    const hopeless = transactor.run(() => {
      runs += 1;
      return Promise.reject(again);
    });
    await expect(hopeless).rejects.toBe(again);
    expect(runs).toBe(5);
  });
});

if (isOnMysql) {
  describe('the transactor on a server', () => {
    it('runs work again that lost a deadlock', async () => {
      let waiting = 0;
      let meet: () => void;
      const bothHoldOne = new Promise<void>((resolve) => (meet = resolve));
      const runs = new Map<Board, number>();
      const lockBoth = (first: Board, second: Board): Promise<void> =>
        transactor.run(async (tx) => {
          runs.set(first, (runs.get(first) ?? 0) + 1);
          await setAfterReading(tx, first);
          waiting += 1;
          if (waiting === 2) meet();
          await bothHoldOne;
          await setAfterReading(tx, second);
        });
      await Promise.all([lockBoth('a', 'b'), lockBoth('b', 'a')]);
      expect([await read('a'), await read('b')]).toEqual([2, 2]);
      expect([...runs.values()].sort()).toEqual([1, 2]);
    });

    it('gives its connections back, whatever became of the work', async () => {
      const failing = Array.from({ length: 60 }, () => transactor.run(() => Promise.reject(new Error('refused'))));
      await Promise.allSettled(failing);
      await Promise.all(Array.from({ length: 60 }, () => transactor.run((tx) => tx.query('SELECT 1'))));
    });
  });
} else {
  describe('the transactor on a file', () => {
    it('tries again where another program holds the file for a moment', async () => {
      const { target } = store;
      const other = new BetterSqlite3(target.kind === 'sqlite' ? target.path : '');
      other.exec("BEGIN IMMEDIATE; UPDATE board SET head_seq = 1 WHERE slug = 'a'");
      // The first try blocks this process until it gives up, so this comes between it and the second.
      setImmediate(() => {
        other.exec('COMMIT');
        other.close();
      });
      await transactor.run((tx) => setAfterReading(tx, 'a'));
      expect(await read('a')).toBe(2);
    });
  });
}

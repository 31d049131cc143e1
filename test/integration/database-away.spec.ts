import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import BetterSqlite3 from 'better-sqlite3';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { isOnMysql } from '../support/database-kind.js';
import { DatabaseProxy } from '../support/proxy.js';
import { expectProblem, type RawAnswer, rawRequest } from '../support/raw-request.js';
import { startService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';

/** What the service gives a read of the database; a look-up and its deadline come before anything else. */
const DEADLINE_MS = 15_000;

let service: TestService;
const get = (path: string, agent = 'alice'): Promise<RawAnswer> =>
  rawRequest(service.url, { path, headers: { 'x-agent': agent } });
const write = (content: string, key?: string): Promise<RawAnswer> =>
  rawRequest(service.url, {
    method: 'POST',
    path: '/board/main/write',
    headers: { 'x-agent': 'alice', ...(key === undefined ? {} : { 'idempotency-key': key }) },
    body: { notes: [{ type: 'FACT', content }] },
  });
const isReplay = ({ headers }: RawAnswer): boolean => headers['idempotent-replayed'] === 'true';
const labelIn = ({ text }: RawAnswer): string | undefined =>
  (JSON.parse(text) as { results: { label?: string }[] }).results[0]?.label;

/** All that is stored: `G1 content`, in order. */
async function stored(): Promise<readonly string[]> {
  const { data } = await service.as('alice').GET('/board/{board}/read_all', { params: { path: { board: 'main' } } });
  if (data === undefined) throw new Error('the window could not be read');
  return data.items.map(({ label, content }) => `${label} ${content}`);
}

function expectRetryLater(answer: RawAnswer, code?: 'unavailable'): void {
  // Frozen, a connection that stands is given up at the deadline, and a new one before.
  expectProblem(answer, 503, code ?? (answer.text.includes('"timed_out"') ? 'timed_out' : 'unavailable'));
  expect(answer.headers['retry-after']).toMatch(/^[1-9]\d?$/);
}

/** Sends it again, as a client with a key may, until it is granted. */
async function writeUntilStored(content: string, key: string): Promise<RawAnswer> {
  let answer = await write(content, key);
  await until(async () => {
    if (answer.status === 503) answer = await write(content, key);
    return answer.status !== 503;
  });
  return answer;
}

if (isOnMysql) {
  describe('a database server that is away', () => {
    let proxy: DatabaseProxy;
    let store: TestDatabase;
    beforeAll(async () => {
      store = await createTestDatabase();
      proxy = await DatabaseProxy.open(store.env.MYSQL_DSN ?? '');
      service = await startService({ store: { ...store, env: { MYSQL_DSN: proxy.dsn } } });
    });
    afterAll(async () => {
      await service.close();
      await proxy.close();
    });
    afterEach(() => until(async () => (await get('/health/ready')).status === 200));

    it('is answered by 503 to writes, reads and the ready probe, not by the live probe; all is well once it is back', async () => {
      expect((await write('before')).status).toBe(201);
      await proxy.refuse();
      expectRetryLater(await write('meanwhile'), 'unavailable');
      expectRetryLater(await get('/board/main/read'), 'unavailable');
      expectRetryLater(await get('/board/main/grep?q=x'), 'unavailable');
      expectRetryLater(await get('/whoami', 'a-new-agent'), 'unavailable');
      expectRetryLater(await get('/health/ready'), 'unavailable');
      expect((await get('/health/live')).status).toBe(200);
      await proxy.accept();
      expect((await get('/health/ready')).status).toBe(200);
      expect((await write('after')).status).toBe(201);
      expect(await stored()).toEqual(['G1 before', 'G2 after']);
    });

    it('loses nothing that was acknowledged and repeats nothing where connections are cut under load', async () => {
      const before = await stored();
      const contents = Array.from({ length: 200 }, (_, index) => `under load ${index}`);
      let acknowledged = 0;
      const writers = Array.from({ length: 20 }, async (_, writer) => {
        const answers = new Map<string, RawAnswer>();
        for (const content of contents.filter((__, index) => index % 20 === writer)) {
          answers.set(content, await writeUntilStored(content, content.replaceAll(' ', '-')));
          acknowledged += 1;
        }
        return answers;
      });
      for (const count of [10, 40, 70, 100, 130, 160]) {
        await until(() => acknowledged >= count);
        proxy.cut();
      }
      const answers = (await Promise.all(writers)).flatMap((each) => [...each]);
      expect(answers.map(([, { status }]) => status)).toEqual(contents.map(() => 201));
      const after = (await stored()).slice(before.length);
      expect(after.map((line) => line.split(' ')[0])).toEqual(
        contents.map((_, index) => `G${before.length + 1 + index}`),
      );
      expect([...after].sort()).toEqual(answers.map(([content, answer]) => `${labelIn(answer)} ${content}`).sort());
    });

    it('has stored a commit whose answer was lost: once, and a repeat under its key says so', async () => {
      const before = await stored();
      const cut = proxy.cutAtCommit('after-answer');
      expectRetryLater(await write('answer lost', 'lost-1'), 'unavailable');
      await cut;
      const next = `G${before.length + 1}`;
      expect(await stored()).toEqual([...before, `${next} answer lost`]);
      const again = await write('answer lost', 'lost-1');
      expect([again.status, isReplay(again), labelIn(again)]).toEqual([201, true, next]);
      expect(await stored()).toEqual([...before, `${next} answer lost`]);
    });

    it('has stored nothing of a commit that never arrived, and a repeat is new', async () => {
      const before = await stored();
      const cut = proxy.cutAtCommit('before');
      expectRetryLater(await write('never arrived', 'lost-2'), 'unavailable');
      await cut;
      expect(await stored()).toEqual(before);
      const again = await writeUntilStored('never arrived', 'lost-2');
      expect([again.status, isReplay(again), labelIn(again)]).toEqual([201, false, `G${before.length + 1}`]);
    });

    it('is given up at the deadline where it is frozen, and used again when it thaws', async () => {
      const before = await stored();
      proxy.freeze();
      try {
        const startedAt = performance.now();
        const asked = [write('frozen', 'frozen-1'), get('/board/main/read'), get('/health/ready')];
        expect((await get('/health/live')).status).toBe(200);
        for (const answer of await Promise.all(asked)) expectRetryLater(answer);
        expect(performance.now() - startedAt).toBeLessThan(2 * DEADLINE_MS);
      } finally {
        proxy.thaw();
      }
      await until(async () => (await get('/health/ready')).status === 200);
      const again = await write('frozen', 'frozen-1');
      expect([again.status, labelIn(again)]).toEqual([201, `G${before.length + 1}`]);
      expect(await stored()).toEqual([...before, `G${before.length + 1} frozen`]);
    });
  });
} else {
  describe('a store file that takes no writes', () => {
    beforeEach(async () => {
      service = await startService();
    });
    afterEach(() => service.close());

    it('since another program holds it: writes answer 503, reads go on, and all is well afterwards', async () => {
      expect((await write('before')).status).toBe(201);
      const other = new BetterSqlite3(service.store.env.BOARD_DB_PATH ?? '');
      other.exec('BEGIN IMMEDIATE');
      expectRetryLater(await write('meanwhile'), 'unavailable');
      expect(await stored()).toEqual(['G1 before']);
      expect((await get('/health/live')).status).toBe(200);
      other.exec('ROLLBACK');
      other.close();
      expect((await write('after')).status).toBe(201);
      expect(await stored()).toEqual(['G1 before', 'G2 after']);
    });

    it('since it is full: nothing of a write is stored, reads go on, and all is well with room again', async () => {
      expect((await write('before')).status).toBe(201);
      const [row] = await service.database.writer.query<{ page_count: number }[]>('PRAGMA page_count');
      await service.database.writer.query(`PRAGMA max_page_count = ${row?.page_count}`);
      const notes = Array.from({ length: 100 }, (_, index) => ({
        type: 'FACT',
        content: `${index}`,
        detail: 'x'.repeat(9_000),
      }));
      const headers = { 'x-agent': 'alice' };
      const full = await rawRequest(service.url, {
        method: 'POST',
        path: '/board/main/write',
        headers,
        body: { notes },
      });
      expectRetryLater(full, 'unavailable');
      expect(full.text).toContain('Nothing was written');
      expect(await stored()).toEqual(['G1 before']);
      await service.database.writer.query('PRAGMA max_page_count = 1073741823');
      expect((await write('after')).status).toBe(201);
      expect(await stored()).toEqual(['G1 before', 'G2 after']);
    });
  });
}

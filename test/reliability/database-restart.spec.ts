import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import BetterSqlite3 from 'better-sqlite3';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { isOnMysql } from '../support/database-kind.js';
import { OutageLoad, WRITERS } from '../support/outage-load.js';
import { hasMariaDb, PrivateMariaDb } from '../support/private-mariadb.js';
import { DatabaseProxy } from '../support/proxy.js';
import { rawRequest } from '../support/raw-request.js';
import { startService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';
import { labelsUpTo, wholeJournal } from '../support/whole-journal.js';

const LIMIT_MS = 300_000;
let service: TestService;

const isReady = async (): Promise<boolean> => (await rawRequest(service.url, { path: '/health/ready' })).status === 200;

/** All that was acknowledged is stored, and nothing else: each once, under its label, without a gap. */
async function expectStoredOnce(load: OutageLoad): Promise<void> {
  const entries = await wholeJournal(service.url);
  const acknowledged = load.acknowledged();
  expect(acknowledged.size).toBe(load.sendings.size);
  expect(new Map(entries.map(({ label, content }) => [label, content]))).toEqual(acknowledged);
  expect(entries.map(({ label }) => label)).toEqual(labelsUpTo(load.sendings.size));
  expect(load.faults).toEqual([]);
}

if (isOnMysql) {
  describe('a database under 16 writers and 4 readers', () => {
    let store: TestDatabase;
    let proxy: DatabaseProxy;
    beforeEach(async () => {
      store = await createTestDatabase();
      proxy = await DatabaseProxy.open(store.env.MYSQL_DSN ?? '');
      service = await startService({ store: { ...store, env: { MYSQL_DSN: proxy.dsn } } });
    });
    afterEach(async () => {
      await service.stop();
      await proxy.close();
      await store.drop();
    });

    it(
      'that is stopped and started three times is used again by itself, and stores each write once',
      async () => {
        const load = new OutageLoad(service.url, 'stopped');
        for (let outage = 1; outage <= 3; outage += 1) {
          const { stored, refusals, refusedReads } = load;
          await until(() => load.stored >= stored + 100);
          await proxy.refuse();
          await until(() => load.refusals >= refusals + 32 && load.refusedReads > refusedReads);
          expect(await isReady()).toBe(false);
          await proxy.accept();
          await until(isReady);
        }
        const { stored } = load;
        await until(() => load.stored >= stored + 100);
        await load.stop();
        await expectStoredOnce(load);
        expect([...load.readStatuses.keys()].sort()).toEqual([200, 503]);
      },
      LIMIT_MS,
    );

    it(
      'that hangs lets no write wait for longer than its deadline, and stores each write once',
      async () => {
        const load = new OutageLoad(service.url, 'frozen');
        await until(() => load.stored >= 100 && load.reads >= 100);
        proxy.freeze();
        await until(() => load.refusedWrites >= WRITERS).finally(() => {
          proxy.thaw();
        });
        const { stored } = load;
        await until(() => load.stored >= stored + 100);
        await load.stop();
        await expectStoredOnce(load);
      },
      LIMIT_MS,
    );

    it.each(['before', 'after-answer'] as const)(
      'whose connections are cut at a commit (%s) stores each write once',
      async (when) => {
        const load = new OutageLoad(service.url, when);
        const known = new Set<string>();
        await until(() => load.stored >= 100 && load.reads >= 100);
        for (let cut = 1; cut <= 10; cut += 1) {
          const { refusals } = load;
          await proxy.cutAtCommit(when);
          await until(() => load.refusals > refusals);
        }
        await load.stop();
        await expectStoredOnce(load);
        for (const [content, sent] of load.sendings) {
          const [last, previous] = sent.toReversed();
          if (previous?.kind === 'refused' && last?.kind === 'stored' && last.isReplayed) known.add(content);
        }
        // A commit that never arrived is new at its repeat; one whose answer was lost is known.
        if (when === 'before') expect([...known]).toEqual([]);
        else expect(known.size).toBeGreaterThanOrEqual(10);
      },
      LIMIT_MS,
    );
  });

  if (hasMariaDb) {
    describe('a database server that is killed with kill -9 under 16 writers and 4 readers', () => {
      let server: PrivateMariaDb;
      beforeEach(async () => {
        server = await PrivateMariaDb.open();
        service = await startService({
          store: { kind: 'mysql', env: { MYSQL_DSN: server.dsn }, drop: async () => undefined },
        });
      }, LIMIT_MS);
      afterEach(async () => {
        await service.stop();
        await server.close();
      }, LIMIT_MS);

      it(
        'and started again on its data, twice: the service uses it again by itself, and stores each write once',
        async () => {
          const load = new OutageLoad(service.url, 'killed');
          for (let kill = 1; kill <= 2; kill += 1) {
            const { stored, refusals } = load;
            await until(() => load.stored >= stored + 200);
            await server.end('SIGKILL');
            await until(() => load.refusals >= refusals + 32);
            await server.start();
            await until(isReady);
          }
          const { stored } = load;
          await until(() => load.stored >= stored + 100);
          await load.stop();
          await expectStoredOnce(load);
        },
        LIMIT_MS,
      );
    });
  }
} else {
  describe('a store file under 16 writers and 4 readers', () => {
    beforeEach(async () => {
      service = await startService();
    });
    afterEach(() => service.close());

    it(
      'that another program holds, twice, is read all the time, used again by itself, and stores each write once',
      async () => {
        const load = new OutageLoad(service.url, 'held');
        for (let hold = 1; hold <= 2; hold += 1) {
          const { stored, refusals } = load;
          await until(() => load.stored >= stored + 100);
          const other = new BetterSqlite3(service.store.env.BOARD_DB_PATH ?? '');
          other.exec('BEGIN IMMEDIATE');
          await until(() => load.refusals >= refusals + WRITERS);
          other.exec('ROLLBACK');
          other.close();
        }
        const { stored } = load;
        await until(() => load.stored >= stored + 100);
        await load.stop();
        await expectStoredOnce(load);
        expect([...load.readStatuses.keys()]).toEqual([200]);
      },
      LIMIT_MS,
    );
  });
}

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createClient } from '../../client/index.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { isOnMysql } from '../support/database-kind.js';
import { EventStream } from '../support/event-stream.js';
import { metric } from '../support/metrics.js';
import { MixedWriter } from '../support/mixed-writer.js';
import { hasRedis, PrivateRedis } from '../support/private-redis.js';
import { type ServiceProcess, startProcess } from '../support/process.js';
import { rawRequest } from '../support/raw-request.js';
import { labelsOf, TurnsClient } from '../support/turns-client.js';
import { until } from '../support/until.js';
import { labelsUpTo, wholeJournal } from '../support/whole-journal.js';

jest.setTimeout(360_000);

const BOARD = 'main';
const AWAY = /Redis is away/g;

let store: TestDatabase;
let redis: PrivateRedis | undefined;
const running = new Set<ServiceProcess>();

async function start(env: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
  const service = await startProcess({ ...store.env, ...env });
  running.add(service);
  return service;
}
async function end(service: ServiceProcess, signal: NodeJS.Signals): Promise<number | null> {
  running.delete(service);
  return service.end(signal);
}
const turnsOf = ({ url }: ServiceProcess, agent: string): TurnsClient =>
  new TurnsClient({ as: (name) => createClient(url, { agent: name }) }, BOARD, agent);
const connections = (service: ServiceProcess, state: 'open' | 'lost'): Promise<number> =>
  metric(service, `redis_connections{state="${state}"}`);
const untilConnections = (services: readonly ServiceProcess[], state: 'open' | 'lost'): Promise<void> =>
  until(async () =>
    (await Promise.all(services.map((each) => connections(each, state)))).every((count) => count === 2),
  );
const found = (service: ServiceProcess, cause: 'second' | 'wakeup'): Promise<number> =>
  metric(service, `found_entries_total{cause="${cause}"}`);

/** Alice waits on the one, bob writes on the other, until she was woken so many times. */
async function wakeAcross(one: ServiceProcess, other: ServiceProcess, wakes: number): Promise<void> {
  const [alice, bob] = [turnsOf(one, 'alice'), turnsOf(other, 'bob')];
  // Who listens already may still be at its first look, and that may find what bob writes.
  for (let round = 0; (await metric(one, 'wake_seconds_count')) < wakes; round += 1) {
    const poll = alice.poll({ wait: 25 });
    await until(async () => (await metric(one, 'waiters')) === 1);
    const label = await bob.add('FACT', `fact ${round}.`);
    const pending = await poll;
    expect(labelsOf(pending)).toEqual([label]);
    await alice.confirm(pending);
  }
}

beforeEach(async () => {
  store = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all([...running].map((service) => end(service, 'SIGKILL')));
  redis?.thaw();
  await redis?.end();
  redis = undefined;
  await store.drop();
});

(hasRedis ? describe : describe.skip)('a service with Redis', () => {
  it('starts without it, is ready, says once that it is away, and uses it when it comes', async () => {
    redis = await PrivateRedis.away();
    const service = await start({ REDIS_URL: redis.url });
    expect((await rawRequest(service.url, { path: '/health/ready' })).status).toBe(200);
    await until(() => AWAY.test(service.output()));
    expect(await connections(service, 'lost')).toBe(2);
    await redis.start();
    await untilConnections([service], 'open');
    expect(service.output().match(AWAY)).toHaveLength(1);
  });

  it.each(['answers', 'hangs', 'is away'])('stops with 0 and leaves no connection where it %s', async (how) => {
    redis = await PrivateRedis.open();
    const service = await start({ REDIS_URL: redis.url });
    await untilConnections([service], 'open');
    await turnsOf(service, 'bob').add('FACT', 'news');
    if (how === 'hangs') redis.freeze();
    if (how === 'is away') await redis.end();
    // It would end itself with 1, were it held up for 10 s.
    expect(await end(service, 'SIGTERM')).toBe(0);
    redis.thaw();
    if (how !== 'is away') await until(async () => (await clientCount()) === 1);
  });
});

/** How many clients the server knows, the one who asks among them. */
async function clientCount(): Promise<number> {
  const list = await redis?.ask((client) => client.client('LIST'));
  return String(list).trim().split('\n').length;
}

if (isOnMysql) {
  describe('two processes on one database', () => {
    it('without Redis: who waits on one is woken by the look of the second for what the other wrote', async () => {
      const [one, other] = await Promise.all([start(), start()]);
      await wakeAcross(one, other, 5);
      expect(await found(one, 'second')).toBeGreaterThanOrEqual(5);
      expect(await found(one, 'wakeup')).toBe(0);
      expect(await connections(one, 'open')).toBe(0);
    });

    (hasRedis ? it : it.skip)('with Redis: at once, before a second is over', async () => {
      redis = await PrivateRedis.open();
      const env = { REDIS_URL: redis.url };
      const [one, other] = await Promise.all([start(env), start(env)]);
      await untilConnections([one, other], 'open');
      await wakeAcross(one, other, 40);
      // The look of a second may chance to come between a commit and its wake-up: more often on a busy machine.
      expect(await found(one, 'wakeup')).toBeGreaterThan(20);
      expect(await found(one, 'second')).toBeLessThan(20);
    });

    (hasRedis ? it : it.skip)(
      'whose Redis is killed and started again three times, under writers on both: nothing is missed, nothing comes twice',
      async () => {
        redis = await PrivateRedis.open();
        const env = { REDIS_URL: redis.url, BOARD_VIEW_LIMIT: '20000', BOARD_CLAIM_TTL_S: '86400' };
        const services = await Promise.all([start(env), start(env)]);
        await untilConnections(services, 'open');
        const followers = services.map((service, place) => new HeldFollower(turnsOf(service, `reader-${place}`)));
        await Promise.all(followers.map((follower) => follower.enter()));
        const streams = await Promise.all(
          services.map(async (service) => (await EventStream.open(service, BOARD, { agent: 'harness' })).begun()),
        );
        const readers = ['reader-0', 'reader-1'];
        const writers = [0, 1, 2, 3].map(
          (place) =>
            new MixedWriter(services[place % 2]?.url ?? '', `writer-${place}`, {
              seed: place + 1,
              boards: [BOARD],
              readers,
            }),
        );
        const written = (): number => writers.reduce((sum, writer) => sum + writer.entries, 0);
        let isOver = false;
        let isWritten = false;
        const following = Promise.all(followers.map((follower) => follower.followUntil(() => isWritten)));
        const writing = Promise.all(writers.map((writer) => writer.writeWhile(() => !isOver)));
        for (let life = 1; life <= 3; life += 1) {
          await redis.end();
          await untilConnections(services, 'lost');
          const without = written() + 200;
          await until(() => written() >= without);
          await redis.start();
          await untilConnections(services, 'open');
          const again = written() + 200;
          await until(() => written() >= again);
        }
        isOver = true;
        await writing;
        // Only now: what a writer had under way is to be seen too.
        isWritten = true;
        await following;
        const journal = await wholeJournal(services[0]?.url ?? '', BOARD);
        expect(journal).toHaveLength(written());
        const gists = journal.filter(({ kind, status }) => kind === 'gist' && status !== 'superseded');
        for (const stream of streams) {
          await until(() => stream.labels.length >= journal.length);
          expect(stream.labels).toEqual(labelsUpTo(journal.length));
          stream.close();
        }
        for (const { agent, seen } of followers) {
          expect(seen).toEqual([...new Set(seen)]);
          const messages = journal.filter(({ to }) => to === agent);
          const wanted = [...gists, ...messages].map(({ label }) => label);
          expect(wanted.filter((label) => !seen.includes(label))).toEqual([]);
        }
        for (const service of services) expect(service.output().match(AWAY)).toHaveLength(3);
      },
    );
  });
}

/** Waits for notices, confirms them, and waits again. */
class HeldFollower {
  readonly seen: string[] = [];

  constructor(private readonly turns: TurnsClient) {}

  get agent(): string {
    return this.turns.agent;
  }

  /** From here on it can be addressed, and nothing before is news to it. */
  async enter(): Promise<void> {
    await this.turns.poll();
  }

  /** Goes on until `isDone()`, and then until there is nothing more to see. */
  async followUntil(isDone: () => boolean): Promise<void> {
    for (;;) {
      const wasDone = isDone();
      const pending = await this.turns.poll({ wait: wasDone ? 0 : 2, limit: 200 });
      this.seen.push(...labelsOf(pending));
      if (pending.lease_id !== null) await this.turns.confirm(pending);
      else if (wasDone) return;
    }
  }
}

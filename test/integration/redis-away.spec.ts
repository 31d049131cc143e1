import { afterEach, describe, expect, it } from '@jest/globals';
import type { BoardId } from '../../src/kernel/ids.js';
import { parseRedisUrl } from '../../src/platform/config/redis-url.js';
import { openWakeups } from '../../src/platform/wakeups/open-wakeups.js';
import type { Wakeups } from '../../src/platform/wakeups/wakeups.js';
import { LogLines } from '../support/log-lines.js';
import { hasRedis, PrivateRedis } from '../support/private-redis.js';
import { until } from '../support/until.js';

const AWAY = 'Redis is away: who waits is woken within a second, not at once; trying again by itself';
const THERE = 'Redis carries wake-ups to the other processes';

let redis: PrivateRedis;
let wakeups: Wakeups;
let log: LogLines;
function open(url: string): void {
  log = new LogLines();
  wakeups = openWakeups(parseRedisUrl(url), { storeIdentity: 'store', logger: log });
}
const count = (wanted: 'open' | 'lost'): number | undefined =>
  wakeups.connections().find(({ state }) => state === wanted)?.count;
const untilOpen = (): Promise<void> => until(() => count('open') === 2);
const untilLost = (wanted: number): Promise<void> => until(() => count('lost') === wanted);
const untilAwayIsSaid = (): Promise<void> => until(() => log.of('warn').length > 0);

/** What is published is heard, from now on or as soon as a cut was noticed. */
async function expectCarried(head: number): Promise<void> {
  const heads: number[] = [];
  const stop = wakeups.listen((each) => heads.push(each.head));
  await until(() => {
    wakeups.publish({ boardId: 1 as BoardId, head });
    return heads.includes(head);
  });
  stop();
}

afterEach(async () => {
  wakeups.close();
  redis.thaw();
  await redis.end();
});

(hasRedis ? describe : describe.skip)('a Redis', () => {
  it('that comes later than the service is used from then on', async () => {
    redis = await PrivateRedis.away();
    open(redis.url);
    await untilAwayIsSaid();
    wakeups.publish({ boardId: 1 as BoardId, head: 1 });
    await redis.start();
    await untilOpen();
    await expectCarried(2);
    expect([log.of('warn'), log.of('info')]).toEqual([[AWAY], [THERE]]);
  });

  it('that is killed and started again, three times, carries again by itself; each loss is said once', async () => {
    redis = await PrivateRedis.open();
    open(redis.url);
    await untilOpen();
    for (let life = 1; life <= 3; life += 1) {
      await redis.end();
      await untilLost(2);
      await until(() => log.of('warn').length === life);
      for (let head = 1; head <= 1_000; head += 1) wakeups.publish({ boardId: 1 as BoardId, head });
      await redis.start();
      await untilOpen();
      await expectCarried(1_000 + life);
    }
    expect(log.of('warn')).toEqual([AWAY, AWAY, AWAY]);
    expect(log.of('info')).toEqual([THERE, THERE, THERE, THERE]);
  });

  it('that cuts its connections gets new ones', async () => {
    redis = await PrivateRedis.open();
    open(redis.url);
    await untilOpen();
    await redis.ask(async (client) => {
      await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
      await client.call('CLIENT', 'KILL', 'TYPE', 'normal');
    });
    await expectCarried(1);
    await untilOpen();
  });

  it('that answers no more is given up, and used again when it does', async () => {
    redis = await PrivateRedis.open();
    open(redis.url);
    await untilOpen();
    redis.freeze();
    for (let head = 1; head <= 1_000; head += 1) wakeups.publish({ boardId: 1 as BoardId, head });
    await untilLost(2);
    expect(log.of('warn')).toEqual([AWAY]);
    redis.thaw();
    await untilOpen();
    await expectCarried(1_001);
  });

  it('that takes its password is used; one with another password is not, and neither is ever said', async () => {
    redis = await PrivateRedis.open('--requirepass', 'hunter2');
    const place = `127.0.0.1:${redis.port}`;
    open(`redis://:hunter2@${place}`);
    await untilOpen();
    await expectCarried(1);
    expect(JSON.stringify(log.lines)).not.toContain('hunter2');
    wakeups.close();
    for (const url of [`redis://:hunter3@${place}`, `redis://app:hunter3@${place}`, `redis://${place}`]) {
      open(url);
      await untilAwayIsSaid();
      const attempts = (await connectionsSoFar()) + 2;
      await until(async () => (await connectionsSoFar()) >= attempts);
      expect([log.of('warn'), log.of('info'), count('lost')]).toEqual([[AWAY], [], 2]);
      expect(JSON.stringify(log.lines)).not.toContain('hunter');
      wakeups.close();
    }
  });

  it('needs to grant no more than PING, and PUBLISH and SUBSCRIBE on our channels', async () => {
    redis = await PrivateRedis.open(...userWith('resetchannels &gistboard:* -@all +ping +publish +subscribe'));
    open(`redis://board:secret@127.0.0.1:${redis.port}`);
    await untilOpen();
    await expectCarried(1);
    expect(log.of('warn')).toEqual([]);
  });

  it('that grants nothing is asked again slowly', async () => {
    redis = await PrivateRedis.open(...userWith('resetchannels -@all'));
    open(`redis://board:secret@127.0.0.1:${redis.port}`);
    await untilAwayIsSaid();
    await untilLost(2);
    await redis.ask((client) =>
      client.call('ACL', 'SETUSER', 'board', '&gistboard:*', '+ping', '+publish', '+subscribe'),
    );
    await untilOpen();
    await expectCarried(1);
  });
});

/** Settings of a server with a user of these rights alone. */
const userWith = (rights: string): readonly string[] => ['--user', 'board', 'on', '>secret', ...rights.split(' ')];

/** That the server has counted, tries to log in among them. */
async function connectionsSoFar(): Promise<number> {
  const url = new URL(redis.url);
  const { Redis } = await import('ioredis');
  const client = new Redis({ host: url.hostname, port: Number(url.port), password: 'hunter2' });
  try {
    const [, received] = /total_connections_received:(\d+)/.exec(await client.info('stats')) ?? [];
    return Number(received);
  } finally {
    client.disconnect();
  }
}

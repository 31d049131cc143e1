import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { BoardId } from '../../src/kernel/ids.js';
import { parseRedisUrl } from '../../src/platform/config/redis-url.js';
import { openWakeups } from '../../src/platform/wakeups/open-wakeups.js';
import type { Wakeup, Wakeups } from '../../src/platform/wakeups/wakeups.js';
import { LogLines } from '../support/log-lines.js';
import { hasRedis, PrivateRedis } from '../support/private-redis.js';
import { until } from '../support/until.js';

const wakeup = (boardId: number, head: number): Wakeup => ({ boardId: boardId as BoardId, head });
const isOpen = (wakeups: Wakeups): boolean =>
  wakeups.connections().every(({ state, count }) => state === 'open' || count === 0);

let redis: PrivateRedis;
const opened: Wakeups[] = [];
async function open(url: string | null, storeIdentity = 'store', logger = new LogLines()): Promise<Wakeups> {
  const wakeups = openWakeups(url === null ? null : parseRedisUrl(url), { storeIdentity, logger });
  opened.push(wakeups);
  await until(() => isOpen(wakeups));
  return wakeups;
}
function heardBy(wakeups: Wakeups): Wakeup[] {
  const heard: Wakeup[] = [];
  wakeups.listen((each) => heard.push(each));
  return heard;
}

beforeAll(async () => {
  if (hasRedis) redis = await PrivateRedis.open();
});
afterEach(() => {
  for (const wakeups of opened.splice(0)) wakeups.close();
});
afterAll(async () => {
  if (hasRedis) await redis.end();
});

describe.each([
  ['in this process', (): string | null => null, true],
  ['through Redis', (): string | null => redis.url, hasRedis],
] as const)('wake-ups %s', (_, url, isHere) => {
  const rule = isHere ? it : it.skip;

  rule('reach everybody who listens, the one who wrote too', async () => {
    const wakeups = await open(url());
    const [one, other] = [heardBy(wakeups), heardBy(wakeups)];
    wakeups.publish(wakeup(1, 57));
    await until(() => one.length > 0 && other.length > 0);
    expect([one, other]).toEqual([[wakeup(1, 57)], [wakeup(1, 57)]]);
  });

  rule('of a burst end with the newest head of each board, and go never back', async () => {
    const wakeups = await open(url());
    const heard = heardBy(wakeups);
    for (let head = 1; head <= 1_000; head += 1) for (const board of [1, 2, 3]) wakeups.publish(wakeup(board, head));
    await until(() => [1, 2, 3].every((board) => heard.some((each) => each.boardId === board && each.head === 1_000)));
    for (const board of [1, 2, 3]) {
      const heads = heard.filter(({ boardId }) => boardId === board).map(({ head }) => head);
      expect(heads).toEqual([...new Set(heads)].sort((a, b) => a - b));
    }
  });

  rule('reach nobody who has stopped to listen', async () => {
    const wakeups = await open(url());
    const [gone, here] = [[] as Wakeup[], heardBy(wakeups)];
    wakeups.listen((each) => gone.push(each))();
    wakeups.publish(wakeup(1, 1));
    await until(() => here.length > 0);
    expect(gone).toEqual([]);
  });

  rule('are let go after a close, without an error', async () => {
    const wakeups = await open(url());
    const heard = heardBy(wakeups);
    wakeups.close();
    wakeups.publish(wakeup(1, 1));
    wakeups.close();
    expect(heard).toEqual([]);
  });
});

/** The server may hear of the end of connections of an earlier test only now. */
async function onlyChannel(): Promise<string> {
  let channels: readonly string[] = [];
  await until(async () => {
    channels = (await redis.ask((client) => client.pubsub('CHANNELS', '*'))) as readonly string[];
    return channels.length === 1;
  });
  return channels[0] ?? '';
}

(hasRedis ? describe : describe.skip)('two processes on one Redis', () => {
  it('hear each other where they share a store, and not where they do not', async () => {
    const [here, there, elsewhere] = [await open(redis.url), await open(redis.url), await open(redis.url, 'another')];
    const [heard, foreign] = [heardBy(there), heardBy(elsewhere)];
    here.publish(wakeup(1, 1));
    elsewhere.publish(wakeup(2, 2));
    await until(() => heard.length > 0 && foreign.length > 0);
    expect([heard, foreign]).toEqual([[wakeup(1, 1)], [wakeup(2, 2)]]);
  });

  it('meet on a channel whose name says nothing of the store', async () => {
    await open(redis.url, '["gistboard-of-acme","2026-11-30 12:00:00.000"]');
    expect(await onlyChannel()).toMatch(/^gistboard:[0-9a-f]{32}:heads$/);
  });

  it('hear nothing of what others write on their channel, say so once, and go on', async () => {
    const logger = new LogLines();
    const [here, there] = [await open(redis.url), await open(redis.url, 'store', logger)];
    const heard = heardBy(there);
    const channel = await onlyChannel();
    const hostile = [
      '',
      'x',
      '1',
      '1:-1',
      '1:1e9',
      '1:1:1',
      '{"a":1}',
      '\0',
      '\n',
      '9'.repeat(100),
      'x'.repeat(5_000_000),
    ];
    await redis.ask(async (client) => {
      for (const text of hostile) await client.publish(channel, text);
      await client.publish(channel, Buffer.from([0xff, 0xfe, 0x3a, 0x31]));
    });
    here.publish(wakeup(3, 4));
    await until(() => heard.length > 0);
    expect(heard).toEqual([wakeup(3, 4)]);
    expect(logger.of('warn')).toEqual(['something else writes on our channel of Redis: ignored']);
  });
});

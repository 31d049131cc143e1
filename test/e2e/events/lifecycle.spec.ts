import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BoardClient } from '../../support/board-client.js';
import { createClient } from '../../../client/index.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { isOnMysql } from '../../support/database-kind.js';
import { EventStream } from '../../support/event-stream.js';
import { freePort, type ServiceProcess, startProcess } from '../../support/process.js';
import { until } from '../../support/until.js';
import { labelsUpTo } from '../../support/whole-journal.js';

let store: TestDatabase;
const running = new Set<ServiceProcess>();

async function start(port?: number): Promise<ServiceProcess> {
  const service = await startProcess({ ...store.env, ...(port === undefined ? {} : { PORT: String(port) }) });
  running.add(service);
  return service;
}
const boardOf = ({ url }: ServiceProcess): BoardClient =>
  new BoardClient({ as: (agent) => createClient(url, { agent }) }, 'main', 'bob');
const follow = async (service: ServiceProcess, lastEventId?: string): Promise<EventStream> => {
  const options = { agent: 'alice', ...(lastEventId === undefined ? {} : { lastEventId }) };
  return (await EventStream.open(service, 'main', options)).begun();
};

beforeEach(async () => {
  store = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all([...running].map((service) => service.end('SIGKILL')));
  running.clear();
  await store.drop();
});

describe('a stream', () => {
  it('over kill -9 of the service, with its last id, misses nothing and repeats nothing', async () => {
    const port = await freePort();
    const labels: string[] = [];
    let service = await start(port);
    let lastEventId: string | undefined;
    for (let life = 0; life < 3; life += 1) {
      const stream = await follow(service, lastEventId);
      const serving = service;
      const writing = (async () => {
        for (let note = 0; !stream.isOver; note += 1) await boardOf(serving).add('FACT', `${life}-${note}`);
      })().catch(() => undefined);
      await stream.first(20);
      running.delete(service);
      await service.end('SIGKILL');
      await writing;
      await until(() => stream.isOver);
      labels.push(...stream.labels);
      lastEventId = stream.lastEventId;
      service = await start(port);
    }
    const last = await follow(service, lastEventId);
    // Behind whatever the database still had to commit of the service that was killed.
    await boardOf(service).add('FACT', 'the last');
    await until(() => last.entries.at(-1)?.content === 'the last');
    const { items } = await boardOf(service).readAll();
    expect([...labels, ...last.labels]).toEqual(labelsUpTo(items.length));
    last.close();
  });

  it('ends at once when the service stops, which it does not hold up', async () => {
    const service = await start();
    const streams = await Promise.all([follow(service), follow(service), follow(service)]);
    const startedAt = performance.now();
    running.delete(service);
    expect(await service.end('SIGTERM')).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    await until(() => streams.every(({ isOver }) => isOver));
  });

  if (isOnMysql) {
    it('brings what was written through another process', async () => {
      const [one, other] = await Promise.all([start(), start()]);
      const stream = await follow(one);
      await boardOf(other).add('FACT', 'from the other');
      await boardOf(one).add('FACT', 'from here');
      await boardOf(other).add('FACT', 'from the other again');
      await stream.first(3);
      expect(stream.entries.map(({ label, content }) => `${label} ${content}`)).toEqual([
        'G1 from the other',
        'G2 from here',
        'G3 from the other again',
      ]);
      stream.close();
    });
  }
});

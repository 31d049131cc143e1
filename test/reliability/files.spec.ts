import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readEnv } from '../../src/platform/config/env.js';
import { openDatabase } from '../../src/platform/database/database.js';
import { schema } from '../../src/schema.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { beginUpload, FilesClient, fileRows } from '../support/files-client.js';
import { FixedClock } from '../support/fixed-clock.js';
import { type ServiceProcess, startProcess } from '../support/process.js';
import { startService } from '../support/service.js';
import { until } from '../support/until.js';

// Tens of MiB, each piece in a durable commit of its own.
jest.setTimeout(360_000);

const MIB = 1_048_576;

let store: TestDatabase;
let running: ServiceProcess | undefined;
beforeEach(async () => {
  store = await createTestDatabase();
  running = await startProcess(store.env);
});
afterEach(async () => {
  await running?.end('SIGKILL');
  await store.drop();
});

const start = async (): Promise<ServiceProcess> => running ?? (running = await startProcess(store.env));

describe('files', () => {
  it('that were acknowledged outlive kill -9; one that was under way is nowhere, and its bytes are swept', async () => {
    const first = await start();
    const alice = new FilesClient(first, 'main', 'alice');
    const kept = randomBytes(2 * MIB);
    await alice.share('kept.bin', kept);
    await beginUpload(first, 'main', 3 * MIB);
    const behind = { database: await openDatabase(readEnv({ ...store.env }).database, schema) };
    await until(async () => (await fileRows(behind)).pieces >= 8 + 4);
    await behind.database.close();
    await first.end('SIGKILL');
    running = undefined;

    const restarted = await start();
    const second = new FilesClient(restarted, 'main', 'bob');
    expect((await second.list()).items.map(({ name }) => name)).toEqual(['kept.bin']);
    expect((await second.content('G1')).equals(kept)).toBe(true);
    expect((await second.list()).used_bytes).toBe(2 * MIB);
    await restarted.end('SIGTERM');
    running = undefined;

    // A start a quarter of an hour later finds what nobody goes on with.
    const clock = new FixedClock(Date.now() + 16 * 60_000);
    const third = await startService({ store, clock });
    try {
      await until(async () => (await fileRows(third)).unshared === 0);
      expect(await fileRows(third)).toEqual({ contents: 1, unshared: 0, pieces: 8 });
    } finally {
      await third.stop();
    }
  });

  it('go in and out in a memory that does not grow with them', async () => {
    const service = await start();
    const alice = new FilesClient(service, 'main', 'alice');
    const content = randomBytes(10 * MIB);
    const rssMib = (): number => {
      const status = readFileSync(`/proc/${service.child.pid ?? 0}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
    };
    const label = await alice.share('warm.bin', content);
    await alice.content(label);
    const warm = rssMib();
    for (let round = 0; round < 4; round += 1) {
      const next = await alice.share(`file-${round}.bin`, content);
      expect((await alice.content(next)).equals(content)).toBe(true);
    }
    // 80 MiB went through.
    expect(rssMib() - warm).toBeLessThan(60);
  });
});

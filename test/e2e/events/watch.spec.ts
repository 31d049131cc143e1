import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createClient } from '../../../client/index.js';
import { BoardClient, type Entry } from '../../support/board-client.js';
import { runCli, spawnCli } from '../../support/cli.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { freePort, type ServiceProcess, startProcess } from '../../support/process.js';
import { until } from '../../support/until.js';
import { labelsUpTo } from '../../support/whole-journal.js';

let store: TestDatabase;
let service: ServiceProcess;
const port = await freePort();
const start = (): Promise<ServiceProcess> => startProcess({ ...store.env, PORT: String(port) });
const board = (): BoardClient =>
  new BoardClient({ as: (agent) => createClient(service.url, { agent }) }, 'main', 'bob');

/** `gistboard watch main` with what it has printed so far. */
function watch(args: readonly string[] = []) {
  const child = spawnCli(['watch', 'main', ...args], {
    env: { GISTBOARD_URL: `http://127.0.0.1:${port}`, GISTBOARD_AGENT: 'alice' },
  });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (said.out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said.err += chunk));
  const ended = once(child, 'close') as Promise<[number | null]>;
  return {
    said,
    lines: () => said.out.split('\n').filter((line) => line !== ''),
    ended,
    end: async (signal: NodeJS.Signals): Promise<number | null> => {
      child.kill(signal);
      return (await ended)[0];
    },
    closeReader: () => child.stdout.destroy(),
  };
}

beforeEach(async () => {
  store = await createTestDatabase();
  service = await start();
});
afterEach(async () => {
  await service.end('SIGKILL');
  await store.drop();
});

describe('gistboard watch', () => {
  it('prints an entry a line, from where it was told, until Ctrl-C', async () => {
    await board().add('FACT', 'first');
    await board().add('FAIL', 'second');
    const watching = watch(['--after', 'G1']);
    await until(() => watching.lines().length === 1);
    await board().add('CLAIM', 'third');
    await until(() => watching.lines().length === 2);
    expect(watching.lines()).toEqual([
      expect.stringMatching(/^G2 FAIL bob \d{4}-\d\d-\d\d \d\d:\d\d second$/),
      expect.stringMatching(/^G3 CLAIM bob .* until .* third$/),
    ]);
    expect(await watching.end('SIGINT')).toBe(0);
    expect(watching.said.err).toBe('');
  });

  it('over kill -9 of the service misses nothing and repeats nothing, and says so once', async () => {
    const watching = watch(['--after', '0', '--json']);
    for (let note = 0; note < 5; note += 1) await board().add('FACT', `before ${note}`);
    await until(() => watching.lines().length === 5);
    await service.end('SIGKILL');
    await until(() => watching.said.err !== '');
    service = await start();
    for (let note = 0; note < 5; note += 1) await board().add('FACT', `after ${note}`);
    await until(() => watching.lines().length === 10);
    const entries = watching.lines().map((line) => JSON.parse(line) as Entry);
    expect(entries.map(({ label }) => label)).toEqual(labelsUpTo(10));
    expect(entries).toEqual((await board().readAll()).items);
    expect(watching.said.err).toBe('The stream was cut off; trying again behind its last entry.\n');
    expect(await watching.end('SIGTERM')).toBe(0);
  });

  it('ends without a word when nobody reads it any more', async () => {
    const watching = watch();
    watching.closeReader();
    // Written until it has noticed: it may not have begun yet.
    let hasEnded = false;
    void watching.ended.then(() => (hasEnded = true));
    await until(async () => {
      await board().add('FACT', `note ${Math.random()}`);
      return hasEnded;
    });
    expect((await watching.ended)[0]).toBe(0);
    expect(watching.said.err).toBe('');
  });

  it.each([
    ['a board that is not there', ['watch', 'other'], 1, 'not_found'],
    ['a place beyond the head', ['watch', 'main', '--after', 'G9'], 1, 'after: is beyond'],
    ['an unknown flag', ['watch', '--from', '1'], 2, 'unknown option'],
  ])('is refused at once for %s', async (_, args, code, word) => {
    const env = { GISTBOARD_URL: service.url, GISTBOARD_AGENT: 'alice' };
    const run = await runCli(args, { env });
    expect({ code: run.code, stdout: run.stdout, stderr: run.stderr }).toEqual({
      code,
      stdout: '',
      stderr: expect.stringContaining(word),
    });
  });

  it('of a service that is not there ends with 3', async () => {
    const env = { GISTBOARD_URL: `http://127.0.0.1:${await freePort()}` };
    expect((await runCli(['watch', 'main'], { env })).code).toBe(3);
  });
});

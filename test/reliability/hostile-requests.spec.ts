import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type Hostile, hostile } from '../support/hostile.js';
import { sendHostile } from '../support/hostile-sender.js';
import { readMetrics } from '../support/metrics.js';
import { type ServiceProcess, startProcess } from '../support/process.js';
import { rawRequest } from '../support/raw-request.js';
import { until } from '../support/until.js';

const SEED = 20_261_130;
const AT_ONCE = 20;
const BATCHES = 500;
const MIB = 1_048_576;

/** What the process holds, after it has collected its garbage, without the connections of its own pools. */
interface Held {
  readonly heap: number;
  readonly resources: Readonly<Record<string, number>>;
}

let store: TestDatabase;
let life: ServiceProcess;
const counts = new Map<number, number>();

const get = (path: string) => rawRequest(life.url, { path, headers: { 'x-agent': 'calm' } });

/** What a reader of an untouched board sees. */
async function calmAnswers(): Promise<readonly string[]> {
  const paths = ['read', 'read?format=json', 'read_all', 'grep?q=calm', 'unfold?labels=G1-G3'];
  const answers = await Promise.all(paths.map((path) => get(`/board/calm/${path}`)));
  return answers.map(({ status, text, headers: { etag } }) => `${status} ${etag ?? ''} ${text}`);
}

/** Asks the process itself, by a signal that the module `held.mjs` answers. */
async function held(): Promise<Held> {
  const { length } = life.output();
  life.child.kill('SIGUSR2');
  let line: string | undefined;
  await until(() => {
    line = /HELD (\{.*\})\n/.exec(life.output().slice(length))?.[1];
    return line !== undefined;
  });
  const { heap, resources } = JSON.parse(line ?? '') as Held;
  // A pool opens a connection when it needs one more than ever before, and keeps it: how many is chance.
  return { heap, resources: { ...resources, TCPSocketWrap: (resources.TCPSocketWrap ?? 0) - (await pooled()) } };
}

/** The same once every connection of a client has gone: the end of one is heard a moment after its answer. */
async function settled(): Promise<Held> {
  let last: Held | undefined;
  await until(async () => {
    last = await held();
    return last.resources.TCPSocketWrap === 0;
  }).catch((error: unknown) => {
    throw new Error(`${String(error)}: ${JSON.stringify(last?.resources)}`);
  });
  return last ?? held();
}

async function pooled(): Promise<number> {
  const open = [...(await readMetrics(life))].filter(([name]) => /^db_connections.*"(used|free)"/.test(name));
  return open.reduce((sum, [, count]) => sum + count, 0);
}

async function attack(seed: number, batches: number): Promise<void> {
  const batch = fc.array(hostile, { minLength: AT_ONCE, maxLength: AT_ONCE });
  const property = fc.asyncProperty(batch, async (requests) => {
    const answers = await Promise.all(requests.map((request) => answerTo(request)));
    for (const status of answers.flatMap(({ statuses }) => statuses)) counts.set(status, (counts.get(status) ?? 0) + 1);
    expect(answers.filter(({ statuses }) => statuses.some((status) => status >= 500))).toEqual([]);
  });
  await fc.assert(property, { seed, numRuns: batches, endOnFailure: true });
}

async function answerTo(request: Hostile) {
  try {
    return { request, statuses: await sendHostile(life.url, request) };
  } catch (error) {
    // A request that the client library itself will not send, or whose connection was closed: none of these is a 5xx.
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || !/^(ERR_|ECONNRESET|EPIPE|HPE_)/.test(code))
      throw new Error(`${String(error)}: ${JSON.stringify(request).slice(0, 2_000)}`);
    return { request, statuses: [0] };
  }
}

describe(`${AT_ONCE * BATCHES} hostile requests to one process`, () => {
  let before: { readonly held: Held; readonly answers: readonly string[] };
  let after: typeof before;

  beforeAll(async () => {
    store = await createTestDatabase();
    const module = join(import.meta.dirname, '../support/held.mjs');
    const members = JSON.stringify({ main: ['*'], calm: ['calm'] });
    life = await startProcess({ ...store.env, BOARD_MEMBERS_JSON: members, NODE_OPTIONS: `--import=${module}` });
    const notes = ['FACT', 'FAIL', 'CLAIM'].map((type) => ({ type, content: `calm ${type}`, detail: 'behind it' }));
    const headers = { 'x-agent': 'calm' };
    await rawRequest(life.url, { method: 'POST', path: '/board/calm/write', headers, body: { notes } });
    // Warm: code is compiled, pools and caches are filled, the window of `main` is as full as it gets.
    await attack(SEED + 1, BATCHES / 5);
    before = { held: await settled(), answers: await calmAnswers() };
    counts.clear();
    await attack(SEED, BATCHES);
    await until(async () => (await get('/health/ready')).status === 200);
    after = { held: await settled(), answers: await calmAnswers() };
  }, 600_000);
  afterAll(async () => {
    await life.end('SIGKILL');
    await store.drop();
  });

  it('are all answered in time and never by a 5xx, and reach every part of the service', () => {
    expect([...counts].filter(([status]) => status >= 500)).toEqual([]);
    expect([...counts.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 401, 403, 404, 413, 415, 422, 431]));
  });

  it('leave nothing in the log that nobody foresaw', () => {
    expect(life.output()).not.toContain('unforeseen');
    expect(life.output()).not.toContain('"level":"error"');
    expect(life.child.exitCode).toBeNull();
  });

  it('leave no connection, timer or memory behind', () => {
    expect(after.held.resources).toEqual(before.held.resources);
    expect(after.held.heap - before.held.heap).toBeLessThan(24 * MIB);
  });

  it('change no answer on a board that they have nothing to do with', () => {
    expect(after.answers).toEqual(before.answers);
    expect(after.answers.every((answer) => answer.startsWith('200'))).toBe(true);
  });
});

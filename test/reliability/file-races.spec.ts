import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createClient } from '../../client/index.js';
import { readEnv } from '../../src/platform/config/env.js';
import { type Database, openDatabase } from '../../src/platform/database/database.js';
import { schema } from '../../src/schema.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { isOnMysql } from '../support/database-kind.js';
import { beginUpload, FilesClient, fileRows } from '../support/files-client.js';
import { type ServiceProcess, startProcess } from '../support/process.js';
import { until } from '../support/until.js';

jest.setTimeout(360_000);

const MIB = 1_048_576;
const TOTAL_MIB = 12;

let store: TestDatabase;
let behind: { readonly database: Database };
/** Two where the store takes two. */
let processes: ServiceProcess[] = [];
let boards = 0;
let board: string;

const processAt = (place: number): ServiceProcess => {
  const found = processes[place % processes.length];
  if (found === undefined) throw new Error('no process runs');
  return found;
};
/** Neighbours call different processes. */
const filesAt = (place: number): FilesClient => new FilesClient(processAt(place), board, `agent-${place}`);
const all = <T>(count: number, act: (files: FilesClient, place: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, place) => act(filesAt(place), place)));

async function redact(label: string, place: number): Promise<void> {
  const params = { path: { board, label } };
  const client = createClient(processAt(place).url, { agent: 'harness' });
  const call = client.POST('/board/{board}/entries/{label}/redact', { params, body: { reason: 'no longer' } });
  expect((await call).response.status).toBe(200);
}

describe(`files through ${isOnMysql ? 'two processes' : 'one process'}`, () => {
  beforeAll(async () => {
    store = await createTestDatabase();
    const env = { ...store.env, BOARD_FILES_TOTAL_MB: String(TOTAL_MIB) };
    processes = [await startProcess(env)];
    if (isOnMysql) processes.push(await startProcess(env));
    behind = { database: await openDatabase(readEnv(store.env).database, schema) };
  });
  afterAll(async () => {
    await Promise.all(processes.map((each) => each.end('SIGKILL')));
    await behind.database.close();
    await store.drop();
  });
  const openBoard = async (): Promise<void> => {
    boards += 1;
    board = `files-${boards}`;
    const client = createClient(processAt(0).url, { agent: 'harness' });
    await client.POST('/board', { body: { board, members: ['*'] } });
  };
  /** Of what came to no entry. */
  const left = async (): Promise<number> => (await fileRows(behind)).unshared;

  it('of one name, sent at once, are files of their own, each with its content', async () => {
    await openBoard();
    const contents = Array.from({ length: 8 }, () => randomBytes(600_000));
    const labels = await all(8, (files, place) => files.share('same.bin', contents[place] ?? ''));
    expect(new Set(labels).size).toBe(8);
    for (const [place, label] of labels.entries()) {
      expect((await filesAt(place + 1).content(label)).equals(contents[place] ?? Buffer.alloc(0))).toBe(true);
    }
    expect((await filesAt(0).list()).items.map(({ name }) => name)).toEqual(Array(8).fill('same.bin'));
  });

  it('sent again at once under one Idempotency-Key are one file', async () => {
    await openBoard();
    const content = randomBytes(600_000);
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, place) =>
        new FilesClient(processAt(place), board, 'agent-0').upload('once.bin', content, { key: `key-${board}` }),
      ),
    );
    // The limit of uploads at once is each process's own.
    const sent = replies.filter(({ status }) => status !== 429);
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 201));
    expect(new Set(sent.map(({ data }) => data.label)).size).toBe(1);
    expect([(await filesAt(1).list()).used_bytes, await left()]).toEqual([600_000, 0]);
  });

  it('never hold more together than a board may', async () => {
    await openBoard();
    const replies = await all(8, (files, place) => files.upload(`${place}.bin`, randomBytes(2 * MIB)));
    const kept = replies.filter(({ status }) => status === 201);
    expect(kept).toHaveLength(TOTAL_MIB / 2);
    const refused = replies.filter(({ status }) => status !== 201).map(({ problem }) => problem.code);
    expect(new Set(refused)).toEqual(new Set(['files_full']));
    expect([(await filesAt(0).list()).used_bytes, await left()]).toEqual([kept.length * 2 * MIB, 0]);
  });

  it('that are redacted while they are fetched come whole or not at all', async () => {
    await openBoard();
    for (let round = 0; round < 5; round += 1) {
      const content = randomBytes(2 * MIB);
      const label = await filesAt(0).share('secret.bin', content);
      const fetches = all(6, (files) =>
        files.content(label).then(
          (bytes) => bytes.equals(content),
          () => 'none',
        ),
      );
      await redact(label, round);
      expect((await fetches).filter((each) => each !== 'none' && each !== true)).toEqual([]);
      for (const place of [0, 1]) expect((await filesAt(place).download(label)).status).toBe(404);
    }
    expect((await filesAt(0).list()).used_bytes).toBe(0);
  });

  it('that are redacted while a slow client takes them are cut off, before their end', async () => {
    await openBoard();
    const content = randomBytes(10 * MIB);
    const label = await filesAt(0).share('slow.bin', content);
    const { hostname, port } = new URL(processAt(0).url);
    const path = `/board/${board}/files/${label}`;
    const request = get({ hostname, port, path, headers: { 'X-Agent': 'agent-0' } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.pause();
    await redact(label, 1);
    let taken = 0;
    response.on('data', (chunk: Buffer) => {
      taken += chunk.length;
    });
    // Not `once`: it would throw the error that a cut answer is.
    const closed = new Promise((resolve) => response.once('close', resolve));
    response.on('error', () => undefined).resume();
    await closed;
    expect([response.complete, taken < content.length]).toEqual([false, true]);
  });

  it('whose process is killed between two pieces are nowhere, and can be sent again through another', async () => {
    await openBoard();
    const before = await fileRows(behind);
    const content = randomBytes(8 * MIB);
    await beginUpload(processAt(processes.length - 1), board, 4 * MIB);
    await until(async () => (await fileRows(behind)).pieces >= before.pieces + 2);
    await processAt(processes.length - 1).end('SIGKILL');
    processes.pop();
    if (processes.length === 0) processes.push(await startProcess(store.env));
    expect((await filesAt(0).list()).items).toEqual([]);
    const again = await filesAt(0).share('half.bin', content);
    expect((await filesAt(0).content(again)).equals(content)).toBe(true);
    expect(await left()).toBe(1);
  });
});

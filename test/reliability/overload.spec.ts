import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type ServiceProcess, startProcess } from '../support/process.js';
import { type RawAnswer, rawRequest } from '../support/raw-request.js';

const NOTES = 50;
const MIB = 1_048_576;

let store: TestDatabase;
let life: ServiceProcess;

beforeAll(async () => {
  store = await createTestDatabase();
  const members = JSON.stringify({ team: ['*'], flooded: ['*'], calm: ['*'] });
  life = await startProcess({ ...store.env, BOARD_MEMBERS_JSON: members });
});
afterAll(async () => {
  await life.end('SIGKILL');
  await store.drop();
});

const write = (agent: string, board: string, notes: readonly object[]): Promise<RawAnswer> =>
  rawRequest(life.url, {
    method: 'POST',
    path: `/board/${board}/write`,
    headers: { 'x-agent': agent },
    body: { notes },
  });

const read = (board: string): Promise<RawAnswer> =>
  rawRequest(life.url, { path: `/board/${board}/read?format=json`, headers: { 'x-agent': 'reader' } });

/** As many notes of about a hundred characters. */
const notesOf = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, place) => ({
    type: 'FACT',
    content: `${place}: the retry budget is three tries in ten seconds, see src/net/retry.ts:40`,
  }));

const statusesOf = (answers: readonly RawAnswer[]): readonly number[] => [
  ...new Set(answers.map(({ status }) => status)),
];

describe('a team that does all of its work in one moment', () => {
  it('is refused nothing', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 300 }, (_, place) => write(`agent-${place}`, 'team', notesOf(1))),
      ...Array.from({ length: 32 }, (_, place) => write(`agent-${place}`, 'team', notesOf(NOTES))),
      write('agent-0', 'team', [{ type: 'FACT', content: 'long', detail: 'x'.repeat(60_000) }]),
    ]);
    expect(statusesOf(answers)).toEqual([201]);
  });
});

describe('a flood of writes on one board', () => {
  let flood: readonly RawAnswer[];
  let beside: readonly RawAnswer[];
  beforeAll(async () => {
    const sent = Array.from({ length: 800 }, () => write('flood', 'flooded', notesOf(NOTES)));
    beside = await Promise.all([read('calm'), write('calm', 'calm', notesOf(1)), read('flooded')]);
    flood = await Promise.all(sent);
  });

  it('is refused in part, with the time after which to try again', () => {
    expect(statusesOf(flood).toSorted()).toEqual([201, 503]);
    // On a machine that stalls, the database may come to its deadline too; that says when to come back as well.
    const isOfDatabase = ({ text }: RawAnswer): boolean => /"code":"(unavailable|timed_out)"/.test(text);
    const refused = flood.filter(({ status }) => status === 503);
    expect(refused.every(({ headers }) => /^[1-9]\d?$/.test(String(headers['retry-after'])))).toBe(true);
    const early = refused.filter((answer) => !isOfDatabase(answer));
    expect(early.length).toBeGreaterThan(0);
    expect(new Set(early.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['1']));
    expect(early.every(({ text }) => text.includes('"code":"overloaded"'))).toBe(true);
  });

  it('keeps nobody from reading, nor from writing elsewhere', () => {
    expect(beside.map(({ status }) => status)).toEqual([200, 201, 200]);
  });

  it('stores all that it acknowledged and nothing else', async () => {
    const { head } = JSON.parse((await read('flooded')).text) as { readonly head: number };
    expect(head).toBe(NOTES * flood.filter(({ status }) => status === 201).length);
  });

  it('is over as soon as it stops', async () => {
    expect((await write('flood', 'flooded', notesOf(NOTES))).status).toBe(201);
  });
});

describe('an answer that comes before its request was sent', () => {
  /** Sends a body of 4 MiB, which nobody takes, and answers what came back, or what went wrong. */
  const tooLarge = (): Promise<string> =>
    new Promise((resolve) => {
      const { hostname, port } = new URL(life.url);
      const socket = connect(Number(port), hostname);
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.on('error', (error) => {
        resolve(error.message);
      });
      socket.on('end', () => {
        resolve(text.split('\r\n', 1)[0] ?? '');
      });
      socket.write(
        `POST /board/main/write HTTP/1.1\r\nHost: ${hostname}\r\nX-Agent: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${4 * MIB}\r\n\r\n`,
      );
      socket.write(Buffer.alloc(4 * MIB, 'x'));
    });

  it('reaches also who closes the connection after it', async () => {
    const answers: string[] = [];
    for (let count = 0; count < 10; count += 1) answers.push(await tooLarge());
    expect(answers).toEqual(Array(10).fill('HTTP/1.1 413 Payload Too Large'));
  });
});

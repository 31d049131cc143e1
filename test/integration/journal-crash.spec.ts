import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from '../../client/index.js';
import { BoardClient, type Entry } from '../support/board-client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startProcess } from '../support/process.js';
import { startService, type TestService } from '../support/service.js';

const ROUNDS = 3;
const WRITERS = 32;
const NOTES = 3;
const KILL_AFTER = 200;

/** What was acknowledged: the text by its label. */
const acknowledged = new Map<string, string>();

/** Writes until the connection is gone; reports each acknowledged request. */
async function writeUntilGone(by: BoardClient, name: string, hear: () => void): Promise<void> {
  for (let request = 0; ; request += 1) {
    const contents = Array.from({ length: NOTES }, (_, note) => `${name} request ${request} note ${note}.`);
    const notes = contents.map((content) => ({ type: 'FACT', content, detail: `detail of ${content}` }));
    const reply = await by.write(notes).catch(() => undefined);
    if (reply === undefined) return;
    for (const { index, label } of reply.data.results) acknowledged.set(label ?? '', contents[index] ?? '');
    hear();
  }
}

/** One life of the service, ended by kill -9 in the middle of 32 writers' work. */
async function liveAndDie(store: TestDatabase, round: number): Promise<void> {
  const life = await startProcess(store.env);
  let requests = 0;
  const written = new Promise<void>((resolve, reject) => {
    const client = { as: (agent: string) => createClient(life.url, { agent }) };
    const writing = Array.from({ length: WRITERS }, (_, writer) => {
      const by = new BoardClient(client, 'main', `agent-${writer}`);
      return writeUntilGone(by, `round ${round} writer ${writer}`, () => {
        requests += 1;
        if (requests === KILL_AFTER) life.end('SIGKILL').catch(reject);
      });
    });
    Promise.all(writing).then(() => {
      resolve();
    }, reject);
  });
  await written.finally(() => life.end('SIGKILL'));
}

describe('kill -9 in the middle of 32 writers, three times over', () => {
  let store: TestDatabase;
  let service: TestService | undefined;
  let reader: BoardClient;
  let entries: readonly Entry[];

  beforeAll(async () => {
    store = await createTestDatabase();
    for (let round = 0; round < ROUNDS; round += 1) await liveAndDie(store, round);
    service = await startService({ store });
    reader = new BoardClient(service, 'main', 'reader');
    entries = await allEntries();
  });
  afterAll(() => service?.close());

  async function allEntries(): Promise<readonly Entry[]> {
    const all: Entry[] = [];
    let before: string | undefined;
    do {
      const answer = await reader.grep('!"in no text"', before === undefined ? {} : { before });
      all.push(...answer.matches);
      before = answer.next_before;
    } while (before !== undefined);
    return all.toReversed();
  }

  it('loses nothing that was acknowledged', async () => {
    expect(acknowledged.size).toBeGreaterThanOrEqual(ROUNDS * KILL_AFTER * NOTES);
    const stored = new Map(entries.map(({ label, content }) => [label, content]));
    expect([...acknowledged.keys()].map((label) => [label, stored.get(label)])).toEqual([...acknowledged]);
    const [[label, content] = ['', '']] = [...acknowledged].slice(-1);
    expect((await reader.unfold(label)).items[0]?.detail).toBe(`detail of ${content}`);
  });

  it('leaves no gap', () => {
    expect(entries.map(({ label }) => label)).toEqual(entries.map((_, place) => `G${place + 1}`));
  });

  it('leaves no request half written', () => {
    const counts = new Map<string, number>();
    for (const { content } of entries) {
      const request = content.replace(/ note \d+\.$/, '');
      counts.set(request, (counts.get(request) ?? 0) + 1);
    }
    expect([...counts].filter(([, count]) => count !== NOTES)).toEqual([]);
  });

  it('lets the next write go on at the head', async () => {
    const label = await reader.add('FACT', 'after it all');
    expect(label).toBe(`G${entries.length + 1}`);
  });
});

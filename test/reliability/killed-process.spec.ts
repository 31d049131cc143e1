import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { sendKeyed } from '../support/keyed-writer.js';
import { type ServiceProcess, startProcess } from '../support/process.js';
import { until } from '../support/until.js';
import { type JournalEntry, labelsUpTo, wholeJournal } from '../support/whole-journal.js';

const WRITERS = 32;
/** The acknowledged writes at which each life ends; the last life finishes the work. */
const KILL_AT = [150, 400, 650, 900];
const PER_WRITER = 40;

/** The text of each acknowledged write by its label. */
const acknowledged = new Map<string, string>();
let unanswered = 0;

let store: TestDatabase;
let life: ServiceProcess;
let entries: readonly JournalEntry[];

/** Writes its notes one by one, each until it is answered: the same request under the same key, whoever serves it. */
async function write(writer: number): Promise<void> {
  for (let note = 0; note < PER_WRITER; note += 1) {
    const content = `writer ${writer} note ${note}`;
    await until(async () => {
      const serving = life;
      const sending = await sendKeyed(serving.url, `agent-${writer}`, content);
      if (sending.kind === 'unanswered') {
        unanswered += 1;
        await until(() => life !== serving);
      }
      if (sending.kind !== 'stored') return false;
      acknowledged.set(sending.label, content);
      return true;
    }, 240_000);
  }
}

describe('kill -9 under 32 writers that repeat what was not answered under its key', () => {
  beforeAll(async () => {
    store = await createTestDatabase();
    life = await startProcess(store.env);
    const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    for (const count of KILL_AT) {
      await until(() => acknowledged.size >= count);
      await life.end('SIGKILL');
      life = await startProcess(store.env);
    }
    await writing;
    entries = await wholeJournal(life.url);
  }, 360_000);
  afterAll(async () => {
    await life.end('SIGKILL');
    await store.drop();
  });

  it('has cut writes off in the middle', () => {
    expect(unanswered).toBeGreaterThanOrEqual(KILL_AT.length);
  });

  it('stores every write once, under the label that was acknowledged', () => {
    expect(entries).toHaveLength(WRITERS * PER_WRITER);
    expect(new Map(entries.map(({ label, content }) => [label, content]))).toEqual(acknowledged);
    expect(new Set(entries.map(({ content }) => content)).size).toBe(WRITERS * PER_WRITER);
  });

  it("leaves no gap, keeps each writer's order, and says who wrote what", () => {
    expect(entries.map(({ label }) => label)).toEqual(labelsUpTo(entries.length));
    for (let writer = 0; writer < WRITERS; writer += 1) {
      const own = entries.filter(({ author }) => author === `agent-${writer}`).map(({ content }) => content);
      expect(own).toEqual(Array.from({ length: PER_WRITER }, (_, note) => `writer ${writer} note ${note}`));
    }
  });
});

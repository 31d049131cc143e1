import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from '../../client/index.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { isOnMysql } from '../support/database-kind.js';
import { JournalFollower, NoticeFollower, SnapshotFollower } from '../support/followers.js';
import { MixedWriter } from '../support/mixed-writer.js';
import { type ServiceProcess, startProcess } from '../support/process.js';
import { rawRequest } from '../support/raw-request.js';
import { until } from '../support/until.js';
import { type JournalEntry, labelsUpTo, seqOf, wholeJournal } from '../support/whole-journal.js';

/** What a tag says of the view; it begins with what tells the process. */
const viewTag = (etag: unknown): string => String(etag).replace(/^W\/"[\w-]{8}-/, '');

const BOARDS = ['one', 'two', 'three', 'four'];
const ENTRIES = 20_000;
const WRITERS_EACH = 6;
/** Nothing leaves a window, and no claim ends by time, so that what is live depends on what was written alone. */
const ENV = {
  BOARD_MEMBERS_JSON: JSON.stringify(Object.fromEntries(BOARDS.map((board) => [board, ['*']]))),
  BOARD_VIEW_LIMIT: '20000',
  BOARD_CLAIM_TTL_S: '86400',
};

let store: TestDatabase;
let processes: readonly ServiceProcess[] = [];
const writers: MixedWriter[] = [];
let journals: ReadonlyMap<string, readonly JournalEntry[]>;
let journalFollowers: readonly JournalFollower[];
let noticeFollowers: readonly NoticeFollower[];
let snapshotFollowers: readonly SnapshotFollower[];

const written = (): number => writers.reduce((sum, writer) => sum + writer.entries, 0);

/** Followers go on until the writers are done and they have nothing left to see. */
async function writeAndFollow(): Promise<void> {
  let isWritten = false;
  const writing = Promise.all(writers.map((writer) => writer.writeWhile(() => written() < ENTRIES))).finally(() => {
    isWritten = true;
  });
  const all = [...journalFollowers, ...noticeFollowers, ...snapshotFollowers];
  const following = Promise.all(all.map((follower) => follower.followUntil(() => isWritten)));
  await Promise.all([writing, following]);
}

const isGist = ({ kind }: JournalEntry): boolean => kind === 'gist';
const labels = (entries: readonly { label: string }[]): readonly string[] => entries.map(({ label }) => label);

if (isOnMysql) {
  describe(`two processes on one database, ${ENTRIES} entries of all kinds on ${BOARDS.length} boards through both`, () => {
    beforeAll(async () => {
      store = await createTestDatabase();
      processes = await Promise.all([startProcess({ ...store.env, ...ENV }), startProcess({ ...store.env, ...ENV })]);
      const urls = processes.map(({ url }) => url);
      journalFollowers = urls.flatMap((url) => BOARDS.map((board) => new JournalFollower(url, board)));
      noticeFollowers = urls.map((url, place) => new NoticeFollower(url, `notices-${place}`));
      snapshotFollowers = urls.map((url, place) => new SnapshotFollower(url, `snapshots-${place}`));
      for (const follower of [...noticeFollowers, ...snapshotFollowers]) await follower.enter();
      const readers = [...noticeFollowers, ...snapshotFollowers].map(({ agent }) => agent);
      for (let writer = 0; writer < 2 * WRITERS_EACH; writer += 1) {
        const seed = { seed: writer + 1, boards: BOARDS, readers };
        writers.push(new MixedWriter(urls[writer % 2] ?? '', `writer-${writer}`, seed));
      }
      await writeAndFollow();
      const read = BOARDS.map(async (board) => [board, await wholeJournal(urls[0] ?? '', board)] as const);
      journals = new Map(await Promise.all(read));
    }, 600_000);
    afterAll(async () => {
      await Promise.all(processes.map((each) => each.end('SIGKILL')));
      await store.drop();
    });

    it('stores all that was acknowledged, under its label, without a gap', () => {
      expect(written()).toBeGreaterThanOrEqual(ENTRIES);
      for (const [board, entries] of journals) {
        expect(labels(entries)).toEqual(labelsUpTo(entries.length));
        const acknowledged = writers.flatMap((writer) => [...writer.acknowledged(board)]);
        const stored = new Map(entries.map(({ label, content }) => [label, content]));
        expect(acknowledged.filter(([label, content]) => stored.get(label) !== content)).toEqual([]);
        expect(acknowledged).toHaveLength(entries.length);
      }
      expect(new Set([...journals.values()].flat().map(({ kind }) => kind))).toEqual(
        new Set(['gist', 'release', 'post']),
      );
    });

    it('show a follower by cursor every entry once and in one order, on both', () => {
      for (const follower of journalFollowers) {
        const entries = journals.get(follower.board) ?? [];
        expect(follower.seen).toEqual(entries.map(({ label, content }) => `${label} ${content}`));
        expect(follower.heads).toEqual([...follower.heads].sort((one, other) => one - other));
        expect(follower.looks).toBeGreaterThan(3);
      }
    });

    it('lease a follower of notices every note and message for it, once and in order', () => {
      for (const { agent, gists, messages } of noticeFollowers) {
        for (const [board, entries] of journals) {
          const wanted = entries.filter((entry) => isGist(entry) && entry.status !== 'superseded');
          const seen = gists.get(board) ?? [];
          expect(seen).toEqual([...new Set(seen)].sort((one, other) => seqOf(one) - seqOf(other)));
          expect(labels(wanted).filter((label) => !seen.includes(label))).toEqual([]);
          const gistLabels = new Set(labels(entries.filter(isGist)));
          expect(seen.filter((label) => !gistLabels.has(label))).toEqual([]);
          expect(messages.get(board) ?? []).toEqual(labels(entries.filter(({ to }) => to === agent)));
        }
      }
    });

    it('give a follower of snapshots every note that is live at the end and every message for it, once and in order', () => {
      for (const { agent, gists, messages } of snapshotFollowers) {
        for (const [board, entries] of journals) {
          const live = entries.filter(
            (entry) => isGist(entry) && !['superseded', 'released', 'expired'].includes(entry.status),
          );
          const seen = gists.get(board) ?? [];
          expect(seen).toEqual([...new Set(seen)].sort((one, other) => seqOf(one) - seqOf(other)));
          expect(labels(live).filter((label) => !seen.includes(label))).toEqual([]);
          expect(messages.get(board) ?? []).toEqual(labels(entries.filter(({ to }) => to === agent)));
        }
      }
    });

    it.each(['read', 'read?format=json', 'read?budget=2000', 'read_all'])(
      'answer %s with the same bytes',
      async (path) => {
        for (const board of BOARDS) {
          const [one, other] = await Promise.all(
            processes.map(({ url }) =>
              rawRequest(url, { path: `/board/${board}/${path}`, headers: { 'x-agent': 'notices-0' } }),
            ),
          );
          expect(one?.status).toBe(200);
          expect(viewTag(one?.headers.etag)).toBe(viewTag(other?.headers.etag));
          expect(one?.text.length).toBeGreaterThan(1_000);
          expect(one?.text === other?.text).toBe(true);
        }
      },
    );

    it('agree with a third that builds its views from what is stored', async () => {
      const third = await startProcess({ ...store.env, ...ENV });
      try {
        for (const board of BOARDS) {
          const [fresh, followed] = await Promise.all(
            [third, processes[0]].map(async (each) => {
              const client = createClient(each?.url ?? '', { agent: 'notices-0' });
              return client.GET('/board/{board}/read', { params: { path: { board } }, parseAs: 'text' });
            }),
          );
          expect(fresh?.data === followed?.data).toBe(true);
          expect(fresh?.data).toContain(' CLAIM ');
        }
      } finally {
        await third.end('SIGTERM');
      }
    });
  });
} else {
  it('a file takes one process only, so there is no second one to differ', async () => {
    store = await createTestDatabase();
    const first = await startProcess(store.env);
    await expect(startProcess(store.env)).rejects.toThrow('is in use by process');
    await first.end('SIGKILL');
    await until(() => first.child.signalCode !== null);
    await store.drop();
  });
}

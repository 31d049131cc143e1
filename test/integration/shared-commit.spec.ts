import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BoardCommit } from '../../src/journal/board-commit.js';
import { type BoardRef, grantBoardRef } from '../../src/journal/domain/board-ref.js';
import { FeedService } from '../../src/journal/feed.service.js';
import type { JournalCommand } from '../../src/journal/journal-command.js';
import { JournalRepository } from '../../src/journal/journal.repository.js';
import { JournalWriter } from '../../src/journal/journal-writer.js';
import type { BoardId, WorkspaceId } from '../../src/kernel/ids.js';
import { Transactor } from '../../src/platform/database/transactor.js';
import { Answer } from '../../src/platform/http/answer.js';
import { Idempotency } from '../../src/platform/http/idempotency.js';
import { IdempotencyKeysRepository, type RequestKey } from '../../src/platform/http/idempotency-keys.repository.js';
import { createLogger } from '../../src/platform/observability/logger.js';
import { InProcessWakeups } from '../../src/platform/wakeups/in-process.js';
import { agent } from '../factories/gists.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let board: BoardRef;
let journal: JournalRepository;
let published: number[];
let writer: JournalWriter;

/** Another writer of the same store, as a replica has one. */
function openWriter(
  onPublish: (seq: number) => void,
  keys = new IdempotencyKeysRepository(service.database),
): JournalWriter {
  const transactor = new Transactor(service.database);
  const feed = new FeedService(new InProcessWakeups());
  feed.listen((_, entries) => {
    for (const { seq } of entries) onPublish(seq);
  });
  const commits = new BoardCommit(transactor, journal, keys, feed);
  const logger = createLogger({ logLevel: 'silent' });
  return new JournalWriter(commits, new Idempotency(keys, transactor, service.clock, logger), service.clock);
}

beforeAll(async () => {
  service = await startService();
  const rows = await service.database.read((manager) =>
    manager.query<{ id: BoardId; workspace_id: WorkspaceId }[]>('SELECT id, workspace_id FROM board'),
  );
  for (const row of rows) board = grantBoardRef(row.workspace_id, row.id);
  journal = new JournalRepository(service.database);
  published = [];
  writer = openWriter((seq) => published.push(seq));
});
afterAll(() => service.close());

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const keyOf = (name: string, request = name): RequestKey => ({
  keyDigest: digest(name),
  requestDigest: digest(request),
});
const draftsOf = (content: string) => [{ kind: 'gist' as const, type: 'FACT', author: agent('alice'), content }];

/** Writes one entry and answers its seq; what is added may spoil that. */
const command = (content: string, added: Partial<JournalCommand<number>> = {}): JournalCommand<number> =>
  ({
    kind: 'shared',
    board,
    key: undefined,
    entryCount: 1,
    bytes: 100,
    decide: async ({ firstSeq }) => ({ drafts: draftsOf(content), answer: new Answer(201, firstSeq) }),
    ...added,
  }) as JournalCommand<number>;
const refusing = (message: string): Partial<JournalCommand<number>> => ({
  decide: () => Promise.reject(new Error(message)),
});

/** All entries above a seq: seq and content. */
async function entriesAfter(after: number): Promise<readonly (readonly [number, string])[]> {
  const entries = await journal.readAfter(board, { after, upTo: 1_000_000, limit: 1_000 });
  return entries.map(({ seq, content }) => [seq, content]);
}
const head = async (): Promise<number> => (await entriesAfter(0)).at(-1)?.[0] ?? 0;

describe('commands that share a commit', () => {
  it('fail alone', async () => {
    const before = await head();
    const commands = [
      command('first'),
      command('a'),
      command('refused', refusing('refused')),
      command('b'),
      command('miscounted', { entryCount: 2 } as Partial<JournalCommand<number>>),
      command('c'),
    ];
    const outcomes = await Promise.allSettled(commands.map((each) => writer.write(each)));
    expect(outcomes.map((each) => (each.status === 'fulfilled' ? each.value.status : String(each.reason)))).toEqual([
      201,
      201,
      'Error: refused',
      201,
      'Error: a command wrote another number of entries',
      201,
    ]);
    const contents = ['first', 'a', 'b', 'c'];
    expect(await entriesAfter(before)).toEqual(contents.map((content, index) => [before + 1 + index, content]));
    expect(published.slice(-4)).toEqual(contents.map((_, index) => before + 1 + index));
  });

  it('fail alone where one is an own transaction that refuses', async () => {
    const before = await head();
    const own = command('own', { kind: 'own', ...refusing('not yours') } as Partial<JournalCommand<number>>);
    const outcomes = await Promise.allSettled(
      [command('x'), command('y'), own, command('z')].map((each) => writer.write(each)),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await entriesAfter(before)).toEqual([
      [before + 1, 'x'],
      [before + 2, 'y'],
      [before + 3, 'z'],
    ]);
  });

  it('go on where another replica has stored some of their keys', async () => {
    const replica = openWriter(() => undefined);
    const stored = await Promise.all(
      ['k1', 'k2', 'k3'].map((name) => replica.write(command(name, { key: keyOf(name) }))),
    );
    const before = await head();
    const outcomes = await Promise.allSettled([
      writer.write(command('first')),
      writer.write(command('k1', { key: keyOf('k1') })),
      writer.write(command('new', { key: keyOf('k4') })),
      writer.write(command('k2', { key: keyOf('k2') })),
      writer.write(command('another', { key: keyOf('k3', 'another request') })),
      writer.write(command('refused', refusing('refused'))),
      writer.write(command('no key')),
    ]);
    const answers = outcomes.map((each) =>
      each.status === 'fulfilled' ? [each.value.body, each.value.isReplayed] : (each.reason as Error).message,
    );
    expect(answers).toEqual([
      [before + 1, false],
      [stored[0]?.body, true],
      [before + 2, false],
      [stored[1]?.body, true],
      expect.stringContaining('was used for another request'),
      'refused',
      [before + 3, false],
    ]);
    expect(await entriesAfter(before)).toEqual([
      [before + 1, 'first'],
      [before + 2, 'new'],
      [before + 3, 'no key'],
    ]);
  });

  it('are all answered where the database goes away while their keys are looked up, and the next is written', async () => {
    class LosingKeys extends IdempotencyKeysRepository {
      isAway = false;
      override find(keys: readonly RequestKey[]): ReturnType<IdempotencyKeysRepository['find']> {
        return this.isAway ? Promise.reject(new Error('away')) : super.find(keys);
      }
    }
    const keys = new LosingKeys(service.database);
    const losing = openWriter(() => undefined, keys);
    await writer.write(command('k5', { key: keyOf('k5') }));
    const before = await head();
    keys.isAway = true;
    const commands = [command('first'), command('k5', { key: keyOf('k5') }), command('beside it')];
    const outcomes = await Promise.allSettled(commands.map((each) => losing.write(each)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    keys.isAway = false;
    expect((await losing.write(command('next'))).body).toBe(before + 2);
  });

  it('see what goes before them in the same commit', async () => {
    const seen: number[][] = [];
    const looking = (content: string): JournalCommand<number> =>
      command(content, {
        decide: async ({ firstSeq, before }) => {
          seen.push(before.map(({ seq }) => seq));
          return { drafts: draftsOf(content), answer: new Answer(201, firstSeq) };
        },
      });
    const start = await head();
    await Promise.all([command('first'), looking('one'), looking('two')].map((each) => writer.write(each)));
    expect(seen).toEqual([[], [start + 2]]);
  });
});

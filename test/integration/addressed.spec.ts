import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BoardRef } from '../../src/journal/domain/board-ref.js';
import type { EntryDraft } from '../../src/journal/domain/entry-draft.js';
import { type AddressedQuery, PostsRepository } from '../../src/journal/posts.repository.js';
import type { AgentName } from '../../src/kernel/ids.js';
import { appendEntries, refOf } from '../support/append-entries.js';
import { startService, type TestService } from '../support/service.js';

const NAMES = Array.from({ length: 40 }, (_, place) => `agent-${place}` as AgentName);
const CROWDED = 1_200;

let service: TestService;
let posts: PostsRepository;
let boards: { readonly main: BoardRef; readonly other: BoardRef; readonly crowded: BoardRef };

const toAgent = (place: number, author: string, kind: 'post' | 'reaction' = 'post'): EntryDraft => ({
  kind,
  type: 'note',
  author: author as AgentName,
  recipient: NAMES[place] ?? null,
  content: `for ${place}`,
});

beforeAll(async () => {
  const members = { main: ['*'], other: ['*'], crowded: ['*'] };
  service = await startService({ env: { BOARD_MEMBERS_JSON: JSON.stringify(members) } });
  posts = new PostsRepository(service.database);
  boards = {
    main: await refOf(service, 'main'),
    other: await refOf(service, 'other'),
    crowded: await refOf(service, 'crowded'),
  };
  const some = [0, 1, 1, 2, 7, 7, 7, 39].map((place) => toAgent(place, 'bob'));
  const deletion: EntryDraft = { ...toAgent(1, 'bob'), kind: 'deletion', refs: [{ seq: 2, relation: 'deletes' }] };
  const own = toAgent(3, 'agent-3');
  await appendEntries(service, 'main', [...some, deletion, own, toAgent(4, 'bob', 'reaction')]);
  await appendEntries(service, 'other', [toAgent(5, 'bob'), toAgent(0, 'bob')]);
  await appendEntries(service, 'crowded', [
    ...Array.from({ length: CROWDED }, () => toAgent(0, 'bob')),
    toAgent(1, 'bob'),
  ]);
});
afterAll(() => service.close());

const query = (board: BoardRef, place: number, more: Partial<AddressedQuery> = {}): AddressedQuery => ({
  board,
  agent: NAMES[place] ?? NAMES[0] ?? ('' as AgentName),
  after: 0,
  limit: 50,
  messagesOnly: false,
  ...more,
});

/** What each finds together with the others, and alone. */
async function bothWays(queries: readonly AddressedQuery[]) {
  const alone = [];
  for (const each of queries) alone.push(await posts.addressed(each));
  const together = await Promise.all(queries.map((each) => posts.addressed(each)));
  const seqsOf = (lists: typeof together) => lists.map((entries) => entries.map(({ seq }) => seq));
  expect(together).toEqual(alone);
  return seqsOf(together);
}

describe('what is addressed to many agents who ask at one moment', () => {
  it('is for each what it would find alone, ascending, without its own', async () => {
    const found = await bothWays([0, 1, 2, 3, 4, 5, 7, 39].map((place) => query(boards.main, place)));
    expect(found).toEqual([[1], [2, 3, 9], [4], [], [11], [], [5, 6, 7], [8]]);
  });

  it('is above the cursor of each, on its own board, to its own limit', async () => {
    const found = await bothWays([
      query(boards.main, 7, { after: 5 }),
      query(boards.main, 7, { limit: 1 }),
      query(boards.main, 7, { after: 7 }),
      query(boards.main, 7, { after: 5 }),
      query(boards.other, 5),
      query(boards.other, 0),
      query(boards.other, 7),
    ]);
    expect(found).toEqual([[6, 7], [5], [], [6, 7], [1], [2], []]);
  });

  it('leaves out what is no message or was deleted for those, and those only, who ask for messages', async () => {
    const found = await bothWays([
      query(boards.main, 1, { messagesOnly: true }),
      query(boards.main, 4, { messagesOnly: true }),
      query(boards.main, 1),
      query(boards.main, 4),
    ]);
    expect(found).toEqual([[3], [], [2, 3, 9], [11]]);
  });

  it('is whole for each of them also where one has more than is read for all', async () => {
    const found = await bothWays([
      query(boards.crowded, 0),
      query(boards.crowded, 1),
      ...NAMES.map((_, place) => query(boards.main, place)),
    ]);
    expect([found[0]?.length, found[0]?.at(-1), found[1]]).toEqual([50, 50, [CROWDED + 1]]);
  });

  it('is found for a thousand agents with a cursor each', async () => {
    const queries = Array.from({ length: 1_000 }, (_, place) => query(boards.main, place % 40, { after: place % 13 }));
    const found = await bothWays(queries.slice(0, 60));
    expect(found[7]).toEqual([]);
    const all = await Promise.all(queries.map((each) => posts.addressed(each)));
    expect(all.slice(0, 60).map((entries) => entries.map(({ seq }) => seq))).toEqual(found);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntryDraft } from '../../../src/journal/domain/entry-draft.js';
import { agent } from '../../factories/gists.js';
import { appendEntries } from '../../support/append-entries.js';
import { type BoardClient, openBoard } from '../../support/board-client.js';
import { startService, type TestService } from '../../support/service.js';

const COUNT = 12_000;
/** On both sides of each place at which one range of the search ends and the next begins. */
const EDGES = [12_000, 10_001, 10_000, 2_001, 2_000, 1];

const drafts: readonly EntryDraft[] = Array.from({ length: COUNT }, (_, place) => {
  const seq = place + 1;
  const words = [`row ${seq}`, ...(seq % 20 === 0 ? ['needle'] : []), ...(EDGES.includes(seq) ? ['edge'] : [])];
  return { kind: 'gist', type: seq % 2 ? 'FACT' : 'FAIL', author: agent('alice'), content: words.join(' ') };
});
const needles: readonly string[] = Array.from({ length: 600 }, (_, place) => `G${COUNT - 20 * place}`);

let service: TestService;
let bob: BoardClient;
beforeAll(async () => {
  service = await startService();
  const other = (await openBoard(service))('alice');
  await appendEntries(service, other.board, drafts.slice(0, 100));
  bob = (await openBoard(service))('bob');
  await appendEntries(service, bob.board, drafts);
});
afterAll(() => service.close());

async function pages(q: string, query: NonNullable<Parameters<BoardClient['find']>[1]>): Promise<readonly string[][]> {
  const all: string[][] = [];
  let before: string | undefined;
  do {
    const answer = await bob.grep(q, { ...query, ...(before === undefined ? {} : { before }) });
    expect(answer.returned).toBe(answer.matches.length);
    expect(answer.truncated).toBe(answer.next_before !== undefined);
    all.push(answer.matches.map(({ label }) => label));
    before = answer.next_before;
  } while (before !== undefined);
  return all;
}

describe('a search of more than one answer holds', () => {
  it('gives the newest 500, and the exact total', async () => {
    const { total, returned, truncated, next_before, matches } = await bob.grep('needle');
    expect({ total, returned, truncated, next_before }).toEqual({
      total: 600,
      returned: 500,
      truncated: true,
      next_before: needles[499],
    });
    expect(matches.map(({ label }) => label)).toEqual(needles.slice(0, 500));
  });

  it('goes on at next_before, where the total counts what is left', async () => {
    const { total, returned, truncated, next_before, matches } = await bob.grep('needle', {
      before: needles[499] ?? '',
    });
    expect({ total, returned, truncated, next_before }).toEqual({
      total: 100,
      returned: 100,
      truncated: false,
      next_before: undefined,
    });
    expect(matches.map(({ label }) => label)).toEqual(needles.slice(500));
  });

  it.each([47, 100, 300, 500])('covers all matches exactly once in pages of %i', async (limit) => {
    const all = await pages('needle', { limit });
    expect(all.flat()).toEqual(needles);
    expect(all.slice(0, -1).map((page) => page.length)).toEqual(all.slice(0, -1).map(() => limit));
  });

  it.each([1, 2, 3, 5, 6])('misses nothing at the edges of its ranges, in pages of %i', async (limit) => {
    const all = await pages('edge', { limit });
    expect(all.flat()).toEqual(EDGES.map((seq) => `G${seq}`));
  });

  it('counts every match of a common word, filters included', async () => {
    expect(await bob.grep('row', { limit: 1 })).toMatchObject({ total: COUNT, returned: 1, next_before: 'G12000' });
    expect((await bob.grep('row', { limit: 1, type: ['FAIL'] })).total).toBe(COUNT / 2);
    expect((await bob.grep('row', { limit: 1, before: 'G2002' })).total).toBe(2_001);
    expect((await bob.grep('!needle', { limit: 1 })).total).toBe(COUNT - 600);
    expect((await bob.grep('row', { limit: 1, in: 'all', kinds: 'all' })).total).toBe(COUNT);
    expect((await bob.grep('row', { in: 'detail' })).total).toBe(0);
  });

  it('finds the oldest entry of all', async () => {
    expect(await bob.find('row 1 edge')).toEqual(['G1']);
  });

  it('is done for many at once', async () => {
    const found = await Promise.all(Array.from({ length: 20 }, () => bob.grep('needle', { limit: 3 })));
    for (const { total, matches } of found)
      expect([total, matches.map(({ label }) => label)]).toEqual([600, needles.slice(0, 3)]);
  });
});

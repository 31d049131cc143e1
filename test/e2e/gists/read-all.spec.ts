import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type BoardClient, openBoard, send } from '../../support/board-client.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
let alice: BoardClient;
let bob: BoardClient;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  const board = await openBoard(service);
  alice = board('alice');
  bob = board('bob');
});

const labelsOf = (items: readonly { readonly label: string }[]): readonly string[] => items.map(({ label }) => label);
const span = (first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, place) => `G${first + place}`);

const addFacts = async (count: number): Promise<void> => {
  for (let done = 0; done < count; done += 100) {
    const size = Math.min(100, count - done);
    await alice.write(Array.from({ length: size }, (_, place) => ({ type: 'FACT', content: `fact ${done + place}.` })));
  }
};

describe('the retained window', () => {
  it('holds 2,000 gists: the 2,001st evicts the oldest, which grep still finds', async () => {
    await addFacts(2_000);
    expect(labelsOf((await bob.readAll()).items)).toEqual(span(1, 2_000));
    await alice.add('FACT', 'one more');
    const { head, items, left_out } = await bob.readAll();
    expect([head, left_out]).toEqual([2_001, undefined]);
    expect(labelsOf(items)).toEqual(span(2, 2_001));
    expect(labelsOf((await bob.live()).items)).toEqual(span(2, 2_001));
    expect(await bob.find('fact 0.')).toEqual(['G1']);
    expect((await bob.grep('fact')).total).toBe(2_000);
  });

  it('holds each gist raw: repeats, and claims whatever became of them', async () => {
    await alice.write([
      { type: 'FACT', content: 'same' },
      { type: 'CLAIM', content: 'a', ttl_s: 2 },
      { type: 'CLAIM', content: 'b', ttl_s: 2 },
      { type: 'CLAIM', content: 'c', ttl_s: 60 },
    ]);
    await bob.add('FACT', 'same');
    await alice.add('CLAIM', 'b', { ttl_s: 60 });
    await alice.release('G4', { outcome: 'done' });
    service.clock.ms += 2_000;
    const { items } = await bob.readAll();
    expect(items.map(({ label, status }) => `${label} ${status}`)).toEqual([
      'G1 live',
      'G2 expired',
      'G3 superseded',
      'G4 released',
      'G5 live',
      'G6 live',
    ]);
  });

  it('is given in parts, the newest first: limit and before', async () => {
    await addFacts(10);
    const newest = await bob.readAll({ limit: 4 });
    expect(labelsOf(newest.items)).toEqual(span(7, 10));
    expect(newest.left_out).toEqual({ count: 6, before: 'G7' });
    const next = await bob.readAll({ limit: 4, before: 'G7' });
    expect(labelsOf(next.items)).toEqual(span(3, 6));
    expect(next.left_out).toEqual({ count: 2, before: 'G3' });
    const last = await bob.readAll({ limit: 4, before: '3' });
    expect(labelsOf(last.items)).toEqual(span(1, 2));
    expect(last.left_out).toBeUndefined();
    expect(labelsOf((await bob.readAll({ before: 'G3' })).items)).toEqual(span(1, 2));
    expect((await bob.readAll({ limit: 10 })).left_out).toBeUndefined();
    expect((await bob.readAll({ before: 'G1' })).items).toEqual([]);
    expect(labelsOf((await bob.readAll({ before: 'G999' })).items)).toEqual(span(1, 10));
  });

  it.each([
    ['limit', 'limit=0'],
    ['limit', 'limit=20001'],
    ['limit', 'limit=1.5'],
    ['before', 'before=x'],
    ['after', 'after=G1'],
  ])('and a wrong %s is refused: %s', async (path, query) => {
    const { status, text } = await send(service, `/board/${bob.board}/read_all?${query}`, { agent: 'bob' });
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ code: 'bad_request', errors: [{ path }] });
  });

  it('is of one board alone', async () => {
    await addFacts(3);
    const other = (await openBoard(service))('bob');
    await other.add('FACT', 'elsewhere');
    expect(labelsOf((await other.readAll()).items)).toEqual(['G1']);
    expect((await bob.readAll()).items.map(({ content }) => content)).toEqual(['fact 0.', 'fact 1.', 'fact 2.']);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { agent } from '../../factories/gists.js';
import { appendEntries } from '../../support/append-entries.js';
import { startService, type TestService } from '../../support/service.js';
import { labelsIn, openTurns, type Snapshot, type TurnsClient } from '../../support/turns-client.js';

let service: TestService;
let alice: TurnsClient;
let bob: TurnsClient;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  const open = await openTurns(service);
  [alice, bob] = [open('alice'), open('bob')];
  await bob.add('FACT', 'old');
  await alice.snapshot();
});

/** All snapshots until there is no more. */
async function snapshots(query: Parameters<TurnsClient['snapshot']>[0] = {}): Promise<readonly Snapshot[]> {
  const all: Snapshot[] = [];
  do all.push(await alice.snapshot(query));
  while (all.at(-1)?.more === true);
  return all;
}

const facts = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ type: 'FACT', content: `fact ${place}.` }));

describe('under a budget', () => {
  it('left-out gists are told by count and by the call that gets them', async () => {
    await bob.write(facts(60));
    await alice.add('FACT', 'own');
    const snapshot = await alice.snapshot({ budget: 400 });
    const shown = labelsIn(snapshot);
    expect(shown.length).toBeGreaterThan(0);
    expect(snapshot.left_out?.count).toBe(60 - shown.length);
    expect(snapshot).toMatchObject({ from: 1, to: 62, more: false });
    const { before = '' } = snapshot.left_out ?? {};
    const left = (await alice.live({ after: String(snapshot.from), before })).items.map(({ label }) => label);
    expect([...left, ...shown]).toEqual(Array.from({ length: 60 }, (_, place) => `G${place + 2}`));
    expect(labelsIn(await alice.snapshot())).toEqual([]);
  });

  it('the text of all boards together stays within it', async () => {
    const other = (await openTurns(service, ['alice', 'bob']))('bob');
    for (const by of [bob, other]) await by.write(facts(60));
    await bob.send('alice', 'hello');
    const boards = `${bob.board},${other.board}`;
    const { data } = await alice.trySnapshot({ boards, budget: 500, format: 'text' });
    const length = data.boards.reduce((sum, { text = '' }) => sum + text.length, 0);
    expect(length).toBeLessThanOrEqual(2_000);
    expect(length).toBeGreaterThan(1_200);
    expect(data.boards.every(({ left_out }) => (left_out?.count ?? 0) > 0)).toBe(true);
  });

  it('messages are never left out: too many end the snapshot before the next one, and it says so', async () => {
    for (let round = 0; round < 8; round += 1) {
      await bob.send('alice', `${round} ${'long '.repeat(100)}`);
      await bob.add('FACT', `fact ${round}.`);
    }
    const [first, ...others] = await snapshots({ budget: 400 });
    expect(first).toMatchObject({ from: 1, to: 5, more: true });
    expect(labelsIn(first as Snapshot)).toEqual(['G2', 'G4', 'G3', 'G5']);
    const all = [first as Snapshot, ...others];
    const messages = all.flatMap(({ events = [] }) => events.map(({ label }) => label));
    expect(messages).toEqual(['G2', 'G4', 'G6', 'G8', 'G10', 'G12', 'G14', 'G16']);
    expect(all.flatMap(({ gists = [] }) => gists.map(({ label }) => label))).toHaveLength(8);
    expect(all.at(-1)).toMatchObject({ to: 17, more: false });
  });

  it('one message is shown whatever its length', async () => {
    await bob.send('alice', 'x'.repeat(4_000));
    await bob.send('alice', 'y');
    expect(await alice.snapshot({ budget: 50 })).toMatchObject({ to: 2, more: true, events: [{ label: 'G2' }] });
    expect(await alice.snapshot({ budget: 50 })).toMatchObject({ to: 3, more: false, events: [{ label: 'G3' }] });
  });

  it.each([
    [49, 400],
    [50, 200],
    [1_000_000, 200],
    [1_000_001, 400],
  ])('of %i tokens answers %i', async (budget, status) => {
    expect((await alice.trySnapshot({ budget })).status).toBe(status);
  });
});

describe('more than a hundred messages', () => {
  it('come in order, each once, whoever waits for the acknowledgement', async () => {
    const post = {
      kind: 'post' as const,
      type: 'message',
      author: agent('bob'),
      recipient: agent('alice'),
      content: 'hello',
    };
    await appendEntries(
      service,
      alice.board,
      Array.from({ length: 101 }, () => post),
    );
    const offered = await alice.snapshot({ advance: 'false' });
    expect(offered).toMatchObject({ from: 1, to: 101, more: true });
    expect(offered.events).toHaveLength(100);
    expect(labelsIn(await alice.snapshot({ advance: 'false' }))).toEqual(labelsIn(offered));
    await alice.ack({ [alice.board]: offered.to });
    const [last, ...others] = await snapshots();
    expect(others).toEqual([]);
    expect(last).toMatchObject({ from: 101, to: 102, more: false, events: [{ label: 'G102' }] });
  });
});

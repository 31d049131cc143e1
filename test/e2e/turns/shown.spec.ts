import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { send } from '../../support/board-client.js';
import { ageLeases, LEASE_MS } from '../../support/age-leases.js';
import { startService, type TestService } from '../../support/service.js';
import { labelsIn, labelsOf, openTurns, type Pending, type TurnsClient } from '../../support/turns-client.js';

let service: TestService;
let alice: TurnsClient;
let bob: TurnsClient;
let pending: Pending;
let lease_id: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  const open = await openTurns(service);
  [alice, bob] = [open('alice'), open('bob')];
  for (const content of ['one', 'two', 'three', 'four']) await bob.add('FACT', content);
  await alice.snapshot();
  await bob.add('FACT', 'five');
  await bob.add('FACT', 'six');
  await bob.send('alice', 'seven');
  await bob.add('FACT', 'eight');
  await bob.add('FACT', 'nine');
  pending = await alice.poll();
  lease_id = pending.lease_id ?? '';
});

const shown = async (events: readonly string[], to?: number): Promise<readonly number[]> => {
  const boards = to === undefined ? {} : { boards: { [alice.board]: to } };
  return alice.cursorsOf((await alice.tryShown({ lease_id, events: [...events], ...boards })).data);
};
const cursors = async () => alice.cursorsOf((await alice.ack({ [alice.board]: 0 })).data);
const offeredAgain = async () => {
  await ageLeases(service, LEASE_MS);
  return labelsOf(await alice.poll());
};

describe('what was shown of a lease', () => {
  it('post G7 and gists 5-9, shown the gists alone: G7 is offered again', async () => {
    expect(labelsOf(pending)).toEqual(['G7', 'G5', 'G6', 'G8', 'G9']);
    expect(await shown([], 9)).toEqual([9, 4]);
    expect(await offeredAgain()).toEqual(['G7']);
  });

  it('shown the post alone: the gists are offered again', async () => {
    expect(await shown(['G7'])).toEqual([4, 9]);
    expect(await offeredAgain()).toEqual(['G5', 'G6', 'G8', 'G9']);
  });

  it('shown some of the gists: the rest is offered again', async () => {
    expect(await shown(['g7'], 6)).toEqual([6, 9]);
    expect(await offeredAgain()).toEqual(['G8', 'G9']);
  });

  it('shown all: nothing is offered again, nor in a snapshot', async () => {
    expect(await shown(['G7'], 9)).toEqual([9, 9]);
    expect(await offeredAgain()).toEqual([]);
    expect(labelsIn(await alice.snapshot())).toEqual([]);
  });

  it('shown nothing: all is offered again', async () => {
    expect(await shown([])).toEqual([4, 4]);
    expect(await offeredAgain()).toEqual(labelsOf(pending));
  });

  it('twice is the same as once; less afterwards takes nothing back', async () => {
    const once = await shown(['G7'], 9);
    expect(await shown(['G7'], 9)).toEqual(once);
    expect(await shown([], 5)).toEqual(once);
  });

  it('at once by two requests is the same', async () => {
    const both = await Promise.all([shown(['G7'], 9), shown(['G7'], 9)]);
    expect(both).toEqual([
      [9, 9],
      [9, 9],
    ]);
  });

  it('late, after the lease has run out, counts; also where it is under another lease by then', async () => {
    await ageLeases(service, LEASE_MS);
    const second = await alice.poll();
    expect(await shown(['G7'], 9)).toEqual([9, 9]);
    expect(await alice.confirm(second)).toEqual([9, 9]);
    expect((await alice.poll()).lease_id).toBeNull();
  });

  it('over an hour late is not known any more', async () => {
    await ageLeases(service, LEASE_MS + 3_600_000);
    await bob.add('FACT', 'ten');
    await alice.poll();
    const { status, problem } = await alice.tryShown({ lease_id, events: ['G7'] });
    expect([status, problem.code]).toEqual([404, 'not_found']);
  });

  it('after a newer message leaves that one to be offered', async () => {
    await bob.send('alice', 'ten');
    expect(await shown(['G7'], 9)).toEqual([9, 9]);
    expect((await alice.poll()).events.map(({ label }) => label)).toEqual(['G10']);
  });

  it('edited since it was leased, the edit is told at the next snapshot', async () => {
    await bob.edit('G7', 'seven, second');
    await shown(['G7'], 9);
    expect((await alice.snapshot()).events).toMatchObject([{ label: 'G10', kind: 'edit', of: 'G7' }]);
  });
});

describe('refused and without effect', () => {
  it.each([
    ['gists beyond the lease', { boards: 10 }],
    ['gists far beyond', { boards: 99_999 }],
    ['a message that it does not hold', { events: ['G7', 'G3'] }],
    ['a gist as a message', { events: ['G5'] }],
  ])('%s: 422', async (_, { boards = 9, events = ['G7'] }: { boards?: number; events?: string[] }) => {
    const reply = await alice.tryShown({ lease_id, events, boards: { [alice.board]: boards } });
    expect([reply.status, reply.problem.code]).toEqual([422, 'not_offered']);
    expect(await cursors()).toEqual([4, 4]);
    expect(await offeredAgain()).toEqual(labelsOf(pending));
  });

  it('a board that the lease does not hold: 422', async () => {
    const reply = await alice.tryShown({ lease_id, events: ['G7'], boards: { main: 0 } });
    expect([reply.status, reply.problem.errors?.[0]?.path]).toEqual([422, 'boards.main']);
    expect(await cursors()).toEqual([4, 4]);
  });

  it("an unknown lease, and another agent's: 404", async () => {
    const unknown = await alice.tryShown({ lease_id: 'x'.repeat(22), events: ['G7'] });
    expect([unknown.status, unknown.problem.code]).toEqual([404, 'not_found']);
    await alice.send('bob', 'ten');
    const { lease_id: ofBob } = await bob.poll();
    for (const [by, lease] of [
      [bob, lease_id],
      [alice, ofBob ?? ''],
    ] as const)
      // prettier-ignore
      expect((await by.tryShown({ lease_id: lease, boards: { [alice.board]: 9 } })).status).toBe(404);
    expect(await cursors()).toEqual([4, 4]);
  });

  it.each([
    '{}',
    '{"lease_id":"short"}',
    '{"lease_id":"L","events":"G7"}',
    '{"lease_id":"L","events":["7"]}',
    '{"lease_id":"L","events":[7]}',
    '{"lease_id":"L","boards":{"main":-1}}',
    '{"lease_id":"L","boards":[1]}',
  ])('%s: 400', async (body) => {
    const sent = body.replace('"L"', JSON.stringify(lease_id));
    expect((await send(service, '/shown/alice', { agent: 'alice', body: sent })).status).toBe(400);
  });
});

describe('a lease of several boards', () => {
  let other: TurnsClient;
  let boards: string;
  beforeEach(async () => {
    other = (await openTurns(service, ['alice', 'bob']))('bob');
    boards = `${alice.board},${other.board}`;
    await other.send('alice', 'on the other board');
    await other.add('FACT', 'on the other board');
    await ageLeases(service, LEASE_MS);
    pending = await alice.poll({ boards });
    lease_id = pending.lease_id ?? '';
  });

  it('is confirmed by board and label, each board for itself', async () => {
    expect(pending.events.map(({ board, label }) => `${board}/${label}`)).toEqual([
      `${alice.board}/G7`,
      `${other.board}/G1`,
    ]);
    const { data } = await alice.tryShown({ lease_id, events: [`${other.board}/G1`], boards: { [alice.board]: 9 } });
    const moved = Object.fromEntries(data.boards.map((each) => [each.board, [each.gist_cursor, each.post_cursor]]));
    expect([moved[alice.board], moved[other.board]]).toEqual([
      [9, 4],
      [0, 2],
    ]);
    await ageLeases(service, LEASE_MS);
    const again = await alice.poll({ boards });
    expect(labelsOf(again)).toEqual(['G7', 'G2']);
  });

  it('refuses a bare label, which could be of either, and says how to write it', async () => {
    const { status, problem } = await alice.tryShown({ lease_id, events: ['G7'] });
    expect([status, problem.code]).toEqual([422, 'not_offered']);
    expect(problem.detail).toContain(`${alice.board}/G7`);
  });

  it('beyond it on one board moves neither', async () => {
    const reply = await alice.tryShown({ lease_id, boards: { [alice.board]: 9, [other.board]: 3 } });
    expect(reply.status).toBe(422);
    expect(await cursors()).toEqual([4, 4]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { send } from '../../support/board-client.js';
import { startService, type TestService } from '../../support/service.js';
import { labelsIn, openTurns, type TurnsClient } from '../../support/turns-client.js';

let service: TestService;
let alice: TurnsClient;
let bob: TurnsClient;
let operator: TurnsClient;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  const open = await openTurns(service);
  [alice, bob, operator] = [open('alice'), open('bob'), open('harness')];
  await bob.add('FACT', 'first');
  await bob.send('alice', 'hello');
});

const cursors = async (of = alice) => of.cursorsOf((await of.ack({ [of.board]: 0 })).data);

describe('an acknowledgement', () => {
  it('makes a snapshot shown that did not advance; without it the same is offered again', async () => {
    const offered = await alice.snapshot({ advance: 'false' });
    expect(labelsIn(offered)).toEqual(['G2', 'G1']);
    expect(await cursors()).toEqual([0, 0]);
    expect(await alice.snapshot({ advance: 'false' })).toEqual(offered);
    const { status, data } = await alice.ack({ [alice.board]: 2 });
    expect(status).toBe(200);
    expect(data).toEqual({ agent: 'alice', boards: [{ board: alice.board, gist_cursor: 2, post_cursor: 2 }] });
    expect(labelsIn(await alice.snapshot())).toEqual([]);
  });

  it('of less than was offered covers that much; repeating it, or going back, is harmless', async () => {
    await alice.snapshot({ advance: 'false' });
    await alice.ack({ [alice.board]: 1 });
    expect(labelsIn(await alice.snapshot({ advance: 'false' }))).toEqual(['G2']);
    for (const to of [2, 2, 1, 0]) await alice.ack({ [alice.board]: to });
    expect(await cursors()).toEqual([2, 2]);
  });

  it('leaves what was written since the offer', async () => {
    const { to } = await alice.snapshot({ advance: 'false' });
    await bob.add('FACT', 'second');
    await bob.send('alice', 'again');
    await alice.ack({ [alice.board]: to });
    expect(labelsIn(await alice.snapshot())).toEqual(['G4', 'G3']);
  });

  it('of an older offer still counts after a newer one', async () => {
    const { to } = await alice.snapshot({ advance: 'false' });
    await bob.add('FACT', 'second');
    await alice.snapshot({ advance: 'false' });
    await alice.ack({ [alice.board]: to });
    expect(await cursors()).toEqual([2, 2]);
  });

  it('beyond what was offered is refused, and moves no board of the request', async () => {
    const other = (await openTurns(service, ['alice', 'bob']))('bob');
    await other.add('FACT', 'news');
    const boards = `${alice.board},${other.board}`;
    await alice.trySnapshot({ boards, advance: 'false' });
    for (const beyond of [99_999, 3]) {
      const { status, problem } = await alice.ack({ [other.board]: 1, [alice.board]: beyond });
      expect([status, problem.code, problem.errors?.[0]?.path]).toEqual([422, 'not_offered', `boards.${alice.board}`]);
    }
    const { data } = await alice.ack({ [alice.board]: 0, [other.board]: 0 });
    expect(data.boards.map(({ gist_cursor, post_cursor }) => [gist_cursor, post_cursor])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    const both = await alice.ack({ [alice.board]: 2, [other.board]: 1 });
    expect(both.data.boards.map(({ gist_cursor }) => gist_cursor)).toEqual([2, 1]);
  });

  it('of what was never offered at all is refused', async () => {
    expect((await alice.ack({ [alice.board]: 1 })).problem.code).toBe('not_offered');
    await bob.snapshot();
    expect((await alice.ack({ [alice.board]: 1 })).problem.code).toBe('not_offered');
  });

  it('of a foreign board is a 404, and moves no board of the request', async () => {
    const foreign = (await openTurns(service, ['bob']))('bob');
    await alice.snapshot({ advance: 'false' });
    const { status, problem } = await alice.ack({ [alice.board]: 2, [foreign.board]: 0 });
    expect([status, problem.code]).toEqual([404, 'not_found']);
    expect(await cursors()).toEqual([0, 0]);
  });

  it('for another agent is an operator’s', async () => {
    await operator.snapshot({ for: 'alice', advance: 'false' });
    expect((await bob.ack({ [alice.board]: 2 }, 'alice')).problem.code).toBe('forbidden');
    expect((await operator.ack({ [alice.board]: 2 })).problem.code).toBe('not_offered');
    expect((await operator.ack({ [alice.board]: 2 }, 'alice')).data.agent).toBe('alice');
    expect(await cursors()).toEqual([2, 2]);
  });

  it.each([
    '{}',
    '{"boards":[]}',
    '{"boards":{"main":-1}}',
    '{"boards":{"main":1.5}}',
    '{"boards":{"main":"1"}}',
    '{"boards":{"No Board":1}}',
    '{"boards":null}',
    '{"boards":{"__proto__":1}}',
  ])('%s is malformed', async (body) => {
    expect((await send(service, '/snapshot/ack', { agent: 'alice', body })).status).toBe(400);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GoalDesk, PANEL } from '../../support/goal.js';
import { startService, type TestService } from '../../support/service.js';
import { dataOf } from '../../support/team.js';

// A contributor's name is nobody else's on its board, whoever was there first. In trusted mode anybody may call as
// anybody, so this is where names meet.
describe('the names of contributors', () => {
  let service: TestService;
  let desk: GoalDesk;
  let boards = 0;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());
  beforeEach(() => {
    boards += 1;
    desk = new GoalDesk(service.as('harness'), `board-${boards}`);
  });

  const open = async (members: readonly string[]) => {
    dataOf(await desk.client.POST('/board', { body: { board: desk.board, members: [...members] } }));
  };
  const post = (agent: string, body: { readonly to: string; readonly body: string }) =>
    service.as(agent).POST('/board/{board}/messages', { params: { path: { board: desk.board } }, body });
  const add = (agent: string) =>
    desk.client.PUT('/board/{board}/members/{agent}', { params: { path: { board: desk.board, agent } } });
  const remove = (agent: string) =>
    desk.client.DELETE('/board/{board}/members/{agent}', { params: { path: { board: desk.board, agent } } });
  const see = async (agent: string) =>
    (await service.as(agent).GET('/board/{board}', { params: { path: { board: desk.board } } })).response.status;

  it("are refused where a member has one, in any case, the operator's too", async () => {
    await open(['Review', 'alice']);
    const { error, response } = await desk.declare();
    expect([response.status, error?.code, error?.detail]).toEqual([
      409,
      'already_exists',
      'This board knows an agent "Review". Give the role another name.',
    ]);
    expect((await desk.declare([{ name: 'orchestrator' }, { name: 'harness' }])).error?.code).toBe('already_exists');
    expect((await desk.describe()).error?.code).toBe('not_found');
  });

  it('are refused where somebody came by under one, or the journal names one from before', async () => {
    await open(['*', 'implement']);
    expect(await see('review')).toBe(200);
    expect((await desk.declare([{ name: 'orchestrator' }, { name: 'review' }])).error?.code).toBe('already_exists');
    dataOf(await post('alice', { to: 'implement', body: 'for the member of that name' }));
    dataOf(await remove('implement'));
    expect((await desk.declare([{ name: 'orchestrator' }, { name: 'implement' }])).error?.code).toBe('already_exists');
    dataOf(await desk.declare([{ name: 'orchestrator' }, { name: 'security' }]));
  });

  it('let nobody in: no member, no invited, nobody who comes by', async () => {
    await open(['*']);
    dataOf(await desk.declare());
    expect(await see('alice')).toBe(200);
    for (const agent of ['review', 'REVIEW', 'orchestrator']) {
      expect(await see(agent)).toBe(404);
      expect((await add(agent)).error?.code).toBe('already_exists');
    }
    expect((await remove('review')).error?.code).toBe('already_exists');
    const body = { board: desk.board, agent: 'review' };
    expect((await desk.client.POST('/invites', { body })).error?.code).toBe('already_exists');
    expect((await desk.client.POST('/tokens', { body: { agent: 'review', boards: [desk.board] } })).error?.code).toBe(
      'unknown_agent',
    );
    expect(await see('review')).toBe(404);
  });

  it('are no members, and can be written to', async () => {
    await open(['alice']);
    dataOf(await desk.declare());
    const board = dataOf(await desk.client.GET('/board/{board}', { params: { path: { board: desk.board } } }));
    expect(board.members.map(({ agent }) => agent)).toEqual(['alice']);
    expect((await post('alice', { to: 'review#2', body: 'x' })).response.status).toBe(201);
    expect((await post('alice', { to: 'orchestrator', body: 'x' })).response.status).toBe(201);
    const { error } = await post('alice', { to: 'review#3', body: 'x' });
    expect([error?.code, error?.detail]).toEqual(['unknown_agent', expect.stringContaining('review#2')]);
  });

  it('stand on no roster, also where any agent may come by and their tokens are live', async () => {
    await open(['*']);
    dataOf(await desk.declare());
    await desk.mint('review', 2);
    expect(await see('alice')).toBe(200);
    const params = { path: { board: desk.board } };
    const { items } = dataOf(await service.as('alice').GET('/board/{board}/roster', { params }));
    expect(items.map(({ agent }) => agent)).toEqual(['alice']);
  });

  it('are refused where a member had one after the goal was declared: its private posts are not for a role', async () => {
    await open(['alice']);
    dataOf(await desk.declare([{ name: 'orchestrator' }]));
    dataOf(await add('Carl'));
    dataOf(await post('alice', { to: 'Carl', body: 'for the member of that name' }));
    dataOf(await remove('Carl'));
    const { error } = await desk.declare([{ name: 'orchestrator' }, { name: 'carl' }]);
    expect([error?.code, error?.detail]).toEqual(['already_exists', expect.stringContaining('"Carl"')]);
    dataOf(await desk.declare([{ name: 'orchestrator' }, { name: 'dora' }]));
  });

  it('stay nobody else’s once their role is dropped, and can be a role’s again', async () => {
    await open(['*', 'alice']);
    dataOf(await desk.declare());
    dataOf(await post('alice', { to: 'review', body: 'for the role of that name' }));
    dataOf(await desk.declare([{ name: 'orchestrator' }]));
    expect([await see('review'), await see('bob')]).toEqual([404, 200]);
    expect((await post('alice', { to: 'review', body: 'x' })).error?.code).toBe('unknown_agent');
    for (const agent of ['review', 'Review']) expect((await add(agent)).error?.code).toBe('already_exists');
    const board = dataOf(await desk.client.GET('/board/{board}', { params: { path: { board: desk.board } } }));
    expect(board.members.map(({ agent }) => agent)).not.toContain('review');
    expect((await desk.client.POST('/invites', { body: { board: desk.board, agent: 'review' } })).error?.code).toBe(
      'already_exists',
    );
    dataOf(await desk.declare());
    expect((await post('alice', { to: 'review', body: 'x' })).response.status).toBe(201);
  });

  it('and all of a goal change together or not at all; the same again changes nothing', async () => {
    await open(['implement']);
    expect((await desk.declare()).error?.code).toBe('already_exists');
    expect((await desk.describe()).error?.code).toBe('not_found');
    const roles = PANEL.filter(({ name }) => name !== 'implement');
    const first = dataOf(await desk.declare(roles));
    expect(dataOf(await desk.declare(roles))).toEqual(first);
    const changed = dataOf(await desk.declare(roles, 'Another goal'));
    expect(changed).toMatchObject({ goal: 'Another goal', declared: first.declared, head: first.head + 1 });
  });

  it('stand in an answer with the scopes that they have, declared or by default', async () => {
    await open([]);
    const roles = [
      { name: 'orchestrator' },
      { name: 'review', count: 2, reads: [] },
      { name: 'docs', writes: ['extra/api'] },
    ];
    expect(dataOf(await desk.declare(roles)).roles).toMatchObject([
      {
        name: 'orchestrator',
        contributors: ['orchestrator'],
        reads: ['*'],
        writes: ['spec', 'task-list'],
        sees_board: true,
      },
      { name: 'review', contributors: ['review', 'review#2'], reads: [], writes: ['findings'], sees_board: false },
      { name: 'docs', contributors: ['docs'], reads: [], writes: ['extra/api'], may_edit: false },
    ]);
    const { error, response } = await desk.declare([{ name: 'orchestrator' }, { name: 'docs', reads: ['Spec'] }]);
    expect([response.status, error?.code, error?.errors?.[0]?.path]).toEqual([422, 'invalid_kind', 'roles.1.reads.0']);
  });
});

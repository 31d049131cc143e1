import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventStream } from '../../support/event-stream.js';
import { expectProblem, rawRequest } from '../../support/raw-request.js';
import { startService, type TestService } from '../../support/service.js';
import { dataOf, type NewToken, OPERATOR_TOKEN, startTeam, type Team } from '../../support/team.js';
import { until } from '../../support/until.js';

describe('the owner of a board', () => {
  let service: TestService;
  let team: Team;
  let olga: NewToken;
  let other: NewToken;
  beforeAll(async () => {
    const started = await startTeam();
    [service, team] = [started, started.team];
    olga = await team.board('garden', 'olga', ['alice', 'bob']);
    other = await team.board('kitchen', 'otto', ['alice']);
  });
  afterAll(() => service.close());

  it('gets a token for it, this once, when it is made', async () => {
    expect(olga).toMatchObject({ agent: 'olga', kind: 'member', boards: ['garden'] });
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'idempotency-key': 'make-a-board' };
    const request = { method: 'POST', path: '/board', headers, body: { board: 'shed', owner: 'olga' } };
    const made = JSON.parse((await rawRequest(service.url, request)).text) as { owner_token: NewToken };
    const again = await rawRequest(service.url, request);
    expect(expectProblem(again, 409, 'already_created')).toMatchObject({ prefix: made.owner_token.prefix });
    expect(again.text).not.toContain(made.owner_token.token.slice(12));
    expect(await team.statusOn('shed', made.owner_token.token)).toBe(200);
  });

  it('adds members, further owners too, and makes tokens that open this board alone', async () => {
    dataOf(await team.add('garden', 'carol', olga.token));
    const carol = await team.token({ agent: 'carol', boards: ['garden'] }, olga.token);
    await team.add('kitchen', 'carol');
    expect([await team.statusOn('garden', carol.token), await team.statusOn('kitchen', carol.token)]).toEqual([
      200, 404,
    ]);
    const boards = dataOf(await service.withToken(carol.token).GET('/board')).items.map(({ board }) => board);
    expect(boards).toEqual(['garden']);
    expect((await team.add('garden', 'dora', carol.token)).error?.code).toBe('forbidden');
    const { members } = dataOf(await team.add('garden', 'carol', olga.token, { owner: 'true' }));
    expect(members.find(({ agent }) => agent === 'carol')?.is_owner).toBe(true);
    expect((await team.add('garden', 'dora', carol.token)).response.status).toBe(200);
    expect((await team.add('garden', '*', olga.token, { owner: 'true' })).error?.code).toBe('bad_request');
  });

  it('makes no token for other boards, for all boards, for operators or for strangers', async () => {
    const tries = [
      { agent: 'alice' },
      { agent: 'alice', kind: 'operator' as const },
      { agent: 'alice', boards: ['kitchen'] },
      { agent: 'alice', boards: ['garden', 'kitchen'] },
      { agent: 'stranger', boards: ['garden'] },
      { agent: 'harness', boards: ['garden'] },
    ];
    const codes: (string | undefined)[] = [];
    for (const body of tries) codes.push((await service.withToken(olga.token).POST('/tokens', { body })).error?.code);
    expect(codes).toEqual(['forbidden', 'forbidden', 'not_found', 'not_found', 'unknown_agent', 'unknown_agent']);
  });

  it('sees and changes the tokens of this board alone', async () => {
    const [own, foreign, wide] = [
      await team.token({ agent: 'alice', boards: ['garden'] }),
      await team.token({ agent: 'alice', boards: ['kitchen'] }),
      await team.token({ agent: 'alice', boards: ['garden', 'kitchen'] }),
    ];
    const listed = async (board?: string) =>
      service.withToken(olga.token).GET('/tokens', { params: { query: board === undefined ? {} : { board } } });
    const ids = dataOf(await listed('garden')).items.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([own.id, wide.id, olga.id]));
    expect(ids).not.toContain(foreign.id);
    expect([(await listed()).error?.code, (await listed('kitchen')).error?.code]).toEqual(['forbidden', 'not_found']);
    for (const { id } of [foreign, wide, other, { id: 999_999 }]) {
      expect((await team.revoke(id, olga.token)).error?.code).toBe('forbidden');
      expect((await team.rotate(id, {}, olga.token)).error?.code).toBe('forbidden');
    }
    const heir = dataOf(await team.rotate(own.id, {}, olga.token));
    expect((await team.revoke(heir.id, olga.token)).response.status).toBe(200);
    expect(await team.statusOn('garden', heir.token)).toBe(401);
    expect(await team.statusOn('kitchen', foreign.token)).toBe(200);
  });

  it('is nobody special to a plain member, who gets 403', async () => {
    const { token } = await team.token({ agent: 'bob', boards: ['garden'] });
    const codes = [
      (await team.add('garden', 'mallory', token)).error?.code,
      (await team.remove('garden', 'olga', token)).error?.code,
      (await service.withToken(token).POST('/tokens', { body: { agent: 'bob', boards: ['garden'] } })).error?.code,
      (await service.withToken(token).GET('/tokens', { params: { query: { board: 'garden' } } })).error?.code,
      (await team.rotate(olga.id, {}, token)).error?.code,
    ];
    expect(codes).toEqual(Array.from({ length: 5 }, () => 'forbidden'));
  });

  it('ends all by which a member is on the board when it removes it: also when it is added again', async () => {
    const [bound, wide, free] = [
      await team.token({ agent: 'alice', boards: ['garden'] }),
      await team.token({ agent: 'alice', boards: ['garden', 'kitchen'] }),
      await team.token({ agent: 'alice' }),
    ];
    dataOf(await team.remove('garden', 'ALICE', olga.token));
    expect(await team.audit('garden', 'alice')).toEqual(expect.arrayContaining(['member.removed', 'token.revoked']));
    const statuses = async (board: string) =>
      Promise.all([bound, wide, free].map(({ token }) => team.statusOn(board, token)));
    expect([await statuses('garden'), await statuses('kitchen')]).toEqual([
      [401, 404, 404],
      [401, 200, 200],
    ]);
    await team.add('garden', 'alice');
    expect(await statuses('garden')).toEqual([401, 404, 200]);
    expect(await team.statusOn('garden', olga.token)).toBe(200);
  });
});

describe('who waits', () => {
  let service: TestService;
  let team: Team;
  beforeAll(async () => {
    const started = await startTeam();
    [service, team] = [started, started.team];
    await team.board('hall', 'olga', ['carol']);
  });
  afterAll(() => service.close());

  const waitOf = (agent: string, token: string) =>
    service.withToken(token).GET('/pending/{agent}', { params: { path: { agent }, query: { wait: 20 } } });
  const waiting = async (count: number): Promise<void> => {
    await until(async () =>
      (await (await fetch(`${service.url}/metrics`)).text()).includes(`gistboard_waiters ${count}\n`),
    );
  };

  it.each([
    ['revoked', (id: number) => team.revoke(id)],
    ['rotated', (id: number) => team.rotate(id)],
  ])('is told at once when its token is %s; others wait on', async (word, end) => {
    const board = `hall-${word}`;
    await team.board(board, 'olga', [`alice-${word}`, `bob-${word}`]);
    const [alice, bob] = [await team.token({ agent: `alice-${word}` }), await team.token({ agent: `bob-${word}` })];
    const stream = await (await EventStream.open(service, board, { token: alice.token })).begun();
    const [ended, going] = [waitOf(alice.agent, alice.token), waitOf(bob.agent, bob.token)];
    await waiting(3);
    await end(alice.id);
    expect((await ended).response.status).toBe(401);
    await until(() => stream.isOver);
    await waiting(1);
    const body = { notes: [{ type: 'FACT', content: 'afterwards' }] };
    await team.operator.POST('/board/{board}/write', { params: { path: { board } }, body });
    expect(dataOf(await going).gists).toHaveLength(1);
  });

  it('is told at once when it is removed', async () => {
    const { token } = await team.token({ agent: 'carol' });
    const stream = await (await EventStream.open(service, 'hall', { token })).begun();
    const wait = waitOf('carol', token);
    await waiting(2);
    await team.remove('hall', 'carol');
    await until(() => stream.isOver);
    expect(dataOf(await wait).lease_id).toBeNull();
  });
});

it('a board that is made in trusted mode comes without a token: names are enough there', async () => {
  const service = await startService();
  const made = dataOf(await service.as('harness').POST('/board', { body: { board: 'open', owner: 'olga' } }));
  expect(made).not.toHaveProperty('owner_token');
  await service.close();
});

it('who is removed from a board, or loses the last token for it, holds no lease there any more', async () => {
  const service = await startTeam();
  const { team } = service;
  await team.board('lab', 'olga', ['alice', 'bob']);
  const claim = async (token: string, resource: string): Promise<boolean | undefined> => {
    const params = { path: { board: 'lab' } };
    return dataOf(
      await service.withToken(token).POST('/board/{board}/leases', { params, body: { resources: [resource] } }),
    ).ok;
  };
  const [first, second] = [await team.token({ agent: 'alice' }), await team.token({ agent: 'alice', boards: ['lab'] })];
  const { token: bob } = await team.token({ agent: 'bob' });
  expect([await claim(first.token, 'src/a.ts'), await claim(bob, 'src/a.ts')]).toEqual([true, false]);
  await team.revoke(first.id);
  const heir = dataOf(await team.rotate(second.id));
  expect(await claim(bob, 'src/a.ts')).toBe(false);
  await team.revoke(heir.id);
  expect(await claim(bob, 'src/a.ts')).toBe(true);
  await team.remove('lab', 'bob');
  expect(await claim((await team.token({ agent: 'olga' })).token, 'src/a.ts')).toBe(true);
  await service.close();
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectProblem, type RawRequest, rawRequest } from '../support/raw-request.js';
import { startService, type TestService } from '../support/service.js';

const ENV = { BOARD_MEMBERS_JSON: '{"main":["*"],"infra":["alice","Bob"],"secret":["bob"]}' };

describe('boards', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ env: ENV });
    const body = { notes: [{ type: 'FACT', content: 'only for members' }] };
    await service.as('bob').POST('/board/{board}/write', { params: { path: { board: 'secret' } }, body });
  });
  afterAll(() => service.close());

  const describeBoard = (agent: string, board: string) =>
    service.as(agent).GET('/board/{board}', { params: { path: { board } } });
  const boardsOf = async (agent: string) => (await service.as(agent).GET('/board')).data?.items;
  const add = (by: string, board: string, agent: string) =>
    service.as(by).PUT('/board/{board}/members/{agent}', { params: { path: { board, agent } } });
  const remove = (by: string, board: string, agent: string) =>
    service.as(by).DELETE('/board/{board}/members/{agent}', { params: { path: { board, agent } } });

  it('are listed to those who may use them, by name', async () => {
    expect(await boardsOf('alice')).toEqual([
      { board: 'infra', head: 0 },
      { board: 'main', head: 0 },
    ]);
    expect(await boardsOf('stranger')).toEqual([{ board: 'main', head: 0 }]);
    expect((await boardsOf('harness'))?.map(({ board }) => board)).toEqual(['infra', 'main', 'secret']);
  });

  it('show in whoami, with their heads', async () => {
    const { data } = await service.as('bob').GET('/whoami');
    expect(data).toEqual({
      agent: 'Bob',
      kind: 'member',
      workspace: 'default',
      auth: 'trusted',
      url: 'http://127.0.0.1:8660',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      board: null,
      head: null,
      unread: null,
      open_proposal: null,
      my_leases: [],
      boards: [
        { board: 'infra', head: 0 },
        { board: 'main', head: 0 },
        { board: 'secret', head: 1 },
      ],
      other_sessions: 0,
    });
  });

  it('are told of one by one, by name or where there is only one', async () => {
    const about = async (agent: string, board?: string) =>
      service.as(agent).GET('/whoami', { params: { query: board === undefined ? {} : { board } } });
    expect((await about('bob', 'secret')).data).toMatchObject({ board: 'secret', head: 1 });
    expect((await about('stranger')).data).toMatchObject({ board: 'main', head: 0 });
    expect((await about('alice', 'secret')).error?.code).toBe('not_found');
  });

  const onBoard = (board: string): readonly RawRequest[] => [
    { path: `/board/${board}` },
    { path: `/board/${board}/read` },
    { path: `/board/${board}/read?format=nonsense` },
    { path: `/board/${board}/read_all` },
    { path: `/board/${board}/grep?q=members` },
    { path: `/board/${board}/grep?q=(` },
    { path: `/board/${board}/unfold?labels=G1` },
    { method: 'POST', path: `/board/${board}/write`, body: { text: 'FACT x' } },
    { method: 'POST', path: `/board/${board}/write`, body: { nonsense: 1 } },
    { method: 'POST', path: `/board/${board}/claims/G1/release`, body: { outcome: 'done' } },
    { method: 'POST', path: `/board/${board}/entries/G1/redact`, body: { reason: 'x' } },
    { method: 'PUT', path: `/board/${board}/members/alice` },
    { method: 'DELETE', path: `/board/${board}/members/bob` },
  ];

  it.each(onBoard('secret').map((request, index) => [request.method ?? 'GET', request.path, index] as const))(
    'are the same to a stranger whether they exist or not: %s %s',
    async (_, __, index) => {
      const [there, missing] = [onBoard('secret')[index], onBoard('absent')[index]] as [RawRequest, RawRequest];
      const headers = { 'x-agent': 'alice', 'x-request-id': 'the-same-id' };
      const [refused, absent] = [
        await rawRequest(service.url, { ...there, headers }),
        await rawRequest(service.url, { ...missing, headers }),
      ];
      expectProblem(refused, 404, 'not_found');
      expect(refused.text).toBe(absent.text.replace('/absent', '/secret'));
      const withoutDate = ({ date: _date, ...rest }: typeof refused.headers): object => rest;
      const length = { 'content-length': refused.headers['content-length'] };
      expect(withoutDate(refused.headers)).toEqual({ ...withoutDate(absent.headers), ...length });
    },
  );

  it('are made by operators, with members and an owner', async () => {
    const body = { board: 'made', members: ['Carol', 'alice'], owner: 'dave' };
    const made = await service.as('harness').POST('/board', { body });
    expect(made.response.status).toBe(201);
    expect(made.data).toEqual({
      board: 'made',
      head: 0,
      created_at: '2026-11-30T12:00:00.000Z',
      members: [
        { agent: 'alice', source: 'api', is_owner: false },
        { agent: 'Carol', source: 'api', is_owner: false },
        { agent: 'dave', source: 'api', is_owner: true },
      ],
    });
    expect((await describeBoard('carol', 'made')).data).toEqual(made.data);
    expect((await describeBoard('bob', 'made')).response.status).toBe(404);
  });

  it('are not made by members, and not twice', async () => {
    const refused = await service.as('alice').POST('/board', { body: { board: 'mine' } });
    expect([refused.response.status, refused.error?.code]).toEqual([403, 'forbidden']);
    const twice = await service.as('harness').POST('/board', { body: { board: 'main', members: ['mallory'] } });
    expect([twice.response.status, twice.error?.code]).toEqual([409, 'already_exists']);
    expect((await describeBoard('harness', 'main')).data?.members.map(({ agent }) => agent)).not.toContain('mallory');
  });

  it('have one maker where two try at once', async () => {
    const body = { board: 'contested' };
    const tries = await Promise.all(Array.from({ length: 5 }, () => service.as('harness').POST('/board', { body })));
    expect(tries.map(({ response }) => response.status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it.each([
    [{ board: 'Upper' }, 400, 'bad_request'],
    [{ board: '' }, 400, 'bad_request'],
    [{ board: 'a/b' }, 400, 'bad_request'],
    [{ board: '.a' }, 400, 'bad_request'],
    [{ board: 'b'.repeat(65) }, 400, 'bad_request'],
    [{ board: 'b1', members: 'alice' }, 400, 'bad_request'],
    [{ board: 'b1', members: null }, 400, 'bad_request'],
    [{ board: 'b1', members: ['a b'] }, 400, 'bad_request'],
    [{ board: 'b1', members: [['alice']] }, 400, 'bad_request'],
    [{ board: 'b1', members: Array.from({ length: 501 }, (_, index) => `a${index}`) }, 400, 'bad_request'],
    [{ board: 'b1', owner: '*' }, 400, 'bad_request'],
  ])('are not made from %j', async (body, status, code) => {
    const headers = { 'x-agent': 'harness' };
    expectProblem(await rawRequest(service.url, { method: 'POST', path: '/board', headers, body }), status, code);
    expect((await describeBoard('harness', 'b1')).response.status).toBe(404);
  });

  it.each([
    [{ board: 'b1', members: ['all'] }, 'members.0', 'all'],
    [{ board: 'b1', members: ['alice', 'System'] }, 'members.1', 'System'],
    [{ board: 'b1', owner: 'harness', members: ['alice'] }, 'owner', 'harness'],
  ])('are not made with a reserved name: %j', async (body, path, name) => {
    const headers = { 'x-agent': 'harness' };
    const answer = await rawRequest(service.url, { method: 'POST', path: '/board', headers, body });
    const message = `"${name}" is a reserved name. Choose another.`;
    expect(expectProblem(answer, 422, 'reserved_name').errors).toEqual([{ path, message }]);
    expect((await describeBoard('harness', 'b1')).response.status).toBe(404);
  });

  it('take names of 64 characters and 500 members', async () => {
    const members = Array.from({ length: 500 }, (_, index) => `agent-${index}`);
    const body = { board: 'b'.repeat(64), members };
    expect((await service.as('harness').POST('/board', { body })).data?.members).toHaveLength(500);
  });

  it('let nobody in once removed, from the next request on, while others stay', async () => {
    await service.as('harness').POST('/board', { body: { board: 'ops', members: ['alice', 'bob'] } });
    expect((await describeBoard('alice', 'ops')).response.status).toBe(200);
    const removed = await remove('harness', 'ops', 'ALICE');
    expect(removed.data?.members.map(({ agent }) => agent)).toEqual(['Bob']);
    expect((await describeBoard('alice', 'ops')).response.status).toBe(404);
    expect((await describeBoard('bob', 'ops')).response.status).toBe(200);
    await add('harness', 'ops', 'alice');
    expect((await describeBoard('alice', 'ops')).response.status).toBe(200);
  });

  it('are administered by operators and owners only', async () => {
    await service.as('harness').POST('/board', { body: { board: 'owned', members: ['alice'], owner: 'dave' } });
    const refused = await add('alice', 'owned', 'mallory');
    expect([refused.response.status, refused.error?.code]).toEqual([403, 'forbidden']);
    expect((await remove('alice', 'owned', 'dave')).response.status).toBe(403);
    expect((await add('dave', 'owned', 'erin')).response.status).toBe(200);
    expect((await describeBoard('erin', 'owned')).response.status).toBe(200);
    // An owner of one board is nothing more on another.
    expect((await add('dave', 'main', 'erin')).response.status).toBe(403);
  });

  it('count a change once, and write it down for operators alone', async () => {
    await service.as('harness').POST('/board', { body: { board: 'logged', members: ['alice'] } });
    expect((await add('harness', 'logged', 'bob')).data?.head).toBe(1);
    expect((await add('harness', 'logged', 'BOB')).data?.head).toBe(1);
    expect((await remove('harness', 'logged', 'bob')).data?.head).toBe(2);
    expect((await remove('harness', 'logged', 'bob')).data?.head).toBe(2);
    const params = { path: { board: 'logged' }, query: { q: 'bob', kinds: 'all' as const } };
    const seen = async (agent: string) =>
      (await service.as(agent).GET('/board/{board}/grep', { params })).data?.matches.map(({ type }) => type);
    expect(await seen('harness')).toEqual(['member.removed', 'member.added']);
    expect(await seen('alice')).toEqual([]);
  });

  it.each([
    ['all', 422, 'reserved_name'],
    ['System', 422, 'reserved_name'],
    ['harness', 422, 'reserved_name'],
    ['a%20b', 400, 'bad_request'],
    ['%2A%2A', 400, 'bad_request'],
    ['a%00', 400, 'bad_request'],
    ['a'.repeat(65), 400, 'bad_request'],
  ])('take no member %s', async (agent, status, code) => {
    const request = { method: 'PUT', path: `/board/infra/members/${agent}`, headers: { 'x-agent': 'harness' } };
    const { errors } = expectProblem(await rawRequest(service.url, request), status, code);
    expect(errors).toMatchObject([{ path: 'agent' }]);
  });

  it('open to any agent by *, and close again', async () => {
    await service.as('harness').POST('/board', { body: { board: 'opened', members: ['alice'] } });
    expect((await describeBoard('zoe', 'opened')).response.status).toBe(404);
    await add('harness', 'opened', '*');
    expect((await describeBoard('zoe', 'opened')).response.status).toBe(200);
    await remove('harness', 'opened', '*');
    expect((await describeBoard('zoe', 'opened')).response.status).toBe(404);
    expect((await describeBoard('alice', 'opened')).response.status).toBe(200);
  });
});

describe('many boards and many members', () => {
  const crowd = Array.from({ length: 1_002 }, (_, index) => `agent-${1_000 + index}`);
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ env: { BOARD_MEMBERS_JSON: JSON.stringify({ crowd, main: ['*'], quiet: [] }) } });
  });
  afterAll(() => service.close());

  it('boards are listed in pages', async () => {
    const page = async (query: { limit: number; after?: string }) =>
      (await service.as('harness').GET('/board', { params: { query } })).data;
    expect(await page({ limit: 2 })).toEqual({
      items: [
        { board: 'crowd', head: 0 },
        { board: 'main', head: 0 },
      ],
      next_after: 'main',
    });
    expect(await page({ limit: 2, after: 'main' })).toEqual({ items: [{ board: 'quiet', head: 0 }] });
  });

  it('members are shown a thousand at a time', async () => {
    const path = { board: 'crowd' };
    const first = (await service.as('harness').GET('/board/{board}', { params: { path } })).data;
    expect([first?.members.length, first?.next_members_after]).toEqual([1_000, 'agent-1999']);
    const query = { members_after: 'agent-1999' };
    const rest = (await service.as('harness').GET('/board/{board}', { params: { path, query } })).data;
    expect(rest?.members.map(({ agent }) => agent)).toEqual(['agent-2000', 'agent-2001']);
    expect(rest).not.toHaveProperty('next_members_after');
  });
});

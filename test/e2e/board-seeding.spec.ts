import { afterEach, describe, expect, it } from '@jest/globals';
import { GoalDesk } from '../support/goal.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
const start = async (members: object, store?: TestService['store']): Promise<TestService> => {
  const env = { BOARD_MEMBERS_JSON: JSON.stringify(members) };
  service = await startService({ env, ...(store === undefined ? {} : { store }) });
  return service;
};
const restart = async (members: object): Promise<TestService> => {
  await service.stop();
  return start(members, service.store);
};
const membersOf = async (board: string) => {
  const { data } = await service.as('harness').GET('/board/{board}', { params: { path: { board } } });
  return data?.members.map(({ agent, source }) => `${agent} ${source}`);
};
const put = (board: string, agent: string) =>
  service.as('harness').PUT('/board/{board}/members/{agent}', { params: { path: { board, agent } } });
const statusFor = async (agent: string, board: string) =>
  (await service.as(agent).GET('/board/{board}', { params: { path: { board } } })).response.status;

describe('boards from the configuration', () => {
  afterEach(() => service.close());

  it('are made at the first start, with their members', async () => {
    await start({ main: ['*'], infra: ['Alice', 'bob'], empty: [] });
    expect(await membersOf('main')).toEqual(['* config']);
    expect(await membersOf('infra')).toEqual(['Alice config', 'bob config']);
    expect(await membersOf('empty')).toEqual([]);
  });

  it('lose members that are named no longer, and keep those made by request', async () => {
    await start({ infra: ['alice', 'bob'], main: ['carol'] });
    await put('infra', 'dave');
    await restart({ infra: ['bob', 'erin'], main: ['carol'] });
    expect(await membersOf('infra')).toEqual(['bob config', 'dave api', 'erin config']);
    expect(await membersOf('main')).toEqual(['carol config']);
    expect(await statusFor('alice', 'infra')).toBe(404);
    expect(await statusFor('dave', 'infra')).toBe(200);
  });

  it('stay with what was written when the configuration names them no longer, for operators', async () => {
    await start({ infra: ['alice'], main: ['bob'] });
    const params = { path: { board: 'infra' } };
    await service.as('alice').POST('/board/{board}/write', { params, body: { text: 'FACT kept' } });
    await restart({ main: ['bob'] });
    expect(await membersOf('infra')).toEqual([]);
    expect(await statusFor('alice', 'infra')).toBe(404);
    expect(await statusFor('bob', 'main')).toBe(200);
    const read = await service.as('harness').GET('/board/{board}/read', { params, parseAs: 'text' });
    expect(read.data).toContain('FACT alice 2026-11-30 12:00 kept');
  });

  it('are refused where they name a role, with the place and what to do, and nothing changes', async () => {
    await start({ main: ['alice'] });
    expect((await new GoalDesk(service.as('harness'), 'main').declare()).response.status).toBe(200);
    await expect(restart({ main: ['bob', 'review'] })).rejects.toThrow(
      /^BOARD_MEMBERS_JSON: "main": review is a role of .* Take it out there, or name another agent\.$/,
    );
    await start({ main: ['alice'] }, service.store);
    expect(await membersOf('main')).toContain('alice config');
    expect(await membersOf('main')).not.toContain('bob config');
  });

  it('shut out those only seen there once * is gone', async () => {
    await start({ main: ['*'] });
    expect(await statusFor('alice', 'main')).toBe(200);
    expect(await membersOf('main')).toEqual(['* config', 'alice seen']);
    await restart({ main: ['bob'] });
    expect(await statusFor('alice', 'main')).toBe(404);
    expect(await statusFor('bob', 'main')).toBe(200);
  });

  it('keep a member made by request whom a configuration named for a while', async () => {
    await start({ main: [] });
    await put('main', 'alice');
    await restart({ main: ['ALICE'] });
    expect(await membersOf('main')).toEqual(['alice api']);
    await restart({ main: [] });
    expect(await membersOf('main')).toEqual(['alice api']);
  });

  it('keep a member of a configuration that was added by request as well', async () => {
    await start({ main: ['alice'] });
    await put('main', 'alice');
    expect(await membersOf('main')).toEqual(['alice api']);
    await restart({ main: [] });
    expect(await membersOf('main')).toEqual(['alice api']);
  });

  it('are unchanged by a restart with the same configuration', async () => {
    await start({ infra: ['Alice', 'bob'], main: ['*'] });
    const before = [await membersOf('infra'), await membersOf('main')];
    await restart({ infra: ['alice', 'BOB'], main: ['*'] });
    expect([await membersOf('infra'), await membersOf('main')]).toEqual(before);
  });
});

describe('whom a board knows', () => {
  afterEach(() => service.close());

  const handoff = async (board: string, to: string) => {
    const alice = service.as('alice');
    const path = { board };
    const body = { notes: [{ type: 'CLAIM', content: `work for ${to}` }] };
    const written = await alice.POST('/board/{board}/write', { params: { path }, body });
    const label = written.data?.results[0]?.label ?? '';
    const release = { outcome: 'handoff' as const, to };
    return alice.POST('/board/{board}/claims/{label}/release', { params: { path: { board, label } }, body: release });
  };

  it('are its named members', async () => {
    await start({ infra: ['alice', 'Bob'], other: ['carol'] });
    expect((await handoff('infra', 'bob')).data?.message).toBe('G3');
    const refused = await handoff('infra', 'carol');
    expect([refused.response.status, refused.error?.code]).toEqual([422, 'unknown_agent']);
    expect(refused.error?.detail).toContain('This board knows no agent "carol".');
    expect(refused.error?.detail).toContain('PUT /board/infra/members/carol');
    expect(refused.error?.errors).toEqual([{ path: 'to', message: refused.error?.detail }]);
  });

  it('are offered in close spellings, the closest first', async () => {
    await start({ infra: ['alice', 'Reviewer', 'reviewers', 'carol'] });
    expect((await handoff('infra', 'reviewr')).error?.detail).toContain('Did you mean Reviewer or reviewers?');
    expect((await handoff('infra', 'zzzzzz')).error?.detail).not.toContain('Did you mean');
  });

  it('are on an open board those who came by and those who hold a token, and nobody else', async () => {
    await start({ main: ['*'], side: ['*'], infra: ['alice'] });
    await service.as('seen').GET('/board/{board}', { params: { path: { board: 'main' } } });
    await service.as('listed').GET('/whoami');
    await service.as('elsewhere').GET('/board/{board}', { params: { path: { board: 'side' } } });
    await service.as('harness').POST('/tokens', { body: { agent: 'holder' } });
    expect((await handoff('main', 'seen')).response.status).toBe(200);
    expect((await handoff('main', 'listed')).response.status).toBe(200);
    expect((await handoff('main', 'holder')).response.status).toBe(200);
    expect((await handoff('main', 'elsewhere')).error?.code).toBe('unknown_agent');
    expect((await handoff('infra', 'seen')).error?.code).toBe('unknown_agent');
  });

  it('are not known by a token that was revoked', async () => {
    await start({ main: ['*'] });
    const { data } = await service.as('harness').POST('/tokens', { body: { agent: 'holder' } });
    await service.as('harness').POST('/tokens', { body: { agent: 'other' } });
    await service.as('harness').DELETE('/tokens/{id}', { params: { path: { id: String(data?.id) } } });
    expect((await handoff('main', 'holder')).error?.code).toBe('unknown_agent');
    expect((await handoff('main', 'other')).response.status).toBe(200);
  });
});

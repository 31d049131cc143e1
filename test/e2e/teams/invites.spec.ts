import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Transactor } from '../../../src/platform/database/transactor.js';
import { expectProblem, rawRequest } from '../../support/raw-request.js';
import type { TestService } from '../../support/service.js';
import { dataOf, type NewToken, startTeam, type Team } from '../../support/team.js';

describe('an invite', () => {
  let service: TestService;
  let team: Team;
  let olga: NewToken;
  let otto: NewToken;
  beforeAll(async () => {
    const started = await startTeam();
    [service, team] = [started, started.team];
    olga = await team.board('garden', 'olga', ['alice']);
    await team.add('garden', 'otto', olga.token, { owner: 'true' });
    otto = await team.token({ agent: 'otto' });
    await team.board('kitchen', 'kim', ['alice']);
  });
  afterAll(() => service.close());

  const invite = (by: string, agent: string, board = 'garden') =>
    service.withToken(by).POST('/invites', { body: { board, agent } });
  const join = (code: string) => rawRequest(service.url, { method: 'POST', path: '/join', body: { code } });
  const codeOf = (url: string): string => new URL(url).hash.slice(1);
  const open = async (agent: string): Promise<{ id: number; url: string; code: string }> => {
    const made = dataOf(await invite(olga.token, agent));
    return { ...made, code: codeOf(made.url) };
  };
  const age = (seconds: number): Promise<void> =>
    new Transactor(service.database).run(async (tx) => {
      const past = new Date(Date.now() - seconds * 1_000).toISOString().slice(0, 23).replace('T', ' ');
      await tx.query('UPDATE invite SET expires_at = ?', [past]);
    });

  it('is a URL that names no secret to the server, and once a token for its board alone', async () => {
    const { url, code } = await open('dora');
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:8660\/join#gbi_[\w-]{43}$/);
    const joined = JSON.parse((await join(code)).text) as NewToken & { url: string; board: string };
    expect(joined).toMatchObject({ agent: 'dora', kind: 'member', boards: ['garden'], board: 'garden' });
    expect([await team.statusOn('garden', joined.token), await team.statusOn('kitchen', joined.token)]).toEqual([
      200, 404,
    ]);
    expect(await team.audit('garden', 'dora')).toEqual(['member.invited', 'member.joined', 'token.created']);
    expect(await team.audit('garden', 'dora', joined.token)).toEqual([]);
    const page = await rawRequest(service.url, { path: '/join' });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('gistboard join')]);
  });

  it('is stored as the SHA-256 of its code alone, also where it was made under a key', async () => {
    const headers = { authorization: `Bearer ${olga.token}`, 'idempotency-key': 'invite-eve' };
    const request = { method: 'POST', path: '/invites', headers, body: { board: 'garden', agent: 'eve' } };
    const code = codeOf((JSON.parse((await rawRequest(service.url, request)).text) as { url: string }).url);
    expectProblem(await rawRequest(service.url, request), 409, 'already_created');
    const stored = await service.database.read(async (manager) => [
      await manager.query<object[]>('SELECT agent, prefix, created_by, state FROM invite'),
      await manager.query<object[]>('SELECT answer FROM idempotency_key'),
    ]);
    expect(JSON.stringify(stored)).toContain(code.slice(0, 12));
    expect(JSON.stringify(stored)).not.toContain(code.slice(12));
  });

  it('works once, whoever comes at the same time', async () => {
    const { code } = await open('frank');
    const answers = await Promise.all(Array.from({ length: 8 }, () => join(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 422)]);
    const { members } = dataOf(await team.operator.GET('/board/{board}', { params: { path: { board: 'garden' } } }));
    expect(members.filter(({ agent }) => agent === 'frank')).toHaveLength(1);
  });

  it('answers a repeat under the same key without the token', async () => {
    const { code } = await open('grace');
    const request = { method: 'POST', path: '/join', headers: { 'idempotency-key': 'join-it' }, body: { code } };
    const made = JSON.parse((await rawRequest(service.url, request)).text) as NewToken;
    const again = await rawRequest(service.url, request);
    expect(expectProblem(again, 409, 'already_created')).toMatchObject({ prefix: made.prefix });
    expect(again.text).not.toContain(made.token.slice(12));
  });

  it('has one maker where two owners invite one name at once, in any spelling', async () => {
    const tries = await Promise.all([
      invite(olga.token, 'Heidi'),
      invite(otto.token, 'heidi'),
      invite(olga.token, 'HEIDI'),
    ]);
    expect(tries.map(({ response }) => response.status).sort()).toEqual([201, 409, 409]);
    const listed = dataOf(
      await service.withToken(otto.token).GET('/invites', { params: { query: { board: 'garden' } } }),
    );
    expect(listed.items.filter(({ agent }) => agent.toLowerCase() === 'heidi')).toHaveLength(1);
  });

  it('is refused for a name that has a token for the board, and given again once that has ended', async () => {
    const token = await team.token({ agent: 'alice', boards: ['garden'] });
    expect((await invite(olga.token, 'ALICE')).error?.code).toBe('already_exists');
    await team.revoke(token.id);
    expect((await invite(olga.token, 'ALICE')).response.status).toBe(201);
  });

  it('that was cancelled, has run out or never was is refused, the same in each case', async () => {
    const [cancelled, late] = [await open('ivan'), await open('judy')];
    const params = { path: { id: String(cancelled.id) }, query: { board: 'garden' } };
    dataOf(await service.withToken(otto.token).DELETE('/invites/{id}', { params }));
    expect((await service.withToken(otto.token).DELETE('/invites/{id}', { params })).error?.code).toBe('not_found');
    await age(0);
    const details = [];
    for (const code of [cancelled.code, late.code, `gbi_${'x'.repeat(43)}`])
      details.push(expectProblem(await join(code), 422, 'bad_invite').detail);
    expect(new Set(details).size).toBe(1);
    for (const code of ['', 'gbi_x', late.url]) expectProblem(await join(code), 400, 'bad_request');
    expect((await invite(olga.token, 'judy')).response.status).toBe(201);
  });

  it('ends with the one who made it, when that one is removed', async () => {
    const made = dataOf(await invite(otto.token, 'karl'));
    await team.remove('garden', 'otto');
    expectProblem(await join(codeOf(made.url)), 422, 'bad_invite');
    expect((await invite(otto.token, 'karl')).error?.code).toBe('not_found');
  });

  it('is for owners and operators to make and to see, each for their boards', async () => {
    const { token } = await team.token({ agent: 'alice' });
    expect((await invite(token, 'mallory')).error?.code).toBe('forbidden');
    expect((await invite(olga.token, 'mallory', 'kitchen')).error?.code).toBe('not_found');
    expect((await invite(olga.token, 'harness')).error?.code).toBe('reserved_name');
    const list = (by: string, board: string) => service.withToken(by).GET('/invites', { params: { query: { board } } });
    expect([(await list(token, 'garden')).error?.code, (await list(olga.token, 'kitchen')).error?.code]).toEqual([
      'forbidden',
      'not_found',
    ]);
  });
});

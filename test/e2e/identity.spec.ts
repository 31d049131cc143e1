import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectProblem, rawRequest } from '../support/raw-request.js';
import { startService, type TestService } from '../support/service.js';

const OPERATOR_TOKEN = 'operator-token-0123456789abcdef';
const WHOAMI = { path: '/whoami' };

/** Makes a token through the service and answers its text. */
async function tokenFor(service: TestService, agent: string, kind: 'member' | 'operator' = 'member'): Promise<string> {
  const { data } = await service.withToken(OPERATOR_TOKEN).POST('/tokens', { body: { agent, kind } });
  if (data === undefined) throw new Error('no token was made');
  return data.token;
}

describe('identity in trusted mode', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ env: { BOARD_AUTH: 'trusted', BOARD_OPERATOR_TOKEN: OPERATOR_TOKEN } });
    // Others are there all along.
    await service.as('bystander').GET('/whoami');
    await tokenFor(service, 'bystander');
  });
  afterAll(() => service.close());

  it('asks for a credential where there is none', async () => {
    const answer = await rawRequest(service.url, WHOAMI);
    expectProblem(answer, 401, 'unauthenticated');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it.each(['', 'a b', '.alice', 'reviewer#1', 'é', 'a'.repeat(65)])('refuses %j as no name', async (name) => {
    const answer = await rawRequest(service.url, { ...WHOAMI, headers: { 'x-agent': name } });
    expect(expectProblem(answer, 400, 'bad_request').errors).toEqual([
      { path: 'X-Agent', message: expect.stringContaining('1-64 letters') },
    ]);
  });

  it.each(['all', 'ALL', 'system', 'System'])('refuses the reserved name %s', async (name) => {
    const answer = await rawRequest(service.url, { ...WHOAMI, headers: { 'x-agent': name } });
    expect(expectProblem(answer, 422, 'reserved_name').errors).toMatchObject([{ path: 'X-Agent' }]);
  });

  it('takes a name of 64 characters', async () => {
    const name = 'a'.repeat(64);
    expect((await service.as(name).GET('/whoami')).data?.agent).toBe(name);
  });

  it('calls an agent by the first spelling that it saw', async () => {
    expect((await service.as('Carol').GET('/whoami')).data?.agent).toBe('Carol');
    expect((await service.as('carol').GET('/whoami')).data?.agent).toBe('Carol');
    expect((await service.as('CAROL').GET('/whoami')).data?.agent).toBe('Carol');
    expect((await service.as('carol2').GET('/whoami')).data?.agent).toBe('carol2');
  });

  it('settles on one spelling where many arrive at once', async () => {
    const spellings = ['dave', 'Dave', 'DAVE', 'dAvE', 'davE', 'DaVe', 'daVE', 'DAve'];
    const answers = await Promise.all(spellings.map((name) => service.as(name).GET('/whoami')));
    const names = new Set(answers.map(({ data }) => data?.agent));
    expect(names.size).toBe(1);
    expect((await service.as('dave').GET('/whoami')).data?.agent).toBe([...names][0]);
  });

  it('lets the operator be named, in any spelling, and answers its canonical one', async () => {
    const { data } = await service.as('Harness').GET('/whoami');
    expect(data).toMatchObject({ agent: 'harness', kind: 'operator', auth: 'trusted', workspace: 'default' });
  });

  it('honours a bearer token', async () => {
    const { data } = await service.withToken(await tokenFor(service, 'erin')).GET('/whoami');
    expect(data).toMatchObject({ agent: 'erin', kind: 'member' });
  });

  it('does not fall back to a name where the token is wrong', async () => {
    const headers = { authorization: 'Bearer gbt_wrong' };
    expectProblem(await rawRequest(service.url, { ...WHOAMI, headers }), 401, 'unauthenticated');
  });

  it('refuses a name beside a token, even the same one', async () => {
    const headers = { authorization: `Bearer ${await tokenFor(service, 'frank')}`, 'x-agent': 'frank' };
    const problem = expectProblem(await rawRequest(service.url, { ...WHOAMI, headers }), 400, 'bad_request');
    expect(problem.errors).toEqual([{ path: 'X-Agent', message: expect.stringContaining('beside a bearer token') }]);
  });

  it('never takes the author from a body', async () => {
    const body = { notes: [{ type: 'FACT', content: 'x', author: 'bob' }] };
    const answer = await rawRequest(service.url, {
      method: 'POST',
      path: '/board/main/write',
      headers: { 'x-agent': 'alice' },
      body,
    });
    expect(expectProblem(answer, 400, 'bad_request').errors).toEqual([
      { path: 'notes.0.author', message: 'is not a known property' },
    ]);
  });
});

describe('identity in token mode', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ env: { BOARD_AUTH: 'token', BOARD_OPERATOR_TOKEN: OPERATOR_TOKEN } });
    await tokenFor(service, 'bystander');
  });
  afterAll(() => service.close());

  it.each(['alice', 'bystander', 'harness', 'a b'])('counts the name %j for nothing', async (name) => {
    const answer = await rawRequest(service.url, { ...WHOAMI, headers: { 'x-agent': name } });
    expectProblem(answer, 401, 'unauthenticated');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it.each([
    'Bearer gbt_wrong',
    `Bearer ${OPERATOR_TOKEN}x`,
    `Bearer ${OPERATOR_TOKEN.slice(0, -1)}`,
    `Bearer ${OPERATOR_TOKEN.toUpperCase()}`,
    `Basic ${OPERATOR_TOKEN}`,
    OPERATOR_TOKEN,
    'Bearer',
    '',
  ])('refuses %j', async (authorization) => {
    const answer = await rawRequest(service.url, { ...WHOAMI, headers: { authorization } });
    expectProblem(answer, 401, 'unauthenticated');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.text).not.toContain(OPERATOR_TOKEN.slice(0, 20));
  });

  it('knows the operator by the token of the configuration', async () => {
    const { data } = await service.withToken(OPERATOR_TOKEN).GET('/whoami');
    expect(data).toMatchObject({ agent: 'harness', kind: 'operator', auth: 'token' });
  });

  it('knows members and operators by the tokens that were made for them', async () => {
    const member = await service.withToken(await tokenFor(service, 'Grace')).GET('/whoami');
    expect(member.data).toMatchObject({ agent: 'Grace', kind: 'member' });
    const operator = await service.withToken(await tokenFor(service, 'heidi', 'operator')).GET('/whoami');
    expect(operator.data).toMatchObject({ agent: 'heidi', kind: 'operator' });
  });

  it('takes no token from a URL', async () => {
    const path = `/whoami?token=${OPERATOR_TOKEN}&access_token=${OPERATOR_TOKEN}`;
    expectProblem(await rawRequest(service.url, { path }), 401, 'unauthenticated');
  });

  it('leaves only health, the documents and Swagger UI open', async () => {
    const statusOf = async (path: string): Promise<number> => (await rawRequest(service.url, { path })).status;
    for (const path of ['/health/live', '/health/ready', '/docs', '/openapi.json'])
      expect(await statusOf(path)).toBe(200);
    for (const path of ['/whoami', '/board', '/board/main', '/board/main/read', '/tokens']) {
      expect(await statusOf(path)).toBe(401);
    }
  });
});

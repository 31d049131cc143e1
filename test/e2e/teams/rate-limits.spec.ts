import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectProblem, rawRequest } from '../../support/raw-request.js';
import type { TestService } from '../../support/service.js';
import { OPERATOR_TOKEN, startTeam, type Team } from '../../support/team.js';

describe('a token that asks too much', () => {
  let service: TestService;
  let team: Team;
  beforeAll(async () => {
    const started = await startTeam({ env: { BOARD_RATE_PER_S: '2', BOARD_RATE_BURST: '5' } });
    [service, team] = [started, started.team];
    await team.board('busy', 'olga', ['alice']);
  });
  afterAll(() => service.close());

  const ask = (token: string, path = '/whoami', more: object = {}) =>
    rawRequest(service.url, { path, headers: { authorization: `Bearer ${token}` }, ...more });

  it('is told how long to wait, on every surface, while others go on; after that it goes on too', async () => {
    const [busy, other] = [await team.token({ agent: 'alice' }), await team.token({ agent: 'alice' })];
    for (let count = 0; count < 5; count += 1) expect((await ask(busy.token)).status).toBe(200);
    const refused = await ask(busy.token);
    expectProblem(refused, 429, 'too_many_requests');
    expect(refused.headers['retry-after']).toBe('1');
    for (const path of ['/board/busy/events', '/pending/alice?wait=25', '/board/busy/read'])
      expectProblem(await ask(busy.token, path), 429, 'too_many_requests');
    const call = { method: 'POST', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } };
    expectProblem(await ask(busy.token, '/mcp', call), 429, 'too_many_requests');
    expect([(await ask(other.token)).status, (await ask(OPERATOR_TOKEN)).status]).toEqual([200, 200]);
    service.clock.ms += 500;
    expect([(await ask(busy.token)).status, (await ask(busy.token)).status]).toEqual([200, 429]);
    const metrics = (await rawRequest(service.url, { path: '/metrics' })).text;
    expect(metrics).toContain('gistboard_refusals_total{code="too_many_requests"} 6\n');
  });

  it('is no operator: those ask on behalf of many', async () => {
    const { token } = await team.token({ agent: 'ops', kind: 'operator' });
    for (let count = 0; count < 12; count += 1) expect((await ask(token)).status).toBe(200);
  });
});

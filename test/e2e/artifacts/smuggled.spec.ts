import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StaffedGoal } from '../../support/staffed-goal.js';
import { expectProblem, rawRequest } from '../../support/raw-request.js';
import type { TestService } from '../../support/service.js';
import { OPERATOR_TOKEN, startTeam } from '../../support/team.js';

let service: TestService;
let goal: StaffedGoal;
beforeAll(async () => {
  service = await startTeam();
  goal = await StaffedGoal.open(service, 'main');
  await goal.as('orchestrator').write('spec', 'one');
});
afterAll(() => service.close());

const ask = (token: string, method: string, path: string, body?: unknown) =>
  rawRequest(service.url, {
    ...{ method, path: `/board/main/${path}`, headers: { authorization: `Bearer ${token}` } },
    ...(body === undefined ? {} : { body }),
  });
const NAMES = ['slot', 'role', 'author', 'board', 'goal', 'ordinal', 'version', 'inputs', 'if_version'];

describe('a query that says whose it is', () => {
  it.each(NAMES)('is refused where a document is written, and nothing is stored: %s', async (name) => {
    const token = goal.token('review');
    const answer = await ask(token, 'POST', `artifacts/findings?${name}=review%232`, { content: 'x' });
    expect(expectProblem(answer, 400, 'bad_request').errors).toEqual([
      { path: name, message: 'is not a known property' },
    ]);
    expect((await goal.operator.read('findings')).data.state).toBe('not_yet');
  });

  it.each(['artifacts', 'artifacts/spec', 'artifacts/spec/all'])('is refused where a role reads %s', async (path) => {
    expectProblem(await ask(goal.token('review'), 'GET', `${path}?role=orchestrator`), 400, 'bad_request');
    expect((await ask(goal.token('review'), 'GET', `${path}?`)).status).toBe(200);
  });

  it.each([
    ['PUT', 'roles', { goal: 'Another goal', roles: [{ name: 'orchestrator' }] }],
    ['GET', 'roles', undefined],
    ['GET', 'roles/review/brief', undefined],
    ['POST', 'roles/review/tokens', { ordinal: 2 }],
    ['DELETE', 'roles/review/tokens', undefined],
    ['POST', 'close', undefined],
    ['POST', 'empty', undefined],
  ])('is refused of operators: %s %s, and nothing is done', async (method, path, body) => {
    expectProblem(await ask(OPERATOR_TOKEN, method, `${path}?role=review`, body), 400, 'bad_request');
    expect((await goal.as('review#2').index()).status).toBe(200);
    expect((await goal.desk.describe()).data).toMatchObject({ goal: 'Retries with a cap', state: 'open' });
  });
});

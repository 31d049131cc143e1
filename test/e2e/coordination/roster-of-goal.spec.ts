import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { rosterOf, statesIn } from '../../support/roster-client.js';
import type { TestService } from '../../support/service.js';
import { StaffedGoal } from '../../support/staffed-goal.js';
import { dataOf, startTeam, type Team } from '../../support/team.js';

let service: TestService & { readonly team: Team };
let goal: StaffedGoal;
let alice: string;
beforeAll(async () => {
  service = await startTeam();
  ({ token: alice } = await service.team.board('goal', 'alice', ['bob']));
  goal = await StaffedGoal.open(service, 'goal');
});
afterAll(() => service.close());

const whoami = async (token: string) =>
  dataOf(await service.withToken(token).GET('/whoami', { params: { query: { board: 'goal' } } }));

it('lists no contributors, and counts no documents, which members do not see', async () => {
  const unread = async (): Promise<number | undefined> =>
    (await rosterOf(service.withToken(alice), 'goal')).items[1]?.unread;
  await rosterOf(service.withToken(goal.token('orchestrator')), 'goal');
  const before = await unread();
  await goal.as('orchestrator').write('spec', 'one');
  expect(await unread()).toBe(before);
  expect(statesIn(await rosterOf(service.withToken(alice), 'goal'))).toEqual(['alice active', 'bob never']);
  await service
    .withToken(alice)
    .POST('/board/{board}/messages', { params: { path: { board: 'goal' } }, body: { to: 'all', body: 'news' } });
  expect(await unread()).toBe(Number(before) + 1);
});

it('is closed to a role that does not see the board; whoami tells it nothing of the board', async () => {
  const review = goal.token('review#2');
  const params = { path: { board: 'goal' } };
  expect((await service.withToken(review).GET('/board/{board}/roster', { params })).response.status).toBe(403);
  const { board, unread, open_proposal, my_leases } = await whoami(review);
  expect([board, unread, open_proposal, my_leases]).toEqual(['goal', null, null, []]);
  expect((await whoami(goal.token('orchestrator'))).unread).toMatchObject({ gists: 0 });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GoalDesk } from '../../support/goal.js';
import type { TestService } from '../../support/service.js';
import { ArtifactsClient, StaffedGoal } from '../../support/staffed-goal.js';
import { dataOf, OPERATOR_TOKEN, startTeam } from '../../support/team.js';

const ROLES = [{ name: 'orchestrator' }, { name: 'review', count: 2 }];
const BOARD = 'same';

let service: TestService;
let ours: StaffedGoal;
/** The same board, roles, kinds and slots in another workspace. */
let theirs: (contributor: string) => ArtifactsClient;
let theirOperator: string;
beforeAll(async () => {
  service = await startTeam();
  ours = await StaffedGoal.open(service, BOARD, ROLES);
  const operator = service.withToken(OPERATOR_TOKEN);
  const made = dataOf(await operator.POST('/workspaces', { body: { workspace: 'acme' } }));
  theirOperator = made.operator_token.token;
  const client = service.withToken(theirOperator);
  dataOf(await client.POST('/board', { body: { board: BOARD } }));
  const desk = new GoalDesk(client, BOARD);
  dataOf(await desk.declare(ROLES));
  const tokens = new Map<string, string>();
  for (const [name, ordinal] of [
    ['orchestrator', 1],
    ['review', 1],
    ['review', 2],
  ] as const)
    tokens.set(ordinal === 1 ? name : `${name}#${ordinal}`, (await desk.mint(name, ordinal)).token);
  theirs = (contributor) => new ArtifactsClient(service.withToken(tokens.get(contributor) ?? ''), BOARD);
});
afterAll(() => service.close());

describe('goals of two workspaces with the same names', () => {
  it('never touch', async () => {
    await ours.as('orchestrator').write('spec', 'ours');
    await ours.as('orchestrator').write('spec', 'ours again');
    await theirs('orchestrator').write('spec', 'theirs', { if_version: 0 });
    await ours.as('review#2').write('findings', 'of ours');
    await theirs('review#2').write('findings', 'of theirs', { if_version: 0 });
    for (const [client, spec, findings] of [
      [ours.as('orchestrator'), 'ours again', 'of ours'],
      [theirs('orchestrator'), 'theirs', 'of theirs'],
      [ours.operator, 'ours again', 'of ours'],
      [new ArtifactsClient(service.withToken(theirOperator), BOARD), 'theirs', 'of theirs'],
    ] as const) {
      expect((await client.read('spec')).data.artifact?.content).toBe(spec);
      expect((await client.all('findings')).data.items.map(({ content }) => content)).toEqual([findings]);
    }
    expect((await theirs('review').read('spec')).data.artifact).toMatchObject({ version: 1, stale: false });
  });

  it('end each by itself', async () => {
    await ours.close();
    expect((await ours.as('review').index()).status).toBe(401);
    expect((await theirs('review').write('findings', 'x')).status).toBe(201);
    expect((await theirs('orchestrator').write('spec', 'x')).data.version).toBe(2);
  });
});

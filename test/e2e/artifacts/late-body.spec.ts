import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StaffedGoal } from '../../support/staffed-goal.js';
import { holdRequest } from '../../support/held-request.js';
import type { TestService } from '../../support/service.js';
import { startTeam } from '../../support/team.js';

let service: TestService;
beforeAll(async () => {
  service = await startTeam();
});
afterAll(() => service.close());

/** A write over MCP, where who is calling is asked before the body comes. The token is known to be good by then. */
async function heldWrite(goal: StaffedGoal, contributor: string, kind: string) {
  const token = goal.token(contributor);
  const held = await holdRequest(`${service.url}/mcp`, {
    headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
    body: {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'artifact_write', arguments: { kind, content: 'late', if_version: 0 } },
    },
  });
  // What was asked before this was answered before it.
  expect((await goal.as(contributor).index()).status).toBe(200);
  return held;
}

describe('a write whose body comes late', () => {
  it('is done where nothing happened meanwhile', async () => {
    const goal = await StaffedGoal.open(service, 'late-none');
    const held = await heldWrite(goal, 'orchestrator', 'spec');
    const { status, text } = await held.finish();
    expect([status, text]).toEqual([200, expect.stringContaining('spec v1 is written by')]);
    expect(await goal.operator.titles()).toEqual(['spec v1']);
  });

  it('writes nothing once its token was revoked, though others live', async () => {
    const goal = await StaffedGoal.open(service, 'late-revoked');
    const held = await heldWrite(goal, 'review#2', 'findings');
    await goal.revoke('review', 2);
    expect((await goal.as('review').index()).status).toBe(200);
    expect((await held.finish()).text).toContain('unauthenticated');
    expect(await goal.operator.titles()).toEqual([]);
  });

  it('writes nothing once a new token took the place of its own', async () => {
    const goal = await StaffedGoal.open(service, 'late-replaced');
    const held = await heldWrite(goal, 'review#2', 'findings');
    await goal.mint('review', 2);
    expect((await held.finish()).text).toContain('unauthenticated');
    expect(await goal.operator.titles()).toEqual([]);
    expect((await goal.as('review#2').write('findings', 'x')).data).toMatchObject({ slot: 'review#2', version: 1 });
  });

  it('writes nothing once the goal is closed', async () => {
    const goal = await StaffedGoal.open(service, 'late-closed');
    const held = await heldWrite(goal, 'orchestrator', 'spec');
    await goal.close();
    expect((await held.finish()).text).toContain('goal_closed');
    expect(await goal.operator.titles()).toEqual([]);
  });

  it('writes nothing once its role was dropped, or may write the kind no more', async () => {
    const goal = await StaffedGoal.open(service, 'late-dropped');
    const [held, narrowed] = [
      await heldWrite(goal, 'review#3', 'findings'),
      await heldWrite(goal, 'search', 'research'),
    ];
    await goal.desk.declare([{ name: 'orchestrator' }, { name: 'review', count: 2 }, { name: 'search', writes: [] }]);
    expect((await held.finish()).text).toMatch(/unauthenticated|forbidden/);
    expect((await narrowed.finish()).text).toContain('forbidden');
    expect(await goal.operator.titles()).toEqual([]);
  });
});

describe('the end of a goal', () => {
  it('ends all tokens of its roles and keeps all that was written, for operators', async () => {
    const [goal, other] = [await StaffedGoal.open(service, 'ended'), await StaffedGoal.open(service, 'not-ended')];
    await goal.as('orchestrator').write('spec', 'one');
    await goal.close();
    for (const contributor of ['orchestrator', 'review#3']) {
      expect((await goal.as(contributor).index()).status).toBe(401);
      expect((await goal.as(contributor).write('spec', 'x')).status).toBe(401);
    }
    expect((await goal.operator.read('spec')).data.artifact?.content).toBe('one');
    expect((await other.as('orchestrator').write('spec', 'x')).status).toBe(201);
  });

  it('is not the end of its texts, until an operator empties it', async () => {
    const goal = await StaffedGoal.open(service, 'emptied');
    await goal.as('orchestrator').write('spec', 'one');
    await goal.as('orchestrator').write('spec', 'two');
    const before = (await goal.operator.read('spec')).data.artifact;
    expect((await goal.empty()).problem.code).toBe('goal_open');
    expect((await goal.empty(goal.token('orchestrator'))).status).toBe(403);
    await goal.close();
    const { data } = await goal.empty();
    expect(data.texts).toBe(2);
    expect((await goal.empty()).data).toEqual({ ...data, texts: 0 });
    const { head: _, ...after } = (await goal.operator.read('spec')).data;
    expect(after.artifact).toEqual({ ...before, content: null });
    expect(await goal.operator.titles()).toEqual(['spec v2']);
  });
});

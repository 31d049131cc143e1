import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StaffedGoal } from '../../support/staffed-goal.js';
import { isOnMysql } from '../../support/database-kind.js';
import { holdRequest } from '../../support/held-request.js';
import { holdWrites } from '../../support/hold-writes.js';
import { metric } from '../../support/metrics.js';
import type { TestService } from '../../support/service.js';
import { startTeam } from '../../support/team.js';
import { until } from '../../support/until.js';

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

// The one store in which somebody else can hold the board's row while this process goes on.
if (isOnMysql)
  describe('a write that waits for the board', () => {
    it('is judged by the roles of its turn, not by those of its request', async () => {
      const goal = await StaffedGoal.open(service, 'late-turn');
      const letGo = await holdWrites(service.store);
      const waiting = (count: number) => until(async () => (await metric(service, 'write_queue')) === count);
      const first = goal.as('orchestrator').write('spec', 'x');
      const change = goal.desk.declare([{ name: 'orchestrator' }, { name: 'search', writes: [] }]);
      await waiting(1);
      const late = goal.as('search').write('research', 'late');
      await waiting(2);
      await letGo();
      expect([(await first).status, (await change).response.status]).toEqual([201, 200]);
      expect((await late).problem.code).toBe('forbidden');
      expect(await goal.operator.titles()).toEqual(['spec v1']);
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

  it('is the only end of a text: a document is not redacted by itself', async () => {
    const goal = await StaffedGoal.open(service, 'not-redacted');
    const { label } = (await goal.as('orchestrator').write('spec', 'one')).data;
    const params = { path: { board: goal.board, label } };
    const body = { reason: 'a secret' };
    const { error } = await goal.operator.client.POST('/board/{board}/entries/{label}/redact', { params, body });
    expect(error).toMatchObject({ code: 'bad_request', errors: [{ path: 'label' }] });
    expect((await goal.operator.read('spec')).data.artifact?.content).toBe('one');
  });
});

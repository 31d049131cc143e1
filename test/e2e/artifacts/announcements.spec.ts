import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventStream } from '../../support/event-stream.js';
import { StaffedGoal } from '../../support/staffed-goal.js';
import type { TestService } from '../../support/service.js';
import { dataOf, OPERATOR_TOKEN, startTeam } from '../../support/team.js';
import { until } from '../../support/until.js';
import { waiterCount } from '../../support/waiters.js';

let service: TestService;
let goal: StaffedGoal;
let goals = 0;
const streams: EventStream[] = [];
beforeAll(async () => {
  service = await startTeam();
});
afterAll(() => service.close());
beforeEach(async () => {
  goals += 1;
  goal = await StaffedGoal.open(service, `told-${goals}`);
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});

const path = () => ({ board: goal.board });
const inbox = async (token: string) =>
  dataOf(await service.withToken(token).GET('/board/{board}/inbox', { params: { path: path() } })).items.map(
    ({ kind, body }) => `${kind} ${body}`,
  );
const follow = async (token: string): Promise<EventStream> => {
  const stream = await EventStream.open(service, goal.board, { token });
  streams.push(stream);
  return stream.begun();
};
async function writeAll(): Promise<void> {
  await goal.as('orchestrator').write('spec', 'one');
  await goal.as('search').write('research', 'one');
  await goal.as('implement').write('diff', 'one');
  await goal.as('review').write('findings', 'one');
}

describe('a new version', () => {
  it('is told to the roles that may read it, without its text, and to no others', async () => {
    await writeAll();
    const spec = 'artifact spec v1, 3 bytes';
    const diff = 'artifact diff of implement v1, 3 bytes';
    expect(await inbox(goal.token('review#2'))).toEqual([spec, diff]);
    expect(await inbox(goal.token('architecture'))).toEqual([spec, 'artifact research v1, 3 bytes']);
    // Nobody is told what it wrote itself.
    expect(await inbox(goal.token('search'))).toEqual([spec]);
    expect((await inbox(goal.token('orchestrator'))).filter((line) => line.startsWith('artifact'))).toEqual([
      'artifact research v1, 3 bytes',
      diff,
      'artifact findings of review v1, 3 bytes',
    ]);
    expect(await inbox(goal.token('review#2'))).toEqual([]);
  });

  it('wakes who waits and may read it, and not who may not', async () => {
    const params = { path: path(), query: { timeout_s: 25 } };
    const awaited = service.withToken(goal.token('review#2')).GET('/board/{board}/wait', { params });
    const inVain = service
      .withToken(goal.token('review#3'))
      .GET('/board/{board}/wait', { params: { path: path(), query: { timeout_s: 1 } } });
    await goal.as('review').write('findings', 'one');
    await goal.as('search').write('research', 'one');
    expect(dataOf(await inVain).items).toEqual([]);
    await goal.as('orchestrator').write('spec', 'one');
    expect(dataOf(await awaited).items).toMatchObject([{ kind: 'artifact', from: 'orchestrator' }]);
  });

  it('wakes a role that waits over MCP, once', async () => {
    const mcp = await goal.mcp('review#2');
    const waiting = mcp.text('wait');
    await until(() => waiterCount() === 1);
    await goal.as('review').write('findings', 'one');
    await goal.as('orchestrator').write('spec', 'one');
    expect(await waiting).toMatch(/1 unread on .*[^]*: spec v1, 3 bytes/);
    expect(await mcp.text('wait', { timeout_s: 0 })).toContain('0 unread');
    await mcp.close();
  });

  it('comes as an event to those who may read it', async () => {
    const [review, operator] = [await follow(goal.token('review#2')), await follow(OPERATOR_TOKEN)];
    await writeAll();
    await goal.as('orchestrator').write('spec', 'two');
    const seen = (stream: EventStream) =>
      stream.entries.filter(({ kind }) => kind === 'artifact').map(({ content }) => content);
    await until(() => seen(operator).length === 5 && seen(review).length === 3);
    expect(seen(review)).toEqual(['spec v1, 3 bytes', 'diff of implement v1, 3 bytes', 'spec v2, 3 bytes']);
    expect(review.entries.every(({ kind }) => kind === 'artifact')).toBe(true);
    expect(review.raw).not.toContain('findings');
  });

  it('is told over MCP, with its label', async () => {
    await writeAll();
    const mcp = await goal.mcp('review#2');
    expect(await mcp.text('inbox')).toMatch(/G\d+ .*spec.*: spec v1, 3 bytes/);
    await mcp.close();
  });

  it('is found by nobody who may not read it', async () => {
    await goal.as('review').write('findings', 'one');
    const operator = service.withToken(OPERATOR_TOKEN);
    const params = { path: { ...path(), agent: 'alice' } };
    await operator.PUT('/board/{board}/members/{agent}', { params });
    const alice = dataOf(await operator.POST('/tokens', { body: { agent: 'alice' } })).token;
    const found = async (token: string) => {
      const query = { q: 'findings', kinds: 'all' as const };
      const answer = await service.withToken(token).GET('/board/{board}/grep', { params: { path: path(), query } });
      return dataOf(answer).matches.map(({ kind }) => kind);
    };
    expect(await found(alice)).toEqual([]);
    expect(await found(OPERATOR_TOKEN)).toEqual(['artifact']);
    expect(await found(goal.token('orchestrator'))).toEqual(['artifact']);
  });
});

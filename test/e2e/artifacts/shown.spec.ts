import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { StaffedGoal } from '../../support/staffed-goal.js';
import type { McpTestClient } from '../../support/mcp-client.js';
import type { TestService } from '../../support/service.js';
import { startTeam } from '../../support/team.js';

const ROLES = [
  { name: 'orchestrator' },
  { name: 'w', count: 3, writes: ['extra/x'] },
  { name: 'reader', reads: ['spec', 'extra/x'], writes: ['extra/y'] },
];

let service: TestService;
let goal: StaffedGoal;
let mcp: McpTestClient;
let goals = 0;
beforeAll(async () => {
  service = await startTeam();
});
afterAll(() => service.close());
beforeEach(async () => {
  goals += 1;
  goal = await StaffedGoal.open(service, `shown-${goals}`, ROLES);
  mcp = await goal.mcp('reader');
});
afterEach(() => mcp.close());

/** What the reader's next document says that it had read. */
const inputs = async (): Promise<readonly string[]> =>
  (await goal.as('reader').write('extra/y', 'x')).data.inputs.map(
    ({ kind, slot, version }) => `${kind} ${slot ?? '-'} v${version}`,
  );
const writeAll = async (sizes: readonly number[]): Promise<void> => {
  for (const [index, size] of sizes.entries())
    await goal.as(index === 0 ? 'w' : `w#${index + 1}`).write('extra/x', 'x'.repeat(size));
};

describe('a version counts as read', () => {
  it('where artifact_read_all had room for it, and where not, once it was read by itself', async () => {
    await writeAll([10, 20_000, 20_000]);
    expect(await mcp.text('artifact_read_all', { kind: 'extra/x' })).toContain('2 documents of extra/x');
    expect(await inputs()).toEqual(['extra/x w v1', 'extra/x w#2 v1']);
    await mcp.text('artifact_read', { kind: 'extra/x', slot: 'w#3' });
    expect(await inputs()).toEqual(['extra/x w v1', 'extra/x w#2 v1', 'extra/x w#3 v1']);
  });

  it('not at all where there was no room for any', async () => {
    await writeAll([100_000, 100_000, 100_000]);
    expect(await mcp.text('artifact_read_all', { kind: 'extra/x' })).toContain('0 documents of extra/x');
    expect(await inputs()).toEqual([]);
  });

  it('once its last part was shown by artifact_read, not by a part before', async () => {
    await goal.as('orchestrator').write('spec', 'x'.repeat(50_000));
    const first = await mcp.text('artifact_read', { kind: 'spec' });
    expect(await inputs()).toEqual([]);
    const [, next = ''] = /It goes on: artifact_read (.*)/.exec(first) ?? [];
    expect(await mcp.text('artifact_read', JSON.parse(next) as Record<string, unknown>)).not.toContain('It goes on');
    expect(await inputs()).toEqual(['spec - v1']);
  });

  it('by REST, which shows it to its end', async () => {
    await writeAll([100_000, 100_000, 100_000]);
    await goal.as('reader').all('extra/x');
    expect(await inputs()).toEqual(['extra/x w v1', 'extra/x w#2 v1', 'extra/x w#3 v1']);
  });
});

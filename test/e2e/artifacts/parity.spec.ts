import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StaffedGoal } from '../../support/staffed-goal.js';
import type { McpTestClient } from '../../support/mcp-client.js';
import type { TestService } from '../../support/service.js';
import { startTeam } from '../../support/team.js';

let service: TestService;
let goal: StaffedGoal;
let mcp: McpTestClient;
beforeAll(async () => {
  service = await startTeam();
  goal = await StaffedGoal.open(service, 'twins');
  const lead = goal.as('orchestrator');
  await lead.write('spec', 'one\n| two');
  await goal.as('implement').read('spec');
  await goal.as('implement').write('diff', 'x');
  await lead.write('spec', `${'long '.repeat(20_000)}😀`);
  for (const name of ['review', 'review#2']) await goal.as(name).write('findings', `by ${name}`);
  mcp = await goal.mcp('orchestrator');
});
afterAll(async () => {
  await mcp.close();
  await service.close();
});

describe('a tool tells what its route answers:', () => {
  it('artifact_index', async () => {
    const { items, reads, writes } = (await goal.as('orchestrator').index()).data;
    const lines = (await mcp.text('artifact_index')).split('\n');
    for (const { label, kind, slot, version, bytes, author, stale } of items)
      expect(lines).toContainEqual(
        expect.stringMatching(
          new RegExp(
            `^${label} ${kind}${slot === null ? '' : ` of ${slot}`} v${version} ${bytes} bytes by ${author} .{16}${stale ? ' stale' : ''}$`,
          ),
        ),
      );
    expect([reads, writes]).toEqual([['*'], ['spec', 'task-list']]);
    expect(lines).toContain('You may read: every kind. You may write: spec, task-list.');
  });

  it('artifact_read, with what others wrote behind our words and marked line by line', async () => {
    const lines = (await mcp.text('artifact_read', { kind: 'spec', version: 1 })).split('\n');
    expect(lines.slice(-2)).toEqual(['| one', '| | two']);
    expect(lines[1]).toBe('The newest version is 2.');
    expect(await mcp.text('artifact_read', { kind: 'diff', slot: 'implement' })).toContain('Written against spec v1');
    expect(await mcp.text('artifact_read', { kind: 'research' })).toContain('research is not written yet.');
    expect(await mcp.text('artifact_read', { kind: 'findings' })).toContain('{"kind":"findings","slot":"review"}');
  });

  it('artifact_read, page by page, to the last byte', async () => {
    let whole = '';
    let next: object | undefined = { kind: 'spec' };
    let pages = 0;
    while (next !== undefined) {
      const lines: readonly string[] = (await mcp.text('artifact_read', { ...next })).split('\n');
      whole += lines.at(-1)?.slice(2) ?? '';
      const call = lines.find((line) => line.startsWith('It goes on: artifact_read '));
      next = call === undefined ? undefined : (JSON.parse(call.slice(26)) as object);
      pages += 1;
    }
    expect(whole).toBe((await goal.as('orchestrator').read('spec')).data.artifact?.content);
    expect(pages).toBeGreaterThan(2);
  });

  it('artifact_read_all', async () => {
    const text = await mcp.text('artifact_read_all', { kind: 'findings' });
    expect(text).toMatch(/\nG\d+ findings of review v1 9 bytes .*\n\| by review\n.* of review#2 .*\n\| by review#2$/);
    expect(await mcp.text('artifact_read_all', { kind: 'spec' })).toContain(
      'No room for:\nartifact_read {"kind":"spec"}',
    );
    expect(await mcp.text('artifact_read_all', { kind: 'adr' })).toContain(
      'adr is not written yet. wait tells you once it is.',
    );
  });

  it('artifact_write, and its refusals in the same words', async () => {
    const text = await mcp.text('artifact_write', { kind: 'task-list', content: 'x', if_version: 0 });
    expect(text).toMatch(/^task-list v1 is written by G\d+: 1 bytes, against .*spec v2/);
    for (const args of [
      { content: 'x', if_version: 0 },
      { content: 'x' },
      { content: '' },
      { content: 'x'.repeat(262_145), if_version: 1 },
    ]) {
      const { content, ...more } = args;
      const { code, detail } = (await goal.as('orchestrator').write('task-list', content, more)).problem;
      expect((await mcp.call('artifact_write', { kind: 'task-list', ...args })).text).toContain(`${code}: ${detail}`);
    }
    expect((await mcp.call('artifact_write', { kind: 'spec', content: 7 })).text).toContain(
      'content: must be a string',
    );
  });
});

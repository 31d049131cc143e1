import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CliOptions, runCli } from '../../support/cli.js';
import { ERAS } from '../../support/mcp-client.js';
import type { TestService } from '../../support/service.js';
import { StaffedGoal } from '../../support/staffed-goal.js';
import { connectStdio, TestHome } from '../../support/stdio-adapter.js';
import { OPERATOR_TOKEN, startTeam } from '../../support/team.js';

let service: TestService;
let goal: StaffedGoal;
const home = new TestHome();
beforeAll(async () => {
  service = await startTeam();
  goal = await StaffedGoal.open(service, 'clients');
  // Another goal whose tokens are alive.
  await StaffedGoal.open(service, 'beside');
});
afterAll(async () => {
  await service.close();
  home.remove();
});

const run = (contributor: string, args: readonly string[], options: CliOptions = {}) =>
  runCli(['artifact', ...args], {
    ...options,
    env: { GISTBOARD_URL: service.url, GISTBOARD_TOKEN: goal.token(contributor) },
  });

describe('gistboard artifact', () => {
  it('writes, lists and reads documents of the goal that the token is of', async () => {
    const written = await run('orchestrator', ['write', 'spec'], { input: '# Retries\n' });
    expect([written.code, written.stdout]).toEqual([0, expect.stringMatching(/^G\d+ spec v1, 10 bytes\n$/)]);
    const read = await run('review#2', ['read', 'spec']);
    expect([read.code, read.stdout]).toEqual([0, '# Retries\n']);
    expect(read.stderr).toMatch(/^G\d+ spec v1 10 bytes by orchestrator 2026-11-30 12:00\n$/);
    const list = await run('review#2', ['list']);
    expect(list.stdout).toMatch(/ spec v1 10 bytes .*\nYou may read: spec, diff\. You may write: findings\.\n$/);
    await run('review#2', ['write', 'findings', '--media-type', 'application/json'], { input: '[]' });
    const all = await run('orchestrator', ['all', 'findings']);
    expect(all.stdout).toMatch(/ findings of review#2 v1 2 bytes .*\n\[\]\n$/);
  });

  it('hands a program the very text that was written', async () => {
    const text = '\uFEFF# Plan\r\n\f\u001B[1mbold\u202E\r\nno line end';
    await run('orchestrator', ['write', 'task-list', '--if-version', '0'], { input: text });
    expect((await run('orchestrator', ['read', 'task-list'])).stdout).toBe(text);
  });

  it.each<[string, string, readonly string[], string]>([
    ['what is not there yet', 'orchestrator', ['read', 'diff'], 'diff is not written yet.'],
    ['a kind without a name of its writer', 'orchestrator', ['read', 'findings'], 'Name one by --slot: review#2'],
    ['what the role may not read', 'review#2', ['read', 'findings'], 'review#2 may not read findings'],
    ['a version that has moved', 'orchestrator', ['write', 'spec', '--if-version', '0'], 'its newest version is 1'],
    ['a kind that is none', 'orchestrator', ['read', 'Spec'], 'is none of spec, research'],
  ])('says so where it can not give %s', async (_, contributor, args, message) => {
    const { code, stdout, stderr } = await run(contributor, args, { input: 'x' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
  });
});

describe('gistboard artifact empty', () => {
  const asOperator = () =>
    runCli(['artifact', 'empty', '--board', 'ended'], {
      env: { GISTBOARD_URL: service.url, GISTBOARD_TOKEN: OPERATOR_TOKEN },
    });

  it('removes the texts of a closed goal, and refuses those of an open one', async () => {
    const ended = await StaffedGoal.open(service, 'ended');
    await ended.as('orchestrator').write('spec', 'one');
    const early = await asOperator();
    expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('The goal is open. Close it first')]);
    await ended.close();
    expect(await asOperator()).toMatchObject({
      code: 0,
      stdout: 'Removed the texts of 1 versions on ended, for good.\n',
    });
    expect((await ended.operator.read('spec')).data.artifact).toMatchObject({ version: 1, content: null });
    expect(await asOperator()).toMatchObject({ code: 0, stdout: 'The documents of ended have no texts.\n' });
  });
});

describe('gistboard mcp with the token of a role', () => {
  it.each(Object.entries(ERAS))('gives the instructions of the service for that role, in the %s', async (_, era) => {
    for (const contributor of ['review#2', 'orchestrator']) {
      const env = { GISTBOARD_URL: service.url, GISTBOARD_TOKEN: goal.token(contributor) };
      const relayed = await connectStdio({ home, env, era });
      const direct = await goal.mcp(contributor);
      const [said, same] = [relayed.client.getInstructions(), direct.client.getInstructions()];
      await relayed.close();
      await direct.close();
      expect(said).toBe(same);
      expect(said?.includes('board_write')).toBe(contributor === 'orchestrator');
    }
  });

  it('has the tools of roles alone, and hands documents over', async () => {
    // As docs/agents.md has the line.
    const file = join(home.folder, 'search.token');
    writeFileSync(file, goal.token('search'), { mode: 0o600 });
    const args = ['--url', service.url, '--token-file', file, '--toolsets', 'artifacts,core,coordination'];
    const search = await connectStdio({ home, args });
    const { tools } = await search.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['artifact_index', 'artifact_read', 'artifact_read_all', 'artifact_write', 'wait']),
    );
    expect(await search.text('artifact_read', { kind: 'spec' })).toContain('| # Retries');
    expect(await search.text('artifact_write', { kind: 'research', content: 'x' })).toContain('research v1 is written');
    expect((await search.call('artifact_write', { kind: 'spec', content: 'x' })).text).toContain(
      'search may not write',
    );
    await search.close();
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { runCli } from '../../support/cli.js';
import { GoalDesk } from '../../support/goal.js';
import { HookClient } from '../../support/hook-process.js';
import type { TestService } from '../../support/service.js';
import { dataOf, type NewToken, OPERATOR_TOKEN, startTeam, type Team } from '../../support/team.js';

// Each command is a process.
jest.setTimeout(180_000);

let service: TestService;
let team: Team;
let folder: string;
let desk: GoalDesk;
let boards = 0;
beforeAll(async () => {
  const started = await startTeam();
  [service, team] = [started, started.team];
  folder = mkdtempSync(join(tmpdir(), 'gistboard-roles-'));
  mkdirSync(join(folder, '.git'));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  boards += 1;
  await team.board(`goal-${boards}`, 'olga', ['alice']);
  desk = new GoalDesk(team.operator, `goal-${boards}`);
});

describe('at a command line', () => {
  const run = (args: readonly string[], input?: string) =>
    runCli(args, {
      env: { GISTBOARD_URL: service.url, GISTBOARD_TOKEN: OPERATOR_TOKEN, GISTBOARD_BOARD: desk.board },
      ...(input === undefined ? {} : { input }),
    });

  it('a goal is declared from a file or standard input, shown, staffed and closed', async () => {
    const file = join(folder, 'goal.json');
    const roles = [{ name: 'orchestrator' }, { name: 'review', count: 2 }];
    writeFileSync(file, JSON.stringify({ goal: 'cap the delay', roles }));
    const declared = await run(['role', 'declare', file]);
    expect(declared).toMatchObject({ code: 0, stderr: '' });
    expect(declared.stdout.split('\n')).toEqual([
      `${desk.board}: goal`,
      '  cap the delay',
      'orchestrator: reads *; writes spec, task-list; sees the board',
      'review, review#2: reads spec, diff; writes findings',
      '',
    ]);
    expect((await run(['role', 'list'])).stdout).toBe(declared.stdout);
    expect((await run(['role', 'brief', 'review', '--ordinal', '2'])).stdout).toContain('You are review#2');
    const token = await run(['role', 'token', 'review', '--ordinal', '2', '--expires-in', '3600']);
    expect(token.stdout).toMatch(/^gbt_[\w-]{43}\n$/);
    expect(token.stderr).toMatch(/^This is the token of review#2, for goal-\d+ alone\./);
    expect((await run(['role', 'revoke', 'review', '--ordinal', '2'])).stdout).toBe(
      'The token of review#2 has ended.\n',
    );
    expect((await run(['role', 'revoke', 'review', '--ordinal', '2'])).stdout).toBe('review#2 has no token.\n');
    const closed = await run(['goal', 'close', '--json']);
    expect(JSON.parse(closed.stdout)).toMatchObject({ board: desk.board, state: 'closed' });
  });

  it('what is no goal is refused before or by the service, by where it is wrong', async () => {
    expect(await run(['role', 'declare', '-'], 'no json')).toMatchObject({ code: 2, stdout: '' });
    expect(await run(['role', 'declare', '-'], '[]')).toMatchObject({ code: 2, stdout: '' });
    const bad = JSON.stringify({ goal: 'x', roles: [{ name: 'orchestrator', reads: ['Spec'] }] });
    const refused = await run(['role', 'declare', '-'], bad);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('Refused (invalid_kind): role orchestrator, reads: "Spec" is no kind of artifact');
  });

  it('a role is on its board, which it need not name', async () => {
    dataOf(await desk.declare());
    const { token } = await desk.mint('review', 2);
    const cli = (args: readonly string[]) =>
      runCli(args, { env: { GISTBOARD_URL: service.url, GISTBOARD_TOKEN: token } });
    const whoami = (await cli(['whoami'])).stdout;
    expect(whoami).toContain('review#2, role of workspace default');
    expect(whoami).toContain('Your role is review (2): reads spec, diff; writes findings; may not change files.');
    expect((await cli(['inbox'])).code).toBe(0);
    expect(await cli(['read'])).toMatchObject({ code: 1, stderr: expect.stringContaining('Refused (forbidden)') });
    expect((await cli(['doctor'])).stdout).toContain(`review#2 (role, token mode), boards: ${desk.board}`);
  });
});

describe('under the token of a role, hooks', () => {
  /** What the hook prints before an edit, on standard output. */
  async function beforeEdit({ token }: NewToken, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const hooks = new HookClient('claude-code', { GISTBOARD_URL: service.url, GISTBOARD_TOKEN: token });
    const input = { cwd: folder, tool_input: { file_path: join(folder, 'a.ts') } };
    const { code, stdout, stderr } = await hooks.runHere('pre-tool-use', { input, env });
    expect([code, stderr]).toEqual([0, '']);
    return stdout;
  }

  it('deny every edit of a role that may not change files, and none of one that may', async () => {
    dataOf(await desk.declare());
    const denied = await beforeEdit(await desk.mint('review', 2));
    expect(JSON.parse(denied)).toMatchObject({
      hookSpecificOutput: {
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringContaining('Your role review may not change files.'),
      },
    });
    expect(await beforeEdit(await desk.mint('implement'))).toBe('');
    expect(await beforeEdit(await team.token({ agent: 'alice' }), { GISTBOARD_BOARD: desk.board })).toBe('');
  });

  it('deny every edit of a token that is refused, and not where the service is away', async () => {
    dataOf(await desk.declare());
    const review = await desk.mint('review');
    dataOf(await desk.revoke('review'));
    const denied = await beforeEdit(review);
    expect(denied).toContain('"permissionDecision":"deny"');
    expect(denied).toContain('The service does not know your token');
    const away = await beforeEdit(review, { GISTBOARD_URL: 'http://127.0.0.1:9' });
    expect(Object.keys(JSON.parse(away) as object)).toEqual(['systemMessage']);
    const open = await desk.mint('review');
    dataOf(await desk.close());
    expect(await beforeEdit(open)).toBe(denied);
  });

  it('deny what others hold to a role that sees the board', async () => {
    dataOf(await desk.declare([{ name: 'orchestrator', may_edit: true }]));
    const alice = service.withToken((await team.token({ agent: 'alice' })).token);
    const params = { path: { board: desk.board } };
    dataOf(await alice.POST('/board/{board}/leases', { params, body: { resources: ['a.ts'], intent: 'x' } }));
    expect(await beforeEdit(await desk.mint('orchestrator'))).toContain('a.ts is held by alice.');
  });

  it('have nothing to say to a role that does not see the board', async () => {
    dataOf(await desk.declare());
    const { token } = await desk.mint('review');
    const hooks = new HookClient('claude-code', { GISTBOARD_URL: service.url, GISTBOARD_TOKEN: token });
    for (const event of ['session-start', 'user-prompt-submit', 'stop'])
      expect(await hooks.runHere(event)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });
});

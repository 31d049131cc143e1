import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCli } from '../../support/cli.js';
import type { TestService } from '../../support/service.js';
import { OPERATOR_TOKEN, startTeam, type Team } from '../../support/team.js';

describe('teams at the command line', () => {
  let service: TestService;
  let team: Team;
  let home: string;
  let owner: string;
  beforeAll(async () => {
    const started = await startTeam({ env: { BOARD_PUBLIC_URL: 'http://localhost' } });
    [service, team] = [started, started.team];
    home = mkdtempSync(join(tmpdir(), 'gistboard-join-'));
    owner = (await team.board('garden', 'olga', ['alice'])).token;
  });
  afterAll(async () => {
    await service.close();
    rmSync(home, { recursive: true });
  });

  const as = (token: string, args: readonly string[]) =>
    runCli(args, { env: { GISTBOARD_URL: service.url, GISTBOARD_TOKEN: token } });
  const joinBy = (url: string, ...flags: string[]) => runCli(['join', url, ...flags], { env: { HOME: home } });
  const tokens = (): string => join(home, '.config', 'gistboard', 'tokens');
  const invite = async (agent: string): Promise<string> => {
    const { stdout, stderr } = await as(owner, ['invite', 'create', agent, '--expires-in', '600']);
    expect(stderr).toContain(`for ${agent} to garden`);
    // The public address of this test is not where it listens.
    return `${service.url}/join#${new URL(stdout.trim()).hash.slice(1)}`;
  };

  it('an invite becomes a token in a file of 0600, and one line that connects an agent', async () => {
    const url = await invite('dora');
    const { code, stdout, stderr } = await joinBy(url);
    expect([code, stderr]).toEqual([0, expect.stringContaining('You are dora on the board garden.')]);
    const file = join(tokens(), `${new URL(service.url).host.replace(':', '_')}.garden.dora.token`);
    expect([statSync(file).mode & 0o777, statSync(tokens()).mode & 0o777]).toEqual([0o600, 0o700]);
    const token = readFileSync(file, 'utf8').trim();
    expect(token).toMatch(/^gbt_[\w-]{43}$/);
    expect(stdout + stderr).not.toContain(token);
    expect(stdout).toBe(
      `claude mcp add gistboard -- ${/-- (node \S+)/.exec(stdout)?.[1] ?? ''} mcp --url ${service.url} --board garden --token-file ${file}\n`,
    );
    const who = await runCli(['whoami', '--token-file', file, '--url', service.url]);
    expect(who.stdout).toMatch(/^dora, member of workspace default, at http:\/\/localhost .*\nboard garden head \d+\n/);
    const again = await joinBy(url);
    expect(again).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('Refused (bad_invite)') });
    expect(again.stderr).not.toContain(new URL(url).hash.slice(1));
    expect(readdirSync(tokens())).toHaveLength(1);
  });

  it('--json tells all but the token; a second file of one name stands beside the first', async () => {
    const told = JSON.parse((await joinBy(await invite('eve'), '--json')).stdout) as {
      token_id: number;
      token_file: string;
    };
    await team.revoke(told.token_id);
    const next = JSON.parse((await joinBy(await invite('eve'), '--json')).stdout) as typeof told;
    expect(next).toMatchObject({ agent: 'eve', board: 'garden', url: service.url });
    expect([existsSync(told.token_file), next.token_file]).toEqual([
      true,
      told.token_file.replace('.token', '-2.token'),
    ]);
    expect(JSON.stringify(next)).not.toContain('gbt_');
  });

  it('an invite is not used up where no token could be kept, and a wrong address is not repeated', async () => {
    const url = await invite('frank');
    const blocked = join(home, 'a-file');
    writeFileSync(blocked, '');
    const refused = await runCli(['join', url], { env: { XDG_CONFIG_HOME: blocked } });
    expect(refused).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('The invite was not used.') });
    expect((await joinBy(url)).code).toBe(0);
    const wrong = await joinBy(`${service.url}/#gbi_hunter2`);
    expect([wrong.code, wrong.stderr.includes('hunter2')]).toEqual([2, false]);
  });

  it('invites are listed and cancelled, tokens made for a board and rotated, owners added', async () => {
    await invite('gina');
    const line = (await as(owner, ['invite', 'list'])).stdout;
    expect(line).toMatch(/^\d+ gina to garden gbi_\S{8}\.\.\. by olga until /);
    const id = line.split(' ')[0] ?? '';
    expect((await as(owner, ['invite', 'cancel', id])).stdout).toBe(`cancelled: ${line}`);
    expect((await as(owner, ['invite', 'list'])).stdout).toBe('No open invites.\n');
    const made = await as(owner, ['token', 'create', 'alice', '--for', 'garden', '--expires-in', '600']);
    expect(made.stdout).toMatch(/^gbt_[\w-]{43}\n$/);
    const token = /token (\d+) of/.exec(made.stderr)?.[1] ?? '';
    const rotated = await as(owner, ['token', 'rotate', token, '--grace', '600']);
    expect(rotated.stdout).toMatch(/^gbt_[\w-]{43}\n$/);
    expect((await as(owner, ['token', 'list', '--for', 'garden'])).stdout).toMatch(
      new RegExp(`\n${token} alice member .* for garden ends .* rotated to \\d+\n`),
    );
    expect((await as(owner, ['board', 'members', 'add', 'alice', '--owner'])).stdout).toContain('  alice (api, owner)');
    expect((await as(owner, ['token', 'create', 'alice'])).stderr).toContain('Refused (forbidden)');
  });

  it("workspace create prints its operator's token", async () => {
    const made = await as(OPERATOR_TOKEN, ['workspace', 'create', 'acme']);
    expect(made.stdout).toMatch(/^gbt_[\w-]{43}\n$/);
    expect((await as(made.stdout.trim(), ['whoami'])).stdout).toMatch(
      /^harness, operator of workspace acme, .*\nNo boards\.\n$/,
    );
    expect((await as(owner, ['workspace', 'create', 'more'])).stderr).toContain('Refused (forbidden)');
  });
});

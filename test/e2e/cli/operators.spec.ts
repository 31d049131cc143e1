import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cliOf, runCli } from '../../support/cli.js';
import { startService, type TestService } from '../../support/service.js';
import { until } from '../../support/until.js';

const OPERATOR_TOKEN = 'operator-token-0123456789abcdef';

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await startService({ env: { BOARD_OPERATOR_TOKEN: OPERATOR_TOKEN, BOARD_AUTH: 'token' } });
  folder = mkdtempSync(join(tmpdir(), 'gistboard-cli-'));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const withToken = (token: string, args: readonly string[]) =>
  runCli(args, { env: { GISTBOARD_URL: service.url, GISTBOARD_TOKEN: token } });
const asOperator = (args: readonly string[]) => withToken(OPERATOR_TOKEN, args);

describe('token', () => {
  it('create prints the token alone, and beside it where it goes; it works from a file until it is revoked', async () => {
    const { code, stdout, stderr } = await asOperator(['token', 'create', 'alice']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^gbt_[\w-]{43}\n$/);
    expect(stderr).toMatch(/^This is token \d+ of alice\..+GISTBOARD_TOKEN.+--token-file/s);
    expect(stderr).not.toContain(stdout.trim());
    const tokenFile = join(folder, 'token');
    writeFileSync(tokenFile, stdout, { mode: 0o600 });
    const read = () => runCli(['read', '--token-file', tokenFile], { env: { GISTBOARD_URL: service.url } });
    expect((await read()).stdout).toContain('Gistboard board main: ');

    const id = /token (\d+) of/.exec(stderr)?.[1] ?? '';
    const line = `${id} alice member ${stdout.slice(0, 12)}... made 2026-11-30 12:00`;
    await until(async () => (await asOperator(['token', 'list'])).stdout === `${line} used 2026-11-30 12:00\n`);
    expect((await asOperator(['token', 'revoke', id])).stdout).toContain(`${line} used 2026-11-30 12:00 revoked `);
    expect(await read()).toMatchObject({ code: 1, stderr: expect.stringContaining('Refused (unauthenticated)') });
  });

  it('create --operator makes one for an operator, and --json prints what REST answers', async () => {
    const made = await asOperator(['token', 'create', 'ops', '--operator', '--json']);
    expect(JSON.parse(made.stdout)).toMatchObject({
      agent: 'ops',
      kind: 'operator',
      token: expect.stringMatching(/^gbt_/),
    });
    const { data } = await service.withToken(OPERATOR_TOKEN).GET('/tokens', { params: { query: { limit: 1 } } });
    expect(JSON.parse((await asOperator(['token', 'list', '--limit', '1', '--json'])).stdout)).toEqual(data);
    expect((await asOperator(['token', 'list', '--limit', '1'])).stdout).toMatch(
      /\nThere are older ones: --before \d+\n$/,
    );
  });

  it.each([
    [['token', 'create', 'all'], 1, 'Refused (reserved_name)'],
    [['token', 'revoke', '999'], 1, 'Refused (not_found)'],
    [['token', 'revoke', 'x'], 1, 'id: must be a number'],
    [['token', 'create'], 2, "missing required argument 'agent'"],
    [['token', 'create', 'alice', '--token', 'x'], 2, "unknown option '--token'"],
    [['token'], 2, 'Usage: gistboard token'],
  ])('%j ends with %s and says why', async (args, code, message) => {
    expect(await asOperator(args)).toEqual({ code, stdout: '', stderr: expect.stringContaining(message) });
  });

  it.each([
    ['no token', {}, 'Refused (unauthenticated)', 1],
    ['a wrong one', { GISTBOARD_TOKEN: 'gbt_hunter2' }, 'Refused (unauthenticated)', 1],
    ['one beside a name', { GISTBOARD_TOKEN: 'gbt_hunter2', GISTBOARD_AGENT: 'alice' }, 'Both a token', 2],
    ['one that is malformed', { GISTBOARD_TOKEN: 'hunter2\nhunter3' }, 'The token', 2],
  ])('is not shown again where there is %s', async (_, env, message, code) => {
    const refused = await runCli(['read'], { env: { GISTBOARD_URL: service.url, ...env } });
    expect(refused).toEqual({ code, stdout: '', stderr: expect.stringContaining(message) });
    expect(refused.stderr).not.toContain('hunter');
  });
});

describe('board', () => {
  it('create, members add, remove and list do what REST does', async () => {
    const made = await asOperator([
      'board',
      'create',
      'infra',
      '--member',
      'bob',
      '--member',
      'carol',
      '--owner',
      'alice',
    ]);
    expect(made.stdout).toMatch(
      /^infra head 0, members 3\n {2}alice \(api, owner\)\n {2}bob \(api\)\n {2}carol \(api\)\n/,
    );
    expect(made.stdout).toMatch(/\ntoken of alice for it, shown this once: gbt_[\w-]{43}\n$/);
    const added = await asOperator(['board', 'members', 'add', 'dave', '--board', 'infra']);
    expect(added.stdout).toContain('\n  dave (api)\n');
    const removed = await asOperator(['board', 'members', 'remove', 'bob', '--board', 'infra']);
    expect(removed.stdout).toMatch(/^infra head \d+, members 3\n/);
    const { data } = await service
      .withToken(OPERATOR_TOKEN)
      .GET('/board/{board}', { params: { path: { board: 'infra' } } });
    const listed = await asOperator(['board', 'members', 'list', '--board', 'infra', '--json']);
    expect(JSON.parse(listed.stdout)).toEqual(data);
    expect((await asOperator(['board', 'list'])).stdout).toMatch(/^infra head \d+\nmain head \d+\n$/);
    const again = await asOperator(['board', 'create', 'infra', '--json']);
    expect({ code: again.code, ...JSON.parse(again.stdout) }).toMatchObject({ code: 'already_exists', status: 409 });
    expect(again.stderr).toContain('Refused (already_exists)');
  });
});

describe('the board of a command', () => {
  let trusting: TestService;
  beforeAll(async () => {
    trusting = await startService({ env: { BOARD_MEMBERS_JSON: '{"one":["alice","bob"],"two":["bob"]}' } });
  });
  afterAll(() => trusting.close());

  it('is the only one of the caller, else it must be named', async () => {
    expect((await cliOf(trusting.url, 'alice')(['read'])).stdout).toContain('Gistboard board one: ');
    const bob = cliOf(trusting.url, 'bob');
    expect(await bob(['read'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Which board? one, two. Name it: --board BOARD, or GISTBOARD_BOARD.\n',
    });
    const env = { GISTBOARD_BOARD: 'one' };
    expect((await bob(['read'], { env })).stdout).toContain('Gistboard board one: ');
    expect((await bob(['read', '--board', 'two'], { env })).stdout).toContain('Gistboard board two: ');
    expect((await cliOf(trusting.url, 'carol')(['read'])).stderr).toMatch(/^You may use no board yet\. /);
  });

  it("that is not the caller's is refused as one that is not there", async () => {
    const alice = cliOf(trusting.url, 'alice');
    const [strange, absent] = [await alice(['read', '--board', 'two']), await alice(['read', '--board', 'absent'])];
    expect(strange).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('Refused (not_found)') });
    expect(absent).toEqual(strange);
  });
});

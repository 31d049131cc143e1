import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AgreementClient, STATEMENT } from '../../support/agreement-client.js';
import { cliOf, type CliOptions, type CliRun } from '../../support/cli.js';
import { FactsClient } from '../../support/facts-client.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns } from '../../support/turns-client.js';

const DONE = { code: 0, stderr: '' };

let service: TestService;
let board: string;
let run: (agent: string, args: readonly string[], options?: CliOptions) => Promise<CliRun>;
beforeAll(async () => {
  service = await startService();
  run = (agent, args, options = {}) =>
    cliOf(service.url, agent)(args, { ...options, env: { ...options.env, GISTBOARD_BOARD: board } });
});
afterAll(() => service.close());
beforeEach(async () => {
  ({ board } = (await openTurns(service))('alice'));
});

describe('facts', () => {
  it('are set from arguments and from standard input, as JSON where it is some', async () => {
    const facts = new FactsClient(service, board, 'bob');
    expect(await run('bob', ['fact', 'set', 'build', 'npm', 'test'])).toEqual({
      ...DONE,
      stdout: 'G1 build set, version 1\n',
    });
    for (const [args, input, value] of [
      [['3'], '', 3],
      [['--text', '3'], '', '3'],
      [[], '{"z":1,"a":[2]}\n', { z: 1, a: [2] }],
    ] as const) {
      expect((await run('bob', ['fact', 'set', 'k', ...args], { input })).code).toBe(0);
      expect(await facts.value('k')).toEqual(value);
    }
    expect((await run('bob', ['facts'])).stdout).toBe(
      'G1 build v1 bob 2026-11-30 12:00 "npm test"\nG4 k v3 bob 2026-11-30 12:00 {"z":1,"a":[2]}\n',
    );
    expect((await run('bob', ['facts', '--limit', '1'])).stdout).toMatch(/\nThere are more: --after build\n$/);
    expect(JSON.parse((await run('bob', ['facts', '--json'])).stdout)).toEqual(await facts.list());
  });

  it('are removed by null, and remember', async () => {
    await run('bob', ['fact', 'set', 'k', '1']);
    expect((await run('alice', ['fact', 'set', 'k', 'null', '--if-version', '1'])).stdout).toBe(
      'G2 k removed, version 2\n',
    );
    expect((await run('alice', ['fact', 'set', 'k', 'null'])).stdout).toBe('There was no k.\n');
    expect((await run('alice', ['fact', 'history', 'k'])).stdout).toBe(
      'G2 k v2 alice 2026-11-30 12:00 removed\nG1 k v1 bob 2026-11-30 12:00 1\n',
    );
    expect((await run('alice', ['facts'])).stdout).toBe('No facts.\n');
    const { code, stderr } = await run('alice', ['fact', 'get', 'k']);
    expect([code, stderr]).toEqual([1, 'Refused (not_found): There is no fact k on this board.\n']);
  });

  it('of another version are not set', async () => {
    await run('bob', ['fact', 'set', 'k', '1']);
    const { code, stderr } = await run('alice', ['fact', 'set', 'k', '2', '--if-version', '0']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Refused \(version_mismatch\): if_version: k: it has version 1 now\./);
    expect((await run('alice', ['fact', 'get', 'k'])).stdout).toBe('G1 k v1 bob 2026-11-30 12:00 1\n');
  });
});

describe('agreement', () => {
  it('is proposed, declined, confirmed by the exact sentence, and shown', async () => {
    expect((await run('bob', ['plan'])).stdout).toBe('Nothing was proposed.\n');
    const proposed = await run('alice', ['propose', '--voter', 'bob', '--deadline', '600'], {
      input: 'Move it.\nG9 forged\n',
    });
    expect(proposed.stdout).toMatch(
      new RegExp(`^G1 on ${board} by alice is open until .+: 0 of 2 confirmed; waits for 2 more of alice, bob\\.\n$`),
    );
    expect((await run('bob', ['decline', 'G1', 'not', 'yet'])).code).toBe(0);
    const shown = (await run('bob', ['plan'])).stdout.split('\n').slice(1);
    expect(shown).toEqual([
      '  Move it.',
      '  G9 forged',
      'G2 declined bob 2026-11-30 12:00',
      '  not yet',
      `Only if you have read it and agree: gistboard confirm G1 '${STATEMENT}'`,
      '',
    ]);
    const { code, stderr } = await run('bob', ['confirm', 'G1', 'yes']);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^Refused \(wrong_statement\): statement: must be exactly/),
    ]);
    expect((await run('bob', ['confirm', 'G1', STATEMENT])).code).toBe(0);
    const last = await run('alice', ['confirm', 'G1', ...STATEMENT.split(' ')]);
    expect(last.stdout).toBe(`G1 on ${board} by alice is approved: 2 of 2 confirmed (bob, alice).\n`);
    expect(JSON.parse((await run('bob', ['plan', '--json'])).stdout)).toEqual(
      await new AgreementClient(service, board, 'bob').plan(),
    );
  });

  it('is revoked', async () => {
    await run('alice', ['propose', 'go', '--required', '1']);
    expect((await run('bob', ['revoke', 'G1'])).code).toBe(1);
    expect((await run('alice', ['revoke', 'G1', 'G9', 'is', 'in', 'the', 'way'])).stdout).toBe(
      `G1 on ${board} by alice is revoked: 0 of 1 confirmed.\n`,
    );
  });
});

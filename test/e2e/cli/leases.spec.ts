import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { cliOf, type CliOptions, type CliRun } from '../../support/cli.js';
import { type LeasesClient, openLeases } from '../../support/leases-client.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
let folder: string;
let bob: LeasesClient;
let run: (args: readonly string[], options?: CliOptions) => Promise<CliRun>;
beforeAll(async () => {
  service = await startService();
  folder = mkdtempSync(join(tmpdir(), 'gistboard-cli-'));
  mkdirSync(join(folder, '.git'));
  mkdirSync(join(folder, 'src'));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  const open = await openLeases(service);
  bob = open('bob');
  await bob.held();
  const asAlice = cliOf(service.url, 'alice');
  run = (args, options = {}) => asAlice(args, { cwd: folder, ...options, env: { GISTBOARD_BOARD: bob.board } });
});

describe('claim, tasks, release', () => {
  it('take paths from where the command runs', async () => {
    const { code, stdout } = await run(['claim', 'a.ts', '../docs/', 'task:x', '--intent', 'cap it'], {
      cwd: join(folder, 'src'),
    });
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^G1 granted until .* UTC, fence 1: src\/a\.ts, docs, task:x\n$/),
    ]);
    const listed = await run(['tasks']);
    expect(listed.stdout).toMatch(/^G1 alice since .*, \d+ s left: src\/a\.ts, docs, task:x \| cap it\n$/);
    const part = await run(['release', 'a.ts', 'done'], { cwd: join(folder, 'src') });
    expect([part.code, part.stdout]).toEqual([0, 'G1 still holds the rest\n']);
    const handed = await run(['release', 'g1', 'handoff', '--to', 'bob', '--fence', '1']);
    expect([handed.code, handed.stdout]).toEqual([0, 'G1 released\nG4 tells bob\n']);
    expect((await run(['tasks'])).stdout).toBe('Nobody holds anything.\n');
  });

  it('say who is in the way, and end with 1', async () => {
    await bob.hold(['src/**'], { intent: 'moving\u0007 files' });
    const { code, stdout, stderr } = await run(['claim', 'src/a.ts', '--for', '600']);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^G1 bob \d+ s left: src\/\*\* \| moving files\n$/)]);
    expect(stderr).toContain('Nothing was granted');
    expect(JSON.parse((await run(['claim', 'src/a.ts', '--json'])).stdout)).toMatchObject({ ok: false });
    expect(await run(['release', 'src/a.ts', 'done'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('bob'),
    });
  });

  it('are renewed by their holder, and broken by operators, with a reason that the holder is told', async () => {
    await run(['claim', 'src/a.ts', '--for', '600']);
    const renewed = await run(['lease', 'renew', 'G1', '--for', '7200']);
    expect([renewed.code, renewed.stdout]).toEqual([0, expect.stringMatching(/^G1 renewed until .* UTC, fence 1\n$/)]);
    expect((await run(['tasks'])).stdout).toMatch(/^G1 alice since .*, 7[12]\d\d s left: /);
    const env = { GISTBOARD_BOARD: bob.board };
    const stolen = await cliOf(service.url, 'bob')(['lease', 'renew', 'G1'], { env });
    expect([stolen.code, stolen.stderr]).toEqual([1, expect.stringContaining('alice')]);
    expect((await run(['lease', 'break', 'G1', 'mine'])).stderr).toMatch(/^Refused \(forbidden\)/);
    const asOperator = cliOf(service.url, 'harness');
    expect((await asOperator(['lease', 'break', 'G1'], { env })).code).toBe(2);
    const broken = await asOperator(['lease', 'break', 'G1', 'its', 'session', 'is', 'gone'], { env });
    expect([broken.code, broken.stdout]).toEqual([0, expect.stringMatching(/^G1 is over\nG\d+ tells its holder\n$/)]);
    expect((await run(['inbox'])).stdout).toContain('its session is gone');
    expect((await run(['tasks'])).stdout).toBe('Nobody holds anything.\n');
  });

  it('end a claim, too, and say what is missing of a call', async () => {
    const claim = await bob.add('CLAIM', 'x.ts');
    const asBob = cliOf(service.url, 'bob');
    const env = { GISTBOARD_BOARD: bob.board };
    expect((await asBob(['release', claim, 'abandoned'], { env })).stdout).toBe('G1 released\n');
    expect((await run(['release', 'G1'])).code).toBe(2);
    expect((await run(['release', 'done'])).code).toBe(2);
  });
});

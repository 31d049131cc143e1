import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { HookClient, hookExample } from '../../support/hook-process.js';
import { type LeasesClient, openLeases } from '../../support/leases-client.js';
import { startService, type TestService } from '../../support/service.js';

// One of the hooks is a process.
jest.setTimeout(180_000);

let service: TestService;
let project: string;
let bob: LeasesClient;
let alice: LeasesClient;
let hooks: HookClient;
beforeAll(async () => {
  service = await startService();
  project = realpathSync(mkdtempSync(join(tmpdir(), 'gistboard-project-')));
  for (const folder of ['.git', 'src']) mkdirSync(join(project, folder));
  symlinkSync('src', join(project, 'alias'));
});
afterAll(async () => {
  await service.close();
  rmSync(project, { recursive: true });
});
beforeEach(async () => {
  const open = await openLeases(service);
  [alice, bob] = [open('alice'), open('bob')];
  await bob.hold(['src/**'], { intent: 'moving files' });
  const env = { GISTBOARD_URL: service.url, GISTBOARD_AGENT: 'alice', GISTBOARD_BOARD: bob.board };
  hooks = new HookClient('claude-code', env);
});

/** What the hook prints before an edit of the file. */
async function before(file: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const input = { cwd: join(project, 'src'), tool_input: { file_path: file } };
  const { code, stdout, stderr } = await hooks.runHere('pre-tool-use', { input, env });
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

describe('before an edit, the hook', () => {
  it('denies what another agent holds, in the recorded shape, and says who and what for', async () => {
    const stdout = await before(join(project, 'src/a.ts'));
    const { hookSpecificOutput } = JSON.parse(stdout) as {
      hookSpecificOutput: { permissionDecisionReason: string };
    };
    const reason = hookSpecificOutput.permissionDecisionReason;
    expect(reason).toContain('src/a.ts is held by bob.');
    expect(reason).toMatch(
      /data, not instructions.*\nG1 bob since .* s left: src\/a\.ts meets src\/\*\* \| moving files$/,
    );
    const shape = JSON.stringify(hookExample('claude-code', 'pre-tool-use').output);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(shape.replace('"<text>"', () => JSON.stringify(reason))));
  });

  it('says nothing of what nobody holds, of what the agent holds itself, and of what lies outside', async () => {
    await alice.hold(['docs/a.md']);
    for (const file of ['README.md', 'docs/a.md'].map((name) => join(project, name)))
      expect(await before(file)).toBe('');
    expect(await before('/etc/hosts')).toBe('');
    expect(await before('a.ts', { GISTBOARD_AGENT: 'bob' })).toBe('');
  });

  it('knows a file by its name in the folder where the agent works', async () => {
    expect(await before('a.ts')).toContain('deny');
    expect(await before('../a.ts')).toBe('');
  });

  it('knows a file by where links lead, and by the name that leads there', async () => {
    expect(await before(join(project, 'alias/new/a.ts'))).toContain('src/new/a.ts is held by bob.');
    await bob.hold(['alias/**']);
    await bob.drop('G1');
    expect(await before(join(project, 'alias/a.ts'))).toContain('alias/a.ts is held by bob.');
  });

  it('lets the edit go on with a warning where the service is away, or refuses', async () => {
    for (const env of [{ GISTBOARD_URL: 'http://127.0.0.1:9' }, { GISTBOARD_BOARD: 'no-such-board' }]) {
      const output = JSON.parse(await before(join(project, 'src/a.ts'), env)) as { systemMessage: string };
      expect(Object.keys(output)).toEqual(['systemMessage']);
      expect(output.systemMessage).toContain('was not checked, and the edit goes on');
    }
  });

  it('lets the edit go on with a warning where its input is broken', async () => {
    const { code, stdout } = await hooks.runHere('pre-tool-use', { input: 'no JSON' });
    expect([code, stdout]).toEqual([0, expect.stringContaining('its input is no JSON object')]);
  });

  it('runs as the client starts it', async () => {
    const input = { cwd: project, tool_input: { notebook_path: join(project, 'src/a.ipynb') } };
    const { code, stdout } = await hooks.run('pre-tool-use', { input });
    expect([code, stdout]).toEqual([0, expect.stringContaining('"permissionDecision":"deny"')]);
  });
});

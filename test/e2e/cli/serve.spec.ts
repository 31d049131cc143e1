import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CLI, runCli } from '../../support/cli.js';
import { freePort } from '../../support/process.js';
import { TestHome } from '../../support/stdio-adapter.js';
import { until } from '../../support/until.js';

let home: TestHome;
beforeEach(() => {
  home = new TestHome();
});
afterEach(() => {
  home.remove();
});

describe('serve', () => {
  it("is the service that commands without a URL look for, with its store in its user's data folder alone", async () => {
    const env = home.env({ GISTBOARD_PORT: String(await freePort()), GISTBOARD_AGENT: 'alice' });
    const { child, output } = serve(env);
    await until(() => output().includes('connect '));
    const store = /store +(.+)\n/.exec(output())?.[1] ?? '';
    expect(store.startsWith(home.folder)).toBe(true);
    expect(statSync(dirname(store)).mode & 0o777).toBe(0o700);
    expect(await runCli(['write', 'FACT', 'it rains'], { env })).toMatchObject({ code: 0, stdout: 'G1 stored\n' });
    expect(await runCli(['grep', 'rains'], { env })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('G1 FACT'),
    });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await runCli(['grep', 'rains'], { env })).toMatchObject({ code: 3 });
  });

  it.each([
    [{ NODE_ENV: 'production' }, 1, 'MYSQL_DSN: is required in production'],
    [{ BOARD_NONSENSE: '1' }, 1, 'BOARD_NONSENSE: is no setting'],
    [{ GISTBOARD_PORT: 'x' }, 2, 'GISTBOARD_PORT'],
  ])('does not start with %j: ends with %s and names the variable', async (more, code, message) => {
    const env = home.env({ PORT: '0', ...more });
    expect(await runCli(['serve'], { env })).toEqual({ code, stdout: '', stderr: expect.stringContaining(message) });
  });
});

function serve(env: Readonly<Record<string, string>>): { readonly child: ChildProcess; readonly output: () => string } {
  const child = spawn(process.execPath, [CLI, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  return { child, output: () => output };
}

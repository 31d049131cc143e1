import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from './ensure.mjs';
import { freePort } from './free-port.mjs';

/**
 * The built service by `gistboard serve`, with this environment, on a free port unless one is given: {url, port, stop()}.
 * Rejects where it does not start.
 */
export async function startService(env, wanted) {
  const port = wanted ?? (await freePort());
  const child = spawn(process.execPath, [join(root, 'dist', 'src', 'cli', 'gistboard.js'), 'serve'], {
    env: { PATH: process.env.PATH, BOARD_LOG_LEVEL: 'warn', ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      said += chunk;
      if (said.includes(' is ready.')) resolve();
    });
    exited.then(() => reject(new Error(`the service ended before it was ready\n${said}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  return { url: `http://127.0.0.1:${port}`, port, stop };
}

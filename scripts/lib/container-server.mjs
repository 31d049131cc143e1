import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ACCOUNT_SQL, dsnAt, endings, waitUntilReady } from './test-server.mjs';

const IMAGE = 'mysql:8.4';

/** A command-line client alone is not an engine: one must answer, and soon. */
export function isEngineThere() {
  const { status, stdout } = docker(['info', '--format', '{{.ServerVersion}}'], { timeout: 3_000 });
  return status === 0 && stdout.trim() !== '';
}

/** Starts MySQL in a container on a free loopback port. Throws with the reason when it does not come up. */
export async function startContainer() {
  const folder = mkdtempSync(join(tmpdir(), 'gistboard-mysql-'));
  let id;
  const stop = () => {
    if (id !== undefined) docker(['rm', '--force', '--volumes', id]);
    rmSync(folder, { recursive: true, force: true });
    endings.delete(stop);
  };
  endings.add(stop);
  try {
    id = said(['create', '--publish', '127.0.0.1::3306', '--env', 'MYSQL_RANDOM_ROOT_PASSWORD=yes', IMAGE]);
    writeFileSync(join(folder, 'account.sql'), ACCOUNT_SQL, { mode: 0o644 });
    // Copied, not mounted: the engine may run on another machine.
    said(['cp', join(folder, 'account.sql'), `${id}:/docker-entrypoint-initdb.d/account.sql`]);
    said(['start', id]);
    const dsn = dsnAt(said(['port', id, '3306/tcp']).split('\n')[0].split(':').pop());
    const isAlive = () => docker(['inspect', '--format', '{{.State.Running}}', id]).stdout?.trim() === 'true';
    return { name: `MySQL ${await waitUntilReady(dsn, isAlive)} in a container`, dsn, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

const docker = (args, options = {}) => spawnSync('docker', args, { encoding: 'utf8', ...options });

function said(args) {
  const { status, stdout, stderr } = docker(args);
  if (status !== 0) throw new Error(`docker ${args[0]}: ${stderr?.trim().split('\n').pop() || 'failed'}`);
  return stdout.trim();
}

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ACCOUNT_SQL, dsnAt, endings, waitUntilReady } from './test-server.mjs';
import { freePort } from './free-port.mjs';

// Where packages put servers, though a plain user's PATH does not lead there.
const SERVER_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/libexec', '/opt/homebrew/bin', '/usr/local/mysql/bin'];
const STOP_LIMIT_MS = 20_000;

/** The server program of this machine and whose it is, or undefined. */
export function findServerProgram() {
  const path = findProgram('mariadbd') ?? findProgram('mysqld');
  if (path === undefined) return undefined;
  const version = spawnSync(path, ['--no-defaults', '--version'], { encoding: 'utf8' }).stdout ?? '';
  return { path, isMariaDb: /mariadb/i.test(version) };
}

/**
 * Starts a server of our own on a free loopback port, with a data folder that `stop` removes. `--no-defaults`: the
 * machine's settings hide what a bare server does. Throws with the server's last words when it does not come up.
 */
export async function startPrivateServer(program) {
  const folder = mkdtempSync(join(tmpdir(), 'gistboard-mysql-'));
  const log = openSync(join(folder, 'log'), 'a');
  let server;
  const stop = async () => {
    if (server !== undefined) await end(server);
    rmSync(folder, { recursive: true, force: true });
    endings.delete(stop);
  };
  endings.add(stop);
  try {
    makeData(program, folder, log);
    const port = await freePort();
    server = spawn(program.path, serverArguments(program, folder, port), {
      stdio: ['ignore', log, log],
      detached: true,
    });
    server.once('error', () => {});
    const isAlive = () => server.pid !== undefined && server.exitCode === null && server.signalCode === null;
    const version = await waitUntilReady(dsnAt(port), isAlive);
    return { name: `${program.isMariaDb ? 'MariaDB' : 'MySQL'} ${version}, a private server`, dsn: dsnAt(port), stop };
  } catch (error) {
    const lastWords = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n').pop();
    await stop();
    throw new Error([error.message, lastWords].filter(Boolean).join(': '));
  }
}

function makeData(program, folder, log) {
  const data = `--datadir=${join(folder, 'data')}`;
  const installer = findProgram('mariadb-install-db') ?? findProgram('mysql_install_db');
  if (program.isMariaDb && installer === undefined) throw new Error('mariadb-install-db is missing');
  const command = program.isMariaDb
    ? [
        installer,
        '--no-defaults',
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
        data,
        ...userArgument(),
      ]
    : [program.path, '--no-defaults', '--initialize-insecure', data, ...userArgument()];
  const { status } = spawnSync(command[0], command.slice(1), { stdio: ['ignore', log, log] });
  if (status !== 0) throw new Error('the data folder could not be made');
}

function serverArguments(program, folder, port) {
  const account = join(folder, 'account.sql');
  writeFileSync(account, ACCOUNT_SQL);
  return [
    '--no-defaults',
    `--datadir=${join(folder, 'data')}`,
    `--socket=${join(folder, 'sock')}`,
    `--pid-file=${join(folder, 'pid')}`,
    `--init-file=${account}`,
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    ...(program.isMariaDb ? [] : ['--mysqlx=OFF']),
    ...userArgument(),
  ];
}

/** Both servers refuse to run as root unless told to. */
const userArgument = () => (process.getuid?.() === 0 ? ['--user=root'] : []);

async function end(server) {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  const hardEnd = setTimeout(() => server.kill('SIGKILL'), STOP_LIMIT_MS);
  server.kill('SIGTERM');
  await ended;
  clearTimeout(hardEnd);
}

/** The path of an installed program, or undefined. */
export function findProgram(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...SERVER_FOLDERS];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

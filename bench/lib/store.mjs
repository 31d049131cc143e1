import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SetupError } from '../../scripts/lib/ensure.mjs';
import { findServerProgram, startPrivateServer } from '../../scripts/lib/private-server.mjs';
import { endings } from '../../scripts/lib/test-server.mjs';

/**
 * Where all parts store: {kind, name, settings, create, stop}. `create()` makes an empty database of our own and
 * answers {env, dsn, drop}; `stop` removes all of them.
 */
export async function openStores(dsn) {
  if (dsn === 'sqlite') return sqliteStores('SQLite');
  if (dsn !== undefined) return mysqlStores({ dsn, name: undefined, stop: () => {} });
  const program = findServerProgram();
  if (program === undefined) return sqliteStores('SQLite (no --dsn, and no MySQL or MariaDB on this machine)');
  process.stderr.write(`Starting a private server (${program.path}) ...\n`);
  return mysqlStores(await startPrivateServer(program));
}

async function mysqlStores(server) {
  const { createConnection } = await import('mysql2/promise');
  const run = async (sql) => {
    const connection = await createConnection(server.dsn);
    try {
      return (await connection.query(sql))[0];
    } finally {
      await connection.end();
    }
  };
  const made = new Set();
  const drop = async (name) => {
    if (made.delete(name)) await run(`DROP DATABASE ${name}`);
  };
  const create = async () => {
    const name = `test_bench_${randomBytes(5).toString('hex')}`;
    await run(`CREATE DATABASE ${name}`).catch((error) => {
      throw new SetupError(`No database of our own could be made: ${error.message}`);
    });
    made.add(name);
    const url = new URL(server.dsn);
    url.pathname = `/${name}`;
    return { env: { MYSQL_DSN: url.href }, dsn: url.href, drop: () => drop(name) };
  };
  const stopAll = async () => {
    for (const name of [...made]) await drop(name);
    endings.delete(stop);
    await server.stop();
  };
  let stopping;
  // An interrupt and the run's own end may come together.
  const stop = () => (stopping ??= stopAll());
  endings.add(stop);
  const [settings] = await run(
    `SELECT VERSION() AS version, @@innodb_buffer_pool_size AS pool, @@innodb_flush_log_at_trx_commit AS flush,
      @@log_bin AS binlog, @@sync_binlog AS sync_binlog`,
  ).catch((error) => {
    throw new SetupError(`The database does not answer: ${error.message}`);
  });
  const { version, ...rest } = settings;
  return { kind: 'mysql', name: server.name ?? `MySQL ${version}`, settings: { version, ...rest }, create, stop };
}

function sqliteStores(name) {
  const folder = mkdtempSync(join(tmpdir(), 'gistboard-bench-'));
  const stop = () => {
    rmSync(folder, { recursive: true, force: true });
    endings.delete(stop);
  };
  endings.add(stop);
  const create = async () => {
    const path = join(folder, `${randomBytes(5).toString('hex')}.sqlite`);
    return {
      env: { BOARD_DB_PATH: path },
      path,
      drop: () => ['', '-wal', '-shm'].forEach((end) => rmSync(path + end, { force: true })),
    };
  };
  return { kind: 'sqlite', name, settings: {}, create, stop };
}

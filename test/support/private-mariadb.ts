import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './process.js';

interface ServerProgram {
  readonly path: string;
  readonly isMariaDb: boolean;
}

// The scripts are plain JavaScript; what is used of them is typed here.
const scripts = join(import.meta.dirname, '../../scripts/lib');
const { findServerProgram } = (await import(join(scripts, 'private-server.mjs'))) as {
  findServerProgram(): ServerProgram | undefined;
};
const { ACCOUNT_SQL, dsnAt, waitUntilReady } = (await import(join(scripts, 'test-server.mjs'))) as {
  readonly ACCOUNT_SQL: string;
  dsnAt(port: number): string;
  waitUntilReady(dsn: string, isAlive: () => boolean): Promise<string>;
};

const program = findServerProgram();
/** Whether a server of a test's own can be started on this machine. */
export const hasMariaDb = program?.isMariaDb === true;

/** A MariaDB of a test's own, on a free port of loopback, that can be killed and started again on its data. */
export class PrivateMariaDb {
  #server: ChildProcess | undefined;

  private constructor(
    private readonly path: string,
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async open(): Promise<PrivateMariaDb> {
    const server = new PrivateMariaDb(
      program?.path ?? '',
      mkdtempSync(join(tmpdir(), 'gistboard-crash-')),
      await freePort(),
    );
    const install = ['--no-defaults', '--auth-root-authentication-method=normal', '--skip-test-db', ...asRoot()];
    const { status } = spawnSync('mariadb-install-db', [...install, `--datadir=${server.#in('data')}`]);
    if (status !== 0) throw new Error('the data folder could not be made');
    writeFileSync(server.#in('account.sql'), ACCOUNT_SQL);
    await server.#run([`--init-file=${server.#in('account.sql')}`]);
    return server;
  }

  get dsn(): string {
    return dsnAt(this.port);
  }

  /** On the data that is there; recovers first, where it was killed. */
  start(): Promise<void> {
    return this.#run([]);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }

  async close(): Promise<void> {
    await this.end('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #run(more: readonly string[]): Promise<void> {
    const places = [`--datadir=${this.#in('data')}`, `--socket=${this.#in('sock')}`, `--pid-file=${this.#in('pid')}`];
    const address = ['--bind-address=127.0.0.1', `--port=${this.port}`];
    const server = spawn(this.path, ['--no-defaults', ...places, ...address, ...more, ...asRoot()], {
      stdio: 'ignore',
    });
    this.#server = server;
    await waitUntilReady(this.dsn, () => server.exitCode === null && server.signalCode === null);
  }

  #in(name: string): string {
    return join(this.folder, name);
  }
}

/** The server refuses to run as root unless told to. */
const asRoot = (): readonly string[] => (process.getuid?.() === 0 ? ['--user=root'] : []);

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from './process.js';
import { until } from './until.js';

// The scripts are plain JavaScript; what is used of them is typed here.
const { findProgram } = (await import(join(import.meta.dirname, '../../scripts/lib/private-server.mjs'))) as {
  findProgram(name: string): string | undefined;
};

const program = findProgram('redis-server');
/** Whether a server of a test's own can be started on this machine. */
export const hasRedis = program !== undefined;

/** A Redis of a test's own, on a free port of loopback, that can be killed, frozen and started again. It keeps nothing. */
export class PrivateRedis {
  #server: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly settings: readonly string[],
  ) {}

  /** Starts it; `settings` as arguments, such as `--requirepass`. */
  static async open(...settings: string[]): Promise<PrivateRedis> {
    const redis = await PrivateRedis.away(...settings);
    await redis.start();
    return redis;
  }

  /** A place where it is not there yet. */
  static async away(...settings: string[]): Promise<PrivateRedis> {
    return new PrivateRedis(await freePort(), settings);
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const address = ['--bind', '127.0.0.1', '--port', String(this.port)];
    const server = spawn(program ?? '', [...address, '--save', '', '--appendonly', 'no', ...this.settings], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#server = server;
    let output = '';
    server.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await until(() => {
      if (server.exitCode !== null) throw new Error(output);
      return output.includes('Ready to accept connections');
    });
  }

  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }

  /** Connections are taken and stay, and nothing is answered. */
  freeze(): void {
    this.#server?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#server?.kill('SIGCONT');
  }

  /** A connection beside the service's own. */
  async ask<T>(question: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis({ host: '127.0.0.1', port: this.port });
    try {
      return await question(redis);
    } finally {
      redis.disconnect();
    }
  }
}

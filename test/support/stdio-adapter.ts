import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { CLI } from './cli.js';
import { type Era, McpTestClient } from './mcp-client.js';
import { until } from './until.js';

type Env = Readonly<Record<string, string>>;

/** A user's home of its own, so that no test meets the service of this machine. */
export class TestHome {
  readonly folder = mkdtempSync(join(tmpdir(), 'gistboard-home-'));
  readonly data = join(this.folder, 'data', 'gistboard');

  /** The environment of a process of this user. */
  env(more: Env = {}): Record<string, string> {
    return {
      PATH: process.env.PATH ?? '',
      HOME: this.folder,
      XDG_DATA_HOME: join(this.folder, 'data'),
      ...more,
    };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface AdapterOptions {
  readonly home: TestHome;
  readonly env?: Env;
  readonly args?: readonly string[];
  readonly era?: Era;
  readonly cwd?: string;
  /** How the client calls itself. */
  readonly clientName?: string;
}

/** The official client, and the adapter that it started. */
export class StdioTestClient extends McpTestClient {
  #stderr = '';

  constructor(
    client: Client,
    private readonly transport: StdioClientTransport,
  ) {
    super(client);
    transport.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr += chunk.toString();
    });
  }

  /** All that the adapter has said beside the protocol. */
  get stderr(): string {
    return this.#stderr;
  }

  /** Ends the adapter without a word. */
  kill(): void {
    process.kill(this.transport.pid ?? 0, 'SIGKILL');
  }
}

/** Starts `gistboard mcp` as a client does. */
export async function connectStdio(options: AdapterOptions): Promise<StdioTestClient> {
  const { home, env = {}, args = [], era = 'legacy', cwd = home.folder, clientName = 'test' } = options;
  const client = new Client({ name: clientName, version: '1' }, { versionNegotiation: { mode: era } });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp', ...args],
    env: home.env(env),
    stderr: 'pipe',
    cwd,
  });
  const connected = new StdioTestClient(client, transport);
  await client.connect(transport);
  return connected;
}

/** The bare process, for what no client would send. */
export class AdapterProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly #exited: Promise<unknown[]>;
  #stdout = '';
  #stderr = '';

  constructor({ home, env = {}, args = [], cwd = home.folder }: AdapterOptions) {
    this.child = spawn(process.execPath, [CLI, 'mcp', ...args], { env: home.env(env), cwd });
    this.#exited = once(this.child, 'exit');
    this.child.stdout.on('data', (chunk: Buffer) => (this.#stdout += chunk.toString()));
    this.child.stderr.on('data', (chunk: Buffer) => (this.#stderr += chunk.toString()));
  }

  get stdout(): string {
    return this.#stdout;
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** Sends a line as it is. */
  line(text: string | Buffer): void {
    this.child.stdin.write(text);
    this.child.stdin.write('\n');
  }

  request(id: number, method: string, params: object = {}): void {
    this.line(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  }

  initialize(clientName = 'test'): void {
    const clientInfo = { name: clientName, version: '1' };
    this.request(0, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    this.line('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  }

  /** The answer to a request, when it comes. */
  async answer(id: number): Promise<{ readonly result?: unknown; readonly error?: unknown }> {
    const find = () => this.messages().find((message) => message.id === id);
    await until(() => find() !== undefined, 30_000);
    return find() ?? {};
  }

  /** All that it has printed; throws where a line is no message. */
  messages(): readonly { readonly id?: number; readonly result?: unknown; readonly error?: unknown }[] {
    const lines = this.#stdout.split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as { id?: number });
  }

  /** Its exit code, null where a signal ended it. */
  async exit(): Promise<number | null> {
    const [code] = (await this.#exited) as [number | null];
    return code;
  }
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { runHook } from '../../src/cli/hooks/run-hook.js';

const GISTBOARD = join(import.meta.dirname, '../../dist/src/cli/gistboard.js');
const FIXTURES = join(import.meta.dirname, '../fixtures/hooks');

export type Json = Readonly<Record<string, unknown>>;

/** A recorded example: what a client gives to a hook, and what it takes from it, with `<text>` where the text stands. */
export interface HookExample {
  readonly input: Json;
  readonly output: Json;
}

export const hookExample = (client: string, event: string): HookExample =>
  JSON.parse(readFileSync(join(FIXTURES, client, `${event}.json`), 'utf8')) as HookExample;

export interface HookResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly elapsedMs: number;
}

/** What this machine may take for a hook, beyond what an agent's time allows. */
const SLOW_MS = 20_000;
/** Puts the clock back by which a hook knows how long its agent has waited. */
const PATIENCE = `data:text/javascript,${encodeURIComponent(
  `const now = performance.now.bind(performance); performance.now = () => now() - ${SLOW_MS};`,
)}`;

export interface HookStart {
  /** Beside the example's own fields; or the input as it is. */
  readonly input?: Json | string;
  readonly env?: Readonly<Record<string, string>>;
  /** Of the command line, as a process takes them. */
  readonly flags?: readonly string[];
  /** The client goes away before the hook has said anything. */
  readonly isClientGone?: boolean;
  /** The process has no more time than an agent gives it, however slow this machine is. */
  readonly isTimed?: boolean;
}

/** One agent's client on a machine of its own: it runs the built `gistboard hook` as clients do. */
export class HookClient {
  readonly home = mkdtempSync(join(tmpdir(), 'gistboard-hooks-'));

  constructor(
    readonly client: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  async run(event: string, start: HookStart = {}): Promise<HookResult> {
    const { input = {}, env = {}, flags = [], isClientGone = false, isTimed = false } = start;
    const patience = isTimed ? [] : ['--import', PATIENCE];
    const startedAt = performance.now();
    const child = spawn(process.execPath, [...patience, GISTBOARD, 'hook', this.client, event, ...flags], {
      env: { PATH: process.env.PATH, HOME: this.home, ...this.env, ...env },
    });
    let [stdout, stderr] = ['', ''];
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    if (isClientGone) child.stdout.destroy();
    else child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stdin.on('error', () => undefined);
    child.stdin.end(this.#inputOf(event, input));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, stdout, stderr, elapsedMs: performance.now() - startedAt };
  }

  /** In this process, with all the time that it needs; `nowMs` is its clock. */
  async runHere(event: string, { input = {}, env = {}, isClientGone = false }: HookStart = {}, nowMs = Date.now()) {
    const output = { stdout: '', stderr: '' };
    const take = (name: keyof typeof output): Writable => {
      const stream = new PassThrough();
      stream.on('data', (chunk: Buffer) => (output[name] += chunk.toString()));
      return stream;
    };
    const code = await runHook([this.client, event], {
      env: { HOME: this.home, ...this.env, ...env },
      stdin: Readable.from([Buffer.from(this.#inputOf(event, input))]),
      stdout: isClientGone ? goneClient() : take('stdout'),
      stderr: take('stderr'),
      elapsedMs: () => -SLOW_MS,
      nowMs: () => nowMs,
    });
    return { code, ...output, text: textIn(output.stdout) };
  }

  #inputOf(event: string, input: Json | string): string {
    if (typeof input === 'string') return input;
    return JSON.stringify({ ...hookExample(this.client, event).input, ...input });
  }

  /** The text that the model reads; empty: the hook printed nothing. Throws where the hook failed. */
  async textOf(event: string, start: HookStart = {}): Promise<string> {
    const { code, stdout, stderr } = await this.run(event, start);
    if (code !== 0) throw new Error(`the hook ended with ${code}: ${stderr}`);
    return textIn(stdout);
  }

  close(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** The text in a hook's output, wherever its client reads it. */
export function textIn(stdout: string): string {
  if (stdout === '') return '';
  const { hookSpecificOutput, reason } = JSON.parse(stdout) as {
    hookSpecificOutput?: { additionalContext: string };
    reason?: string;
  };
  return hookSpecificOutput?.additionalContext ?? reason ?? '';
}

/** A pipe that nobody reads any more. */
const goneClient = (): Writable =>
  new Writable({
    write: (_chunk, _encoding, done) => {
      done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    },
  });

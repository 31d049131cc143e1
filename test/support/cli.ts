import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The built command, as a bin of the package starts it. */
export const CLI = join(import.meta.dirname, '../../dist/src/cli/gistboard.js');

export interface CliRun {
  /** null: a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  /** All of its environment, beside PATH and a HOME without anything in it. */
  readonly env?: Readonly<Record<string, string>>;
  /** What it reads; absent: an empty standard input. */
  readonly input?: string | Uint8Array;
  readonly cwd?: string;
  /** More may come behind the input. */
  readonly isKeptOpen?: boolean;
}

/** Runs `gistboard ARGS` to its end. */
export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  const child = spawnCli(args, options);
  const ended = once(child, 'close');
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const [code] = (await ended) as [number | null];
  return { code, stdout, stderr };
}

/** Runs `gistboard ARGS` for a reader that is gone before the first byte, as `| head -0` would be. */
export async function runCliUnread(args: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  const child = spawnCli(args, options);
  const ended = once(child, 'close');
  child.stdout.destroy();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const [code] = (await ended) as [number | null];
  return { code, stdout: '', stderr };
}

/** Runs `gistboard ARGS` at a terminal and answers all that it shows. Linux: `script` takes other arguments elsewhere. */
export async function runAtTerminal(args: string, env: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn('script', ['-qec', `'${process.execPath}' '${CLI}' ${args}`, '/dev/null'], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let seen = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (seen += chunk));
  await once(child, 'close');
  return seen;
}

/** The command line of one agent, where the service trusts names. */
export const cliOf =
  (url: string, agent: string) =>
  (args: readonly string[], options: CliOptions = {}): Promise<CliRun> =>
    runCli(args, { ...options, env: { GISTBOARD_URL: url, GISTBOARD_AGENT: agent, ...options.env } });

/** Starts `gistboard ARGS`, for a test that does not wait for its end. */
export function spawnCli(args: readonly string[], options: CliOptions = {}): ChildProcessWithoutNullStreams {
  const { env = {}, input = '', cwd = tmpdir(), isKeptOpen = false } = options;
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: join(tmpdir(), 'gistboard-no-home'), ...env },
    stdio: 'pipe',
  });
  // A command that does not read its input may be gone before it has it.
  child.stdin.on('error', () => undefined).write(input);
  if (!isKeptOpen) child.stdin.end();
  return child;
}

import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { createClient, type ClientIdentity, type GistboardClient } from '../../client/index.js';
import { CliError } from './cli-error.js';

export const DEFAULT_URL = 'http://127.0.0.1:8660';

/** What flags may say about the way to the service; the environment says it otherwise. */
export interface ConnectionFlags {
  readonly url?: string;
  readonly agent?: string;
  readonly tokenFile?: string;
  readonly board?: string;
}

/** A way to the service. */
export interface Connection {
  /** Without a slash at the end. */
  readonly url: string;
  /** False: nobody named a service, and it is the one of this machine. */
  readonly isNamed: boolean;
  readonly identity: ClientIdentity;
  readonly board: string | undefined;
  readonly client: GistboardClient;
}

type Env = Readonly<Record<string, string | undefined>>;

export function addConnectionFlags(command: Command): Command {
  return command
    .option('--url <url>', `where the service is (GISTBOARD_URL; ${DEFAULT_URL})`)
    .option('--agent <name>', 'who you are, where the service trusts names (GISTBOARD_AGENT)')
    .option('--token-file <file>', 'a file that holds your token (or GISTBOARD_TOKEN; never an argument)')
    .option('--board <board>', 'the board (GISTBOARD_BOARD; else your only one)');
}

/**
 * The way to the service that flags and environment name; throws a usage `CliError` where they contradict each other.
 * `clientName` is the last part of the name of an agent who did not give one.
 */
export function connectionOf(flags: ConnectionFlags, env: Env, clientName?: string): Connection {
  const named = flags.url ?? env.GISTBOARD_URL;
  const url = (named ?? DEFAULT_URL).replace(/\/+$/, '');
  if (!URL.canParse(url)) throw new CliError('usage', `"${url}" is no URL. An example: ${DEFAULT_URL}`);
  const identity = identityOf(flags, env, clientName);
  const board = flags.board ?? env.GISTBOARD_BOARD;
  return { url, isNamed: named !== undefined, identity, board, client: createClient(url, identity) };
}

function identityOf(flags: ConnectionFlags, env: Env, clientName: string | undefined): ClientIdentity {
  const token = flags.tokenFile === undefined ? env.GISTBOARD_TOKEN : tokenIn(flags.tokenFile);
  const agent = flags.agent ?? env.GISTBOARD_AGENT;
  if (token !== undefined && agent !== undefined) {
    throw new CliError(
      'usage',
      'Both a token (GISTBOARD_TOKEN or --token-file) and a name (GISTBOARD_AGENT or --agent) say who you are. Keep one: a token has its name with the service.',
    );
  }
  if (token !== undefined) return { token };
  return { agent: agent ?? [userName(), clientName].filter(Boolean).join('-') };
}

function tokenIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new CliError('usage', `The token file ${file} can't be read.`);
  }
}

/** The user's name in the letters that a name may have. */
function userName(): string {
  const name = userInfo()
    .username.replace(/[^A-Za-z0-9._-]/g, '')
    .replace(/^[._-]+/, '');
  return name === '' ? 'someone' : name;
}

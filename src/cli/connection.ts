import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { createClient, type ClientIdentity, type GistboardClient } from '../../client/index.js';
import { AGENT_NAME } from '../kernel/names.js';
import { CliError } from './cli-error.js';

export const DEFAULT_URL = 'http://127.0.0.1:8660';

/** Of the user's name and of the client's in the name that an agent has by default: together at most 64. */
const NAME_PART = 31;

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

export type Env = Readonly<Record<string, string | undefined>>;

/** A client's configuration may pass on an empty variable, or its bare name, where there is none. */
export const given = (value: string | undefined): string | undefined =>
  value === '' || value?.startsWith('$GISTBOARD_') || value?.startsWith('${GISTBOARD_') ? undefined : value;

export function addConnectionFlags(command: Command): Command {
  return command
    .option('--url <url>', 'where the service is (GISTBOARD_URL; else on this machine at port GISTBOARD_PORT or 8660)')
    .option('--agent <name>', 'who you are, where the service trusts names (GISTBOARD_AGENT)')
    .option('--token-file <file>', 'a file that holds your token (or GISTBOARD_TOKEN; never an argument)')
    .option('--board <board>', 'the board (GISTBOARD_BOARD; else your only one)');
}

/**
 * The way to the service that flags and environment name; throws a usage `CliError` where they contradict each other.
 * `clientName` is the last part of the name of an agent who did not give one.
 */
export function connectionOf(flags: ConnectionFlags, env: Env, clientName?: string): Connection {
  const named = flags.url ?? given(env.GISTBOARD_URL);
  const url = named === undefined ? localUrl(env) : serviceUrl(named);
  const identity = identityOf(flags, env, clientName);
  const board = flags.board ?? given(env.GISTBOARD_BOARD);
  return { url, isNamed: named !== undefined, identity, board, client: createClient(url, identity) };
}

/** Where the service of this machine listens; another port than the usual one keeps two users of it apart. */
export function localPort(env: Env): number {
  const text = given(env.GISTBOARD_PORT) ?? '8660';
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw new CliError('usage', 'GISTBOARD_PORT must be a port from 1 to 65535.');
}

export const localUrl = (env: Env): string => `http://127.0.0.1:${localPort(env)}`;

/** The URL of a service without a slash at its end; throws a usage `CliError` for what is none, or holds a secret. */
export function serviceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if ((url?.protocol !== 'http:' && url?.protocol !== 'https:') || url.search !== '' || url.hash !== '') {
    throw new CliError('usage', `The service's URL must be an http or https URL, such as ${DEFAULT_URL}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new CliError(
      'usage',
      "The service's URL must hold no name and no password: a token goes into GISTBOARD_TOKEN.",
    );
  }
  return url.href.replace(/\/+$/, '');
}

function identityOf(flags: ConnectionFlags, env: Env, clientName: string | undefined): ClientIdentity {
  const token = flags.tokenFile === undefined ? given(env.GISTBOARD_TOKEN) : tokenIn(flags.tokenFile);
  const agent = flags.agent ?? given(env.GISTBOARD_AGENT);
  if (token !== undefined && agent !== undefined) {
    throw new CliError(
      'usage',
      'Both a token (GISTBOARD_TOKEN or --token-file) and a name (GISTBOARD_AGENT or --agent) say who you are. Keep one: a token has its name with the service.',
    );
  }
  if (token !== undefined) return { token: checkToken(token) };
  if (agent === undefined) return { agent: defaultName(userInfo().username, clientName) };
  if (AGENT_NAME.test(agent)) return { agent };
  throw new CliError(
    'usage',
    `"${agent}" is no agent's name: 1-64 letters, digits, ".", "_", "-", the first a letter or digit.`,
  );
}

function tokenIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new CliError('usage', `The token file ${file} can't be read.`);
  }
}

/** What is no token could not stand in a header; the message does not repeat it. */
function checkToken(token: string): string {
  if (/^[\x21-\x7E]{1,256}$/.test(token)) return token;
  throw new CliError(
    'usage',
    'The token (GISTBOARD_TOKEN or --token-file) must be 1-256 printable characters on one line.',
  );
}

/** The name of an agent who gave none: the user's, and the client's where there is one. */
const defaultName = (user: string, client: string | undefined): string =>
  [nameOf(user) || 'someone', nameOf(client)].filter((part) => part !== '').join('-');

/** A name in the letters that an agent's may have; empty where none is left. */
const nameOf = (text = ''): string =>
  text
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[._-]+|[._-]+$/g, '')
    .slice(0, NAME_PART);

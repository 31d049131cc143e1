import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CLIENTS, type ClientName } from '../clients.js';
import { CliError, EXIT } from '../cli-error.js';
import { type ConnectionFlags, connectionOf } from '../connection.js';
import { Refused } from '../problem.js';
import { EDIT_GUARD, HOOK_EVENTS, HOOK_SHAPES, type HookEvent } from './clients/shapes.js';
import { type HookInput, parseHookInput } from './domain/hook-input.js';
import { type HookProcess, readAll, writeOut } from './hook-streams.js';
import { SessionMemory } from './session-memory.js';
import { stateFolder } from './state-folder.js';

/** How long the agent waits at most, from the start of the process to its end. */
const LIMIT_MS: Readonly<Record<HookEvent, number>> = {
  'session-start': 5_000,
  'user-prompt-submit': 3_000,
  'post-tool-use': 300,
  stop: 3_000,
};

const USAGE = `gistboard hook ${CLIENTS.join('|')} ${HOOK_EVENTS.join('|')} [--url URL] [--board BOARD]
gistboard hook ${EDIT_GUARD.client} ${EDIT_GUARD.event} [--url URL] [--board BOARD]
`;

/** What ends the process by itself after the last call, and what it takes to say so. */
const SPARE_MS = 20;

/**
 * `gistboard hook CLIENT EVENT`; answers the exit code. It is 0 or 1 and never 2, by which clients understand that the
 * agent must not go on. A service that does not answer is no reason to hold an agent up, or to say anything.
 */
export async function runHook(args: readonly string[], given: HookProcess): Promise<number> {
  const [client, event] = [CLIENTS.find((name) => name === args[0]), HOOK_EVENTS.find((name) => name === args[1])];
  const flags = flagsOf(args.slice(2));
  if (client === EDIT_GUARD.client && args[1] === EDIT_GUARD.event && flags !== undefined) {
    const { guardEdit } = await import('./edit-guard.js');
    return guardEdit(flags, given);
  }
  if (client === undefined || event === undefined || flags === undefined) {
    given.stderr.write(USAGE);
    return EXIT.refused;
  }
  const left = AbortSignal.timeout(Math.max(0, Math.floor(LIMIT_MS[event] - SPARE_MS - given.elapsedMs())));
  try {
    await deliver(client, event, { given, flags, left });
    return EXIT.done;
  } catch (error) {
    return await failure(error, { event, given, isTimeUp: left.aborted });
  }
}

/** Undefined: they are not those of a hook. */
function flagsOf(args: readonly string[]): ConnectionFlags | undefined {
  try {
    return parseArgs({ args: [...args], options: { url: { type: 'string' }, board: { type: 'string' } } }).values;
  } catch {
    return undefined;
  }
}

interface Terms {
  readonly given: HookProcess;
  readonly flags: ConnectionFlags;
  readonly left: AbortSignal;
}

async function deliver(client: ClientName, event: HookEvent, terms: Terms): Promise<void> {
  const { given, left } = terms;
  const shape = HOOK_SHAPES[client][event];
  const parsed = parseHookInput(await readAll(given.stdin, left), shape.name);
  if (parsed.kind === 'broken') throw new CliError('refused', `gistboard hook ${client} ${event}: ${parsed.message}.`);
  const run = runOf(client, parsed.input, terms);
  if (event === 'post-tool-use' && !isPollDue(parsed.input, run)) return;
  // Most hooks of a session end before this, so they don't load it.
  const { offerFor } = await import('./hook-offers.js');
  const offer = await offerFor(event, { input: parsed.input, ...run, left });
  if (offer === undefined) return;
  const isOut = await writeOut(given.stdout, `${JSON.stringify(shape.output(offer.text))}\n`);
  if (isOut) await offer.confirm();
}

function runOf(client: ClientName, input: HookInput, { given, flags }: Terms) {
  const connection = connectionOf(flags, given.env, client);
  const { identity } = connection;
  const who = 'agent' in identity ? identity.agent : identity.token;
  const folder = join(stateFolder(given.env, process.platform, given.env.HOME ?? homedir()), 'hooks');
  const memory = new SessionMemory(folder, [connection.url, who, client, input.sessionId]);
  return { connection, memory, nowMs: given.nowMs() };
}

/** A part of the work whose context the agent never sees is told nothing: it would count as shown. */
const isPollDue = (
  { isSubagent }: HookInput,
  run: { readonly memory: SessionMemory; readonly nowMs: number },
): boolean => !isSubagent && run.memory.claimPoll(run.nowMs);

/** Between two steps of an agent nothing is said that it could not act upon; at the start of a turn its user reads it. */
async function failure(
  error: unknown,
  at: { event: HookEvent; given: HookProcess; isTimeUp: boolean },
): Promise<number> {
  const isQuiet = at.event === 'post-tool-use' || at.event === 'stop';
  if (at.isTimeUp || isQuiet || isServiceAway(error) || isFenced(error)) return EXIT.done;
  const { normaliseBlock } = await import('../../kernel/text.js');
  at.given.stderr.write(`${normaliseBlock(error instanceof Error ? error.message : String(error))}\n`);
  return EXIT.refused;
}

/** The role of a goal that does not see the board has nothing to be told by hooks: its own tools tell it. */
const isFenced = (error: unknown): boolean => error instanceof Refused && error.problem.code === 'forbidden';

/** Also where it answers, but can't now: the agent can do nothing about it. */
const isServiceAway = (error: unknown): boolean =>
  error instanceof Refused
    ? error.problem.status >= 500 || error.problem.status === 429
    : error instanceof CliError && error.exitCode === EXIT.unreachable;

import { isAbsolute } from 'node:path';
import { conflictLines } from '../../mcp/domain/lease-lines.js';
import { framed } from '../../mcp/domain/frame.js';
import { CliError, EXIT } from '../cli-error.js';
import { type ConnectionFlags, connectionOf } from '../connection.js';
import { repositoryPaths } from '../local/repository-path.js';
import { Refused } from '../problem.js';
import { BoardCalls } from './board-calls.js';
import { EDIT_GUARD } from './clients/shapes.js';
import { type HookInput, parseHookInput } from './domain/hook-input.js';
import { type HookProcess, readAll, writeOut } from './hook-streams.js';

/** An edit waits no longer than this for the answer. */
const LIMIT_MS = 2_000;
/** An agent that names no board may use many; those that it uses at once are few. */
const MOST_BOARDS = 5;

/**
 * Denies an edit of a file that another agent holds, and any edit of a role that may not change files, or of a token
 * that was refused: it may have been that of such a role. Leases keep agents apart that heed them, so whatever else goes
 * wrong here lets the edit go on, with a line for the user. Answers the exit code.
 */
export async function guardEdit(flags: ConnectionFlags, given: HookProcess): Promise<number> {
  const left = AbortSignal.timeout(Math.max(0, Math.floor(LIMIT_MS - given.elapsedMs())));
  try {
    const parsed = parseHookInput(await readAll(given.stdin, left), EDIT_GUARD.name);
    if (parsed.kind === 'broken') throw new CliError('refused', `${parsed.message}.`);
    const connection = connectionOf(flags, given.env, EDIT_GUARD.client);
    const reason = await reasonAgainst(parsed.input, new BoardCalls(connection, left));
    if (reason !== undefined) await print(given, EDIT_GUARD.deny(reason));
  } catch (error) {
    const why = left.aborted ? 'there was no answer in time.' : error instanceof Error ? error.message : String(error);
    await print(given, EDIT_GUARD.warn(`Gistboard: who holds this file was not checked, and the edit goes on: ${why}`));
  }
  return EXIT.done;
}

/** Why the edit must not happen; undefined: nothing is against it. */
async function reasonAgainst({ folder, editedFile }: HookInput, calls: BoardCalls): Promise<string | undefined> {
  if (editedFile === undefined) return undefined;
  const role = await calls.role().catch(refusedToken);
  if (role === 'refused') return TOKEN_REFUSED;
  if (role?.may_edit === false)
    return `Your role ${role.name} may not change files. Hand over what you have by artifact_write, as the tool guide says.`;
  // Who does not see the board is not told who holds what on it.
  if (role?.sees_board === false) return undefined;
  const paths = guardedPaths(editedFile, folder ?? process.cwd());
  if (paths.length === 0) return undefined;
  const boards = (await calls.boards()).slice(0, MOST_BOARDS);
  const asked = boards.flatMap((board) => paths.map((path) => ({ board, path })));
  const answers = await Promise.all(
    asked.map(async ({ board, path }) => ({ ...(await calls.check(board, path)), path })),
  );
  for (const { ok, conflicts, path } of answers) {
    const holder = conflicts[0]?.held_by;
    if (ok || holder === undefined) continue;
    const ours = `${path} is held by ${holder}. Don't edit it now, by no other tool either: work on something else, or ask ${holder} with the tool post.`;
    return framed([ours], conflictLines(conflicts));
  }
  return undefined;
}

const TOKEN_REFUSED =
  'The service does not know your token (any more): it has ended, or its goal was closed. So it is not known whether you may change files. Stop editing, and tell your user that GISTBOARD_TOKEN needs a token that is valid.';

/** Nobody answers for a token that is refused; a service that is away says nothing of it. */
function refusedToken(error: unknown): 'refused' {
  if (error instanceof Refused && error.problem.code === 'unauthenticated') return 'refused';
  throw error;
}

/** The names of a file in its repository; without one, the name that a client that names it from here gives. */
function guardedPaths(file: string, folder: string): readonly string[] {
  const names = repositoryPaths(file, folder);
  const guarded = names.length > 0 || isAbsolute(file) || file.startsWith('..') ? names : [file];
  return guarded.filter((path) => path !== '.');
}

const print = ({ stdout }: HookProcess, output: object): Promise<boolean> =>
  writeOut(stdout, `${JSON.stringify(output)}\n`);

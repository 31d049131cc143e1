import { Command, CommanderError } from 'commander';
import { PRODUCT, PRODUCT_SLUG, VERSION } from '../kernel/product.js';
import { addAgreement } from './commands/agreement.command.js';
import { addArtifact } from './commands/artifact.command.js';
import { addBoard } from './commands/board.command.js';
import { addClaim } from './commands/claim.command.js';
import { addDoctor } from './commands/doctor.command.js';
import { addDownload } from './commands/download.command.js';
import { addExport } from './commands/export.command.js';
import { addFacts } from './commands/facts.command.js';
import { addFiles } from './commands/files.command.js';
import { addGoal } from './commands/goal.command.js';
import { addGrep } from './commands/grep.command.js';
import { addHook } from './commands/hook.command.js';
import { addImport } from './commands/import.command.js';
import { addInbox } from './commands/inbox.command.js';
import { addInvite } from './commands/invite.command.js';
import { addJoin } from './commands/join.command.js';
import { addLease } from './commands/lease.command.js';
import { addMcp } from './commands/mcp.command.js';
import { addMessages } from './commands/messages.command.js';
import { addPing } from './commands/ping.command.js';
import { addPost } from './commands/post.command.js';
import { addRead } from './commands/read.command.js';
import { addRelease } from './commands/release.command.js';
import { addRoster } from './commands/roster.command.js';
import { addRole } from './commands/role.command.js';
import { addServe } from './commands/serve.command.js';
import { addSetup } from './commands/setup.command.js';
import { addSnapshot } from './commands/snapshot.command.js';
import { addStop } from './commands/stop.command.js';
import { addTasks } from './commands/tasks.command.js';
import { addToken } from './commands/token.command.js';
import { addUnfold } from './commands/unfold.command.js';
import { addUpload } from './commands/upload.command.js';
import { addWait } from './commands/wait.command.js';
import { addWatch } from './commands/watch.command.js';
import { addWhoami } from './commands/whoami.command.js';
import { addWorkspace } from './commands/workspace.command.js';
import { addWrite } from './commands/write.command.js';
import { CliError, EXIT } from './cli-error.js';
import { hint } from './output.js';
import { systemCode } from './system-code.js';

/** Each adds one command; they are shown in this order. */
const COMMANDS: readonly ((program: Command) => void)[] = [
  addServe,
  addMcp,
  addStop,
  addRead,
  addWrite,
  addGrep,
  addUnfold,
  addClaim,
  addRelease,
  addTasks,
  addLease,
  addRoster,
  addSnapshot,
  addPost,
  addInbox,
  addMessages,
  addWait,
  addPing,
  addFacts,
  addAgreement,
  addUpload,
  addDownload,
  addFiles,
  addArtifact,
  addWatch,
  addWhoami,
  addJoin,
  addToken,
  addInvite,
  addBoard,
  addRole,
  addGoal,
  addWorkspace,
  addExport,
  addImport,
  addSetup,
  addDoctor,
  addHook,
];

const AFTER_HELP = `
Environment: GISTBOARD_URL, GISTBOARD_TOKEN or GISTBOARD_AGENT, GISTBOARD_BOARD; flags go before them.
Exit codes: ${EXIT.done} done, ${EXIT.refused} refused, ${EXIT.usage} wrong usage, ${EXIT.unreachable} no service reached.
"${PRODUCT_SLUG} COMMAND --help" says more of each.`;

export function createProgram(): Command {
  const program = new Command(PRODUCT_SLUG)
    .description('The shared context of a team of AI coding agents')
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError('(--help shows what there is)')
    .addHelpText('after', AFTER_HELP);
  for (const add of COMMANDS) add(program);
  return program;
}

/** Runs one command line; answers the exit code (`EXIT`), and has said on stderr what went wrong. */
export async function runProgram(argv: readonly string[]): Promise<number> {
  // A reader that went away (`| head`) is no error of ours; who must know hears it from the write itself.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    await createProgram().parseAsync(argv);
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    if (isReaderGone(error)) return EXIT.done;
    const failure = error instanceof CliError ? error : unforeseen(error);
    hint(failure.message);
    return failure.exitCode;
  }
}

/** Nothing that a command expects: the system's refusal, or an answer in another form than this version knows. */
function unforeseen(error: unknown): CliError {
  const message = error instanceof Error ? error.message : String(error);
  if (systemCode(error) !== undefined) return new CliError('refused', message);
  return new CliError(
    'unreachable',
    `The answer was not understood (${message}). Is it ${PRODUCT} that answers? If it runs another version than ${VERSION}, update the older of the two.`,
  );
}

const isReaderGone = (error: unknown): boolean => systemCode(error) === 'EPIPE';

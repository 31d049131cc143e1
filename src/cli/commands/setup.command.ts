import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Argument, type Command, Option } from 'commander';
import { CLIENTS, type ClientName } from '../clients.js';
import { CliError } from '../cli-error.js';
import { serviceUrl } from '../connection.js';
import { stateFolder } from '../hooks/state-folder.js';
import { BOARD_SLUG } from '../../kernel/names.js';
import { printJson, printText } from '../output.js';
import { PROGRAM_FILE } from '../own-command.js';
import { SCOPES, type Scope } from '../setup/setup-options.js';

interface SetupFlags {
  readonly scope: Scope;
  readonly url?: string;
  readonly board?: string;
  readonly unattended?: true;
  readonly undo?: true;
  readonly yes?: true;
  readonly json?: true;
}

/** `gistboard setup CLIENT`: the MCP entry, the hooks and the approval rules in the client's own configuration. */
export function addSetup(program: Command): void {
  program
    .command('setup')
    .description('connect an agent client: MCP server, hooks, approval of the tools that only read')
    .addArgument(new Argument('<client>').choices(CLIENTS))
    .addOption(new Option('--scope <scope>', 'whose configuration').choices(SCOPES).default('project'))
    .option('--url <url>', 'write where the service is (else GISTBOARD_URL decides at each start)')
    .option('--board <board>', 'write which board (else GISTBOARD_BOARD decides at each start)')
    .option('--unattended', 'approve the tools that write, too: nobody is there to ask')
    .option('--undo', 'take out what setup wrote')
    .option('--yes', 'write without asking')
    .option('--json', 'print the changes as JSON')
    .action((client: ClientName, flags: SetupFlags) => setUp(client, flags));
}

async function setUp(client: ClientName, flags: SetupFlags): Promise<void> {
  const { planSetup } = await import('../setup/run-setup.js');
  const { SetupRecords } = await import('../setup/setup-record.js');
  const { writeChanges } = await import('../setup/write-files.js');
  const { notesFor, projectFolder } = await import('../setup/setup-notes.js');
  const home = process.env.HOME ?? homedir();
  const records = new SetupRecords(join(stateFolder(process.env, process.platform, home), 'setup'));
  const options = { scope: flags.scope, isUnattended: flags.unattended === true, flags: wordsOf(flags) };
  const places = { home, project: projectFolder(process.cwd()), env: process.env, program: PROGRAM_FILE };
  const { changes, diff } = planSetup(client, { options, places, records, isUndo: flags.undo === true });
  const isWritten = changes.length > 0 && (flags.yes === true || (await isWanted(diff, flags)));
  if (isWritten) writeChanges(changes, records);
  const files = changes.map(({ path, now, next }) => ({
    path,
    change: now === null ? 'new' : next === null ? 'removed' : 'edited',
  }));
  const notes = flags.undo === true ? [] : notesFor(client, flags.scope);
  if (flags.json === true) return printJson({ client, scope: flags.scope, files, written: isWritten, diff, notes });
  if (changes.length === 0)
    return printText(flags.undo === true ? 'There is nothing of gistboard to take out.' : 'It is set up already.');
  return printText([...(flags.yes === true ? [diff, ''] : []), 'Done.', ...notes].join('\n'));
}

/** What adapter and hooks are told at each start, and what may stand in files that are shared. */
function wordsOf({ url, board }: SetupFlags): readonly string[] {
  if (board !== undefined && !BOARD_SLUG.test(board)) {
    throw new CliError(
      'usage',
      'The board must be 1-64 lower-case letters, digits, ".", "_", "-", the first a letter or digit.',
    );
  }
  return [...(url === undefined ? [] : ['--url', serviceUrl(url)]), ...(board === undefined ? [] : ['--board', board])];
}

/** Asks the person at the terminal; without one, says what it takes to write. */
async function isWanted(diff: string, { json }: SetupFlags): Promise<boolean> {
  if (json === true) return false;
  await printText(diff);
  if (!process.stdin.isTTY) throw new CliError('refused', 'Nothing was written. Add --yes to write this.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question('Write this? [y/N] ');
    if (/^y(es)?$/i.test(answer.trim())) return true;
  } finally {
    terminal.close();
  }
  throw new CliError('refused', 'Nothing was written.');
}

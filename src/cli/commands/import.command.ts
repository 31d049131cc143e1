import { createReadStream, statSync } from 'node:fs';
import type { Command } from 'commander';
import { CliError } from '../cli-error.js';
import { oneOf } from '../flags.js';
import { hint, printJson } from '../output.js';
import { addServiceFlags, openService, type Service, type ServiceFlags } from '../service.js';
import { clauderLines } from '../transfer/clauder.js';
import { linesOf } from '../transfer/file-lines.js';
import { Progress } from '../transfer/progress.js';
import { type Import, sendFile } from '../transfer/send-file.js';

interface ImportFlags extends ServiceFlags {
  readonly from?: 'clauder';
}

const EXAMPLE = `
Example:
  gistboard import main main.jsonl
  gistboard import session --from clauder ~/.clauder_coord/default

The board must not be there, or have no entry. Nobody sees it before all is there; what is refused leaves nothing.
Operators only.`;

/** `gistboard import`: a board out of what `gistboard export` wrote. */
export function addImport(program: Command): void {
  const command = program
    .command('import')
    .description('make a board out of an export (operators)')
    .argument('<board>', 'the name that the board will have')
    .argument('[file]', "the export (default: standard input); the events' folder with --from clauder")
    .option('--from <tool>', 'clauder: the folder of a ClaudeR session, with its events.jsonl', oneOf(['clauder']))
    .addHelpText('after', EXAMPLE);
  addServiceFlags(command).action(importBoard);
}

async function importBoard(board: string, file: string | undefined, flags: ImportFlags): Promise<void> {
  const { service, own } = openService({ ...flags, board });
  // Before the import begins: a file that is not there should touch nothing.
  const lines = own.from === undefined ? await fileLines(file) : await clauderLines(board, file);
  const begun = await service.ask(service.client.POST('/imports', { body: { board } }));
  const done = await send(service, begun, lines);
  if (service.isJson) await printJson({ board, entries: done.entries, lines: done.lines });
  else hint(`Imported ${board}: ${done.entries} entries.`);
}

async function send(service: Service, begun: Import, lines: AsyncIterable<Buffer>): Promise<Import> {
  const progress = new Progress();
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM']) {
      process.once(signal, () => {
        reject(new CliError('refused', 'Interrupted; nothing of the file was kept.'));
      });
    }
  });
  const onPart = ({ entries, announced }: Import): void => {
    progress.show(entries, announced);
  };
  try {
    const sofar = await Promise.race([sendFile(service, begun, { lines, onPart }), interrupted]);
    if (sofar.done) return sofar;
    throw new CliError(
      'refused',
      `The file ends after line ${sofar.lines} without the last line of an export: it was cut. Nothing of it was kept.`,
    );
  } catch (error) {
    // Best effort: what is left of an import is removed after an hour in any case.
    await service.client
      .DELETE('/imports/{import}', { params: { path: { import: begun.import } } })
      .catch(() => undefined);
    throw error;
  } finally {
    progress.end();
  }
}

async function fileLines(file: string | undefined): Promise<AsyncIterable<Buffer>> {
  if (file === undefined || file === '-') return linesOf(process.stdin);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw new CliError('usage', `${file} is a folder. Name the file of an export, or add --from clauder.`);
  }
  const stream = createReadStream(file);
  await new Promise<void>((resolve, reject) => {
    stream.once('open', () => {
      resolve();
    });
    stream.once('error', (error) => {
      reject(new CliError('usage', `The file can't be read: ${error.message}`));
    });
  });
  return linesOf(stream);
}

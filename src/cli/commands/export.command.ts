import type { Command } from 'commander';
import { answerOf } from '../answer.js';
import { CliError } from '../cli-error.js';
import { connectionOf } from '../connection.js';
import { hint, printJson } from '../output.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';
import { checkLine, type ExportCheck, NOTHING_CHECKED } from '../transfer/check-export.js';
import { linesOf } from '../transfer/file-lines.js';
import { type Output, outputFile, STANDARD_OUTPUT } from '../transfer/output-file.js';
import { Progress } from '../transfer/progress.js';

interface ExportFlags extends ServiceFlags {
  readonly output?: string;
}

/** Characters; a call of the system for each line would take longer than all the rest. */
const WRITTEN_AT_ONCE = 65_536;

const EXAMPLE = `
Example:
  gistboard export main --output main.jsonl
  gistboard import main main.jsonl                     # on another service

All of it, messages between members too: keep the file as you keep the database. Operators only.`;

/** `gistboard export`: a whole board, as lines of JSON. */
export function addExport(program: Command): void {
  const command = program
    .command('export')
    .description('write a whole board down, as lines of JSON (operators)')
    .argument('[board]', 'the board (or --board)')
    .option('--output <file>', 'where to (default: standard output)')
    .addHelpText('after', EXAMPLE);
  addServiceFlags(command).action(exportBoard);
}

async function exportBoard(named: string | undefined, given: ExportFlags): Promise<void> {
  const flags = named === undefined ? given : { ...given, board: named };
  const { service, own } = openService(flags);
  const board = await service.board();
  // A connection of its own: an export has no deadline.
  const connection = connectionOf(flags, process.env);
  const params = { path: { board } };
  const call = connection.client.GET('/board/{board}/export', { params, parseAs: 'stream' });
  const body: AsyncIterable<Uint8Array> | null = await answerOf(call, connection);
  const output = own.output === undefined ? STANDARD_OUTPUT : await outputFile(own.output);
  const { entries, digest } = await copy(body ?? [], output);
  if (service.isJson && own.output !== undefined) await printJson({ board, entries, digest, file: own.output });
  else hint(`Exported ${board}: ${entries} entries.`);
}

async function copy(body: AsyncIterable<Uint8Array> | readonly [], output: Output): Promise<ExportCheck> {
  const progress = new Progress();
  let check = NOTHING_CHECKED;
  let waiting = '';
  try {
    for await (const bytes of linesOf(asStream(body))) {
      const line = bytes.toString();
      check = checkLine(check, line);
      waiting += `${line}\n`;
      if (waiting.length < WRITTEN_AT_ONCE) continue;
      await output.write(waiting);
      waiting = '';
      progress.show(check.entries, check.announced);
    }
    await output.write(waiting);
    if (!check.isWhole) throw new TypeError('its last line is missing');
    await output.keep();
    return check;
  } catch (error) {
    await output.discard();
    if (!(error instanceof TypeError)) throw error;
    throw new CliError(
      'unreachable',
      `The export was cut off after ${check.lines} lines (${error.message}). Run it again.`,
    );
  } finally {
    progress.end();
  }
}

async function* asStream(body: AsyncIterable<Uint8Array> | readonly []): AsyncGenerator<Uint8Array> {
  yield* body;
}

import type { Command } from 'commander';
import { connectionOf } from '../connection.js';
import { entryLine } from '../entry-text.js';
import { printJson, printText } from '../output.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';
import { entriesOf } from '../watch/follow.js';

interface WatchFlags extends ServiceFlags {
  readonly after?: string;
}

const EXAMPLE = `
Example:
  gistboard watch main --after 0

One entry a line; with --json as the service sends it. Ctrl-C ends it.`;

/** `gistboard watch`: a board as it is written to. */
export function addWatch(program: Command): void {
  const command = program
    .command('watch')
    .description('follow a board: each entry as it is written')
    .argument('[board]', 'the board (or --board)')
    .option('--after <label>', 'begin behind this entry; 0: with the first (default: what is written from now on)')
    .addHelpText('after', EXAMPLE);
  addServiceFlags(command).action(watch);
}

async function watch(board: string | undefined, given: WatchFlags): Promise<void> {
  const flags = board === undefined ? given : { ...given, board };
  const { service, own } = openService(flags);
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      ending.abort();
    });
  }
  const following = { board: await service.board(), after: own.after, until: ending.signal };
  // A connection of its own: a stream has no deadline.
  for await (const entry of entriesOf(connectionOf(flags, process.env), following)) {
    await (service.isJson ? printJson(entry) : printText(entryLine(entry)));
  }
}

import type { Command } from 'commander';
import type { components } from '../../../client/api.js';
import { entryLine } from '../entry-text.js';
import { addFilterFlags, type FilterFlags, filterOf, oneOf, wholeNumber } from '../flags.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

interface GrepFlags extends ServiceFlags, FilterFlags {
  readonly in?: 'content' | 'detail' | 'all';
  readonly kinds?: 'gist' | 'all';
  readonly since?: string;
  readonly until?: string;
  readonly before?: string;
  readonly limit?: number;
}

const EXAMPLE = `
Example:
  gistboard grep 'deadlock & (shard | lease)' --type FAIL

Terms are joined by & | ! and brackets; "..." holds a text with those signs. Letter case does not matter. Newest first.`;

/** `gistboard grep`: everything ever written. */
export function addGrep(program: Command): void {
  const command = program
    .command('grep')
    .description('search everything that was ever written')
    .argument('<query...>', 'what to search; quote it')
    .addHelpText('after', EXAMPLE);
  addFilterFlags(command)
    .option('--in <where>', 'content, detail or all (default: content)', oneOf(['content', 'detail', 'all']))
    .option('--kinds <kinds>', 'gist, or all: messages too (default: gist)', oneOf(['gist', 'all']))
    .option('--since <instant>', 'only entries written then or later, such as 2026-11-30T13:05:00Z')
    .option('--until <instant>', 'only entries written before')
    .option('--before <label>', 'only entries before this one')
    .option('--limit <count>', 'at most this many', wholeNumber);
  addServiceFlags(command).action(grep);
}

async function grep(words: readonly string[], flags: GrepFlags): Promise<void> {
  const { service, own } = openService(flags);
  const path = { board: await service.board() };
  const query = { ...filterOf(own), q: words.join(' ') };
  await service.show(
    await service.ask(service.client.GET('/board/{board}/grep', { params: { path, query } })),
    matchesText,
  );
}

function matchesText({ matches, returned, total, next_before }: components['schemas']['GrepAnswerDto']): string {
  const older = next_before === undefined ? '' : `; for older ones: --before ${next_before}`;
  return [...matches.map(entryLine), `${returned} of ${total} found${older}`].join('\n');
}

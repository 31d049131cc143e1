import type { Command } from 'commander';
import { addFilterFlags, type FilterFlags, filterOf, wholeNumber } from '../flags.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

interface ReadFlags extends ServiceFlags, FilterFlags {
  readonly after?: string;
  readonly before?: string;
  readonly budget?: number;
}

/** `gistboard read`: the live view, as the service writes it. */
export function addRead(program: Command): void {
  const command = program.command('read').description('print what the team knows now: the live notes of a board');
  addFilterFlags(command)
    .option('--after <label>', 'only entries after this one')
    .option('--before <label>', 'only entries before this one')
    .option('--budget <tokens>', 'at most this many tokens (of 4 characters)', wholeNumber);
  addServiceFlags(command).action(read);
}

async function read(flags: ReadFlags): Promise<void> {
  const { service, own } = openService(flags);
  const path = { board: await service.board() };
  const format = service.isJson ? 'json' : 'text';
  const parameters = { params: { path, query: { ...filterOf(own), format } }, parseAs: format } as const;
  await service.show(await service.ask(service.client.GET('/board/{board}/read', parameters)), String);
}

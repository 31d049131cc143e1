import type { Command } from 'commander';
import type { components } from '../../../client/api.js';
import { presenceText, takenText } from '../../mcp/domain/roster-lines.js';
import { wholeNumber } from '../flags.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

type Answer = components['schemas']['RosterDto'];

interface RosterFlags extends ServiceFlags {
  readonly staleAfter?: number;
  readonly limit?: number;
}

/** `gistboard roster`: who is there. */
export function addRoster(program: Command): void {
  const command = program
    .command('roster')
    .description('list who is on the board, who was there last first')
    .option('--stale-after <seconds>', 'who was not there for longer is stale', wholeNumber)
    .option('--limit <count>', 'at most this many', wholeNumber);
  addServiceFlags(command).action(roster);
}

async function roster(flags: RosterFlags): Promise<void> {
  const { service, own } = openService(flags);
  const { staleAfter, ...rest } = own;
  const query = { ...rest, ...(staleAfter === undefined ? {} : { stale_after_s: staleAfter }) };
  const path = { board: await service.board() };
  const call = service.client.GET('/board/{board}/roster', { params: { path, query } });
  await service.show(await service.ask(call), answerText);
}

function answerText({ items, left_out }: Answer): string {
  if (items.length === 0) return 'Nobody is on the board by name.';
  const more = left_out === undefined ? [] : [`There are ${left_out} more: --limit`];
  return [...items.map((member) => `${presenceText(member)}: ${takenText(member)}`), ...more].join('\n');
}

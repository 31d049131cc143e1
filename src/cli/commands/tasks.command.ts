import type { Command } from 'commander';
import type { components } from '../../../client/api.js';
import { minuteOf } from '../entry-text.js';
import { wholeNumber } from '../flags.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

type Answer = components['schemas']['LeaseListDto'];

interface TasksFlags extends ServiceFlags {
  readonly holder?: string;
  readonly limit?: number;
}

/** `gistboard tasks`: who holds what. */
export function addTasks(program: Command): void {
  const command = program
    .command('tasks')
    .description('list who holds what, the oldest lease first')
    .option('--holder <agent>', 'only of this agent')
    .option('--limit <count>', 'at most this many', wholeNumber);
  addServiceFlags(command).action(tasks);
}

async function tasks(flags: TasksFlags): Promise<void> {
  const { service, own } = openService(flags);
  const path = { board: await service.board() };
  const call = service.client.GET('/board/{board}/leases', { params: { path, query: own } });
  await service.show(await service.ask(call), answerText);
}

function answerText({ items, left_out }: Answer): string {
  if (items.length === 0) return 'Nobody holds anything.';
  const more = left_out === undefined ? [] : [`There are ${left_out} more: --limit, --holder`];
  return [...items.map(leaseText), ...more].join('\n');
}

function leaseText({
  lease,
  holder,
  since,
  expires_at,
  expires_in_s,
  expired,
  resources,
  intent,
}: Answer['items'][number]) {
  const end = expired ? `ran out ${minuteOf(expires_at)}, not released` : `${expires_in_s} s left`;
  const what = [resources.join(', '), intent].filter((part) => part !== '').join(' | ');
  return `${lease} ${holder} since ${minuteOf(since)}, ${end}: ${what}`;
}

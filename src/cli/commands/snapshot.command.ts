import type { Command } from 'commander';
import type { components } from '../../../client/api.js';
import { wholeNumber } from '../flags.js';
import { hint } from '../output.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

type Answer = components['schemas']['SnapshotDto'];

interface SnapshotFlags extends ServiceFlags {
  readonly budget?: number;
}

/** `gistboard snapshot`: what the caller was not shown yet, of the named board or of all. */
export function addSnapshot(program: Command): void {
  const command = program
    .command('snapshot')
    .description('print what you were not shown yet, and count it as shown')
    .option('--budget <tokens>', 'at most this many tokens (of 4 characters)', wholeNumber);
  addServiceFlags(command).action(snapshot);
}

async function snapshot(flags: SnapshotFlags): Promise<void> {
  const { service, own } = openService(flags);
  const named = service.namedBoard === undefined ? {} : { boards: service.namedBoard };
  const format = service.isJson ? 'json' : 'text';
  const query = { ...own, ...named, format, advance: 'false' } as const;
  const answer = await service.ask(service.client.GET('/snapshot', { params: { query } }));
  await service.show(answer, answerText);
  if (!service.isJson && answer.warning !== undefined) hint(answer.warning);
  // Only what is out counts as shown: a reader that went away has ended this before.
  const boards = Object.fromEntries(answer.boards.map(({ board, to }) => [board, to]));
  if (answer.boards.length > 0) await service.ask(service.client.POST('/snapshot/ack', { body: { boards } }));
}

const answerText = ({ boards }: Answer): string => boards.map(boardText).join('\n');

function boardText({ board, from, text = '', left_out, more }: Answer['boards'][number]): string {
  return [
    text === '' ? `Nothing new on ${board}.` : text,
    ...(left_out === undefined
      ? []
      : [`${left_out.count} more: read --board ${board} --after ${from} --before ${left_out.before}`]),
    ...(more ? [`There are more messages on ${board}: take another snapshot.`] : []),
  ].join('\n');
}

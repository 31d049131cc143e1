import type { Command } from 'commander';
import type { components } from '../../../client/api.js';
import { CliError } from '../cli-error.js';
import { entryLine, indented } from '../entry-text.js';
import { wholeNumber } from '../flags.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

type Answer = components['schemas']['UnfoldAnswerDto'];

interface UnfoldFlags extends ServiceFlags {
  readonly offset?: number;
  readonly max?: number;
}

/** `gistboard unfold`: the details behind labels. */
export function addUnfold(program: Command): void {
  const command = program
    .command('unfold')
    .description('print the long text behind labels')
    .argument('<label...>', 'labels and ranges, such as G12 G15-G18')
    .option('--offset <characters>', 'one label: begin here', wholeNumber)
    .option('--max <characters>', 'one label: at most this many', wholeNumber);
  addServiceFlags(command).action(unfold);
}

async function unfold(labels: readonly string[], flags: UnfoldFlags): Promise<void> {
  const { service, own } = openService(flags);
  const path = { board: await service.board() };
  const query = { ...own, labels: labels.join(',') };
  const answer = await service.ask(service.client.GET('/board/{board}/unfold', { params: { path, query } }));
  await service.show(answer, answerText);
  if (answer.missing.length > 0)
    throw new CliError('refused', `Not there, or not for you: ${answer.missing.join(', ')}`);
}

const answerText = ({ items, left_out }: Answer): string =>
  [
    ...items.map(itemText),
    ...(left_out.length === 0 ? [] : [`It was too much for one answer; unfold also ${left_out.join(' ')}`]),
  ].join('\n');

function itemText({ detail, next_offset, ...entry }: Answer['items'][number]): string {
  return [
    entryLine(entry),
    ...(detail === null ? [] : [indented(detail)]),
    ...(next_offset === undefined ? [] : [`... for the rest: unfold ${entry.label} --offset ${next_offset}`]),
  ].join('\n');
}

import type { Command } from 'commander';
import type { components } from '../../../client/api.js';
import { minuteOf } from '../entry-text.js';
import { wholeNumber } from '../flags.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

type Files = components['schemas']['FilesDto'];

interface FilesFlags extends ServiceFlags {
  readonly before?: string;
  readonly limit?: number;
}

/** `gistboard files`: which files there are. */
export function addFiles(program: Command): void {
  const command = program
    .command('files')
    .description('list shared files, newest first')
    .option('--before <label>', 'only files before this one')
    .option('--limit <number>', 'how many', wholeNumber);
  addServiceFlags(command).action(files);
}

async function files(flags: FilesFlags): Promise<void> {
  const { service, own } = openService(flags);
  const path = { board: await service.board() };
  const call = service.client.GET('/board/{board}/files', { params: { path, query: own } });
  await service.show(await service.ask(call), listText);
}

const listText = ({ items, next_before, used_bytes, total_bytes }: Files): string =>
  [
    ...items.map(fileLine),
    `${used_bytes} of ${total_bytes} bytes are used`,
    ...(next_before === undefined ? [] : [`older ones: files --before ${next_before}`]),
  ].join('\n');

const fileLine = ({ label, author, to, at, bytes, name }: Files['items'][number]): string =>
  [label, author, ...(to === null ? [] : [`to ${to}`]), minuteOf(at), `${bytes} bytes`, name].join(' ');

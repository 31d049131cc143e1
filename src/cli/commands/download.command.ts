import type { Command } from 'commander';
import { connectionOf } from '../connection.js';
import { fetchFile } from '../files/transfer.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

interface DownloadFlags extends ServiceFlags {
  readonly output: string;
  readonly force?: true;
}

/** `gistboard download`: fetches a file that was shared. */
export function addDownload(program: Command): void {
  const command = program
    .command('download')
    .description('fetch a shared file into a folder, and print where it is')
    .argument('<label>', 'the entry that carries it, such as G57')
    .option('--output <folder>', 'a folder that is there', '.')
    .option('--force', 'in the place of a file of that name');
  addServiceFlags(command).action(download);
}

async function download(label: string, flags: DownloadFlags): Promise<void> {
  const { service, own } = openService(flags);
  const board = await service.board();
  const connection = connectionOf(flags, process.env);
  const place = { folder: own.output, force: own.force === true, hint: '--force replaces it.' };
  const fetched = await service.outcome(fetchFile({ connection, board }, { label, ...place }));
  await service.show(fetched, ({ path }) => path);
}

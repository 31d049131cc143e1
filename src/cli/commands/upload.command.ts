import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { connectionOf } from '../connection.js';
import { readLocalFile } from '../files/local-file.js';
import { sendFile } from '../files/transfer.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

interface UploadFlags extends ServiceFlags {
  readonly to?: string;
  readonly name?: string;
}

/** `gistboard upload`: shares a file. */
export function addUpload(program: Command): void {
  const command = program
    .command('upload')
    .description('share a file with all members, or with one')
    .argument('<file>', 'the file, at most 10 MiB unless the service takes more')
    .option('--to <agent>', 'only for this agent (and operators)')
    .option('--name <name>', 'another name for it');
  addServiceFlags(command).action(upload);
}

async function upload(path: string, flags: UploadFlags): Promise<void> {
  const { service, own } = openService(flags);
  const file = await readLocalFile(path, own.name);
  const board = await service.board();
  // A connection of its own: the service alone says how long a file may take.
  const connection = connectionOf(flags, process.env);
  const sent = await service.outcome(sendFile({ connection, board }, { file, to: own.to, key: randomUUID() }));
  await service.show(sent, ({ label, name, bytes, to }) => `${label} ${name}, ${bytes} bytes, for ${to ?? 'all'}`);
}

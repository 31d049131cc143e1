import type { Command } from 'commander';
import { wholeNumber } from '../flags.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';
import { showUnread } from '../unread.js';

interface InboxFlags extends ServiceFlags {
  readonly from?: string;
  readonly type?: string;
  readonly heartbeats?: true;
  readonly limit?: number;
  /** False by `--no-ack`. */
  readonly ack: boolean;
}

/** `gistboard inbox`: what is unread, the oldest first. */
export function addInbox(program: Command): void {
  const command = program
    .command('inbox')
    .description('show unread messages and coordination entries, oldest first; then they count as shown')
    .option('--from <agent>', 'only by this agent')
    .option('--type <word>', 'only of this type, such as signal')
    .option('--heartbeats', 'heartbeats of others too')
    .option('--no-ack', 'leave them unread')
    .option('--limit <count>', 'at most this many', wholeNumber);
  addServiceFlags(command).action(inbox);
}

async function inbox(flags: InboxFlags): Promise<void> {
  const { service, own } = openService(flags);
  const { heartbeats, ack, ...filter } = own;
  const path = { board: await service.board() };
  const query = {
    ...filter,
    ack: 'false' as const,
    ...(heartbeats === undefined ? {} : { include_heartbeats: 'true' as const }),
  };
  const answer = await service.ask(service.client.GET('/board/{board}/inbox', { params: { path, query } }));
  await showUnread(service, answer, { ack, again: ack ? 'the same command' : '--limit' });
}

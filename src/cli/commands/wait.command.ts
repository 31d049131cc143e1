import type { Command } from 'commander';
import { wholeNumber } from '../flags.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';
import { showUnread } from '../unread.js';

interface WaitFlags extends ServiceFlags {
  readonly from?: string;
  readonly type?: string;
  readonly after?: string;
  readonly timeout?: number;
}

/** `gistboard wait`: what is unread, as soon as there is something. */
export function addWait(program: Command): void {
  const command = program
    .command('wait')
    .description('wait for unread messages and coordination entries, and show them; 25 s at most')
    .option('--from <agent>', 'only by this agent')
    .option('--type <word>', 'only of this type, such as signal')
    .option('--after <label>', 'only behind this entry: with a filter, the last one that was shown')
    .option('--timeout <seconds>', 'the most seconds to wait', wholeNumber);
  addServiceFlags(command).action(wait);
}

/** Counts as shown once it is out. */
async function wait(flags: WaitFlags): Promise<void> {
  const { service, own } = openService(flags);
  const { timeout, ...filter } = own;
  const path = { board: await service.board() };
  const query = { ...filter, ack: 'false' as const, ...(timeout === undefined ? {} : { timeout_s: timeout }) };
  const answer = await service.ask(service.client.GET('/board/{board}/wait', { params: { path, query } }));
  await showUnread(service, answer, { ack: true, again: 'gistboard inbox' });
}

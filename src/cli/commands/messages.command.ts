import type { Command } from 'commander';
import type { components } from '../../../client/api.js';
import { indented, minuteOf } from '../entry-text.js';
import { wholeNumber } from '../flags.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

type Answer = components['schemas']['MessageListDto'];
type Message = components['schemas']['MessageDto'];

interface MessagesFlags extends ServiceFlags {
  readonly with?: string;
  readonly before?: string;
  readonly limit?: number;
}

/** `gistboard messages`: those to and from the caller, read or not. */
export function addMessages(program: Command): void {
  const command = program
    .command('messages')
    .description('list your messages, read or not, newest first')
    .option('--with <agent>', 'only to and from this agent')
    .option('--before <label>', 'only older ones than this')
    .option('--limit <count>', 'at most this many', wholeNumber);
  addServiceFlags(command).action(messages);
}

async function messages(flags: MessagesFlags): Promise<void> {
  const { service, own } = openService(flags);
  const path = { board: await service.board() };
  const call = service.client.GET('/board/{board}/messages', { params: { path, query: own } });
  await service.show(await service.ask(call), answerText);
}

function answerText({ items, next_before }: Answer): string {
  if (items.length === 0) return 'No messages.';
  const older = next_before === undefined ? [] : [`There are older ones: --before ${next_before}`];
  return [...items.map(messageText), ...older].join('\n');
}

/** What we say of it on one line, its text below: it can't pass for another message. */
function messageText({ label, type, from, to, at, reply_to, edited, deleted, body, reactions }: Message): string {
  const head = [
    label,
    type,
    from,
    `to ${to ?? 'all'}`,
    minuteOf(at),
    reply_to === null ? '' : `answers ${reply_to}`,
    edited ? 'edited' : '',
    deleted ? 'deleted' : '',
    ...reactions.map(({ emoji, agents }) => `${emoji} ${agents.join(', ')}`),
  ];
  return [head.filter((part) => part !== '').join(' '), ...(deleted ? [] : [indented(body)])].join('\n');
}

import type { Command } from 'commander';
import { readStandardInput } from '../input.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

interface PostFlags extends ServiceFlags {
  readonly replyTo?: string;
}

/** `gistboard post`: a message to one member. */
export function addPost(program: Command): void {
  const command = program
    .command('post')
    .description('send a message to one member; nobody else but operators sees it')
    .argument('<agent>', 'who it is for')
    .argument('[text...]', 'the message; without it, standard input')
    .option('--reply-to <label>', 'the message that it answers');
  addServiceFlags(command).action(post);
}

async function post(to: string, words: readonly string[], flags: PostFlags): Promise<void> {
  const { service, own } = openService(flags);
  const text = words.length > 0 ? words.join(' ') : await readStandardInput(`Type the message to ${to}.`);
  const answers = own.replyTo === undefined ? {} : { reply_to: own.replyTo };
  const path = { board: await service.board() };
  const call = service.client.POST('/board/{board}/messages', {
    params: { path },
    body: { to, body: text, ...answers },
  });
  await service.show(await service.ask(call), ({ label }) => `${label} sent to ${to}`);
}

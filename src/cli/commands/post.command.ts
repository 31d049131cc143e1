import type { Command } from 'commander';
import { CliError } from '../cli-error.js';
import { readStandardInput } from '../input.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

interface PostFlags extends ServiceFlags {
  readonly type?: string;
  readonly bodyJson?: true;
  readonly replyTo?: string;
}

/** `gistboard post`: a message to one member or to all. */
export function addPost(program: Command): void {
  const command = program
    .command('post')
    .description('send a message to one member, which nobody else but operators sees, or to all')
    .argument('<agent>', 'who it is for: an agent, or all')
    .argument('[text...]', 'the message; without it, standard input')
    .option('--type <word>', 'message, signal, status, handoff, question, or a word of your own')
    .option('--body-json', 'the text is a JSON object')
    .option('--reply-to <label>', 'the message that it answers');
  addServiceFlags(command).action(post);
}

async function post(to: string, words: readonly string[], flags: PostFlags): Promise<void> {
  const { service, own } = openService(flags);
  const text = words.length > 0 ? words.join(' ') : await readStandardInput(`Type the message to ${to}.`);
  const { replyTo, type, bodyJson } = own;
  const more = {
    ...(replyTo === undefined ? {} : { reply_to: replyTo }),
    ...(type === undefined ? {} : { type }),
  };
  const path = { board: await service.board() };
  const call = service.client.POST('/board/{board}/messages', {
    params: { path },
    body: { to, body: bodyJson === true ? objectOf(text) : text, ...more },
  });
  await service.show(await service.ask(call), ({ label }) => `${label} sent to ${to}`);
}

function objectOf(text: string): Record<string, unknown> {
  const value = jsonOf(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new CliError('usage', 'The text is no JSON object, such as {"build": 512}.');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

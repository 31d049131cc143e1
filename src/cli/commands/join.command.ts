import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { createClient } from '../../../client/index.js';
import { PRODUCT_SLUG } from '../../kernel/product.js';
import { answerOf } from '../answer.js';
import { inviteUrlOf } from '../join/invite-url.js';
import { TokenFile } from '../join/token-file.js';
import { configFolder } from '../local/config-folder.js';
import { hint, print, printJson } from '../output.js';
import { ownCommand, shellWord } from '../own-command.js';

/** `gistboard join URL`: turns an invite into a token in a file of the user, and says how to connect an agent. */
export function addJoin(program: Command): void {
  program
    .command('join')
    .description('join a board by the URL of an invite; keeps the token in a file that only you can read')
    .argument('<url>', "the whole URL, between ' and '")
    .option('--json', 'print what is known of it, without the token, as JSON')
    .action(joinBoard);
}

async function joinBoard(text: string, flags: { readonly json?: true }): Promise<void> {
  const { service, code } = inviteUrlOf(text);
  const file = TokenFile.prepare(join(configFolder(process.env, process.platform, homedir()), 'tokens'));
  // Nobody yet: the code alone says who comes.
  const client = createClient(service, { agent: 'newcomer' });
  const place = { url: service, isNamed: true };
  const joined = await answerOf(client.POST('/join', { body: { code } }), place).catch((error: unknown) => {
    file.drop();
    throw error;
  });
  const { agent, board, token } = joined;
  const path = file.keep(`${new URL(service).host.replaceAll(/[^\w.-]/g, '_')}.${board}.${agent}`, token);
  const connect = connectLine({ service, board, path });
  if (flags.json === true) {
    await printJson({ agent, board, url: service, token_id: joined.id, token_file: path, connect });
    return;
  }
  await print(`${connect}\n`);
  hint(
    `You are ${agent} on the board ${board}. The line above connects Claude Code; another client takes what stands\n` +
      `after the --. Your token is in ${path} and nowhere else; commands take it by --token-file.`,
  );
}

const connectLine = (way: { readonly service: string; readonly board: string; readonly path: string }): string =>
  `claude mcp add ${PRODUCT_SLUG} -- ${ownCommand()} mcp --url ${shellWord(way.service)} --board ${shellWord(way.board)} --token-file ${shellWord(way.path)}`;

import type { Command } from 'commander';
import type { components } from '../../../client/api.js';
import { minuteOf } from '../entry-text.js';
import { wholeNumber } from '../flags.js';
import { hint } from '../output.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

type Token = components['schemas']['TokenDto'];

/** `gistboard token create|list|revoke`: for operators. */
export function addToken(program: Command): void {
  const token = program
    .command('token')
    .description('make, list and revoke the tokens by which agents call (operators)');
  addServiceFlags(
    token
      .command('create')
      .description('make a token and print it, this once')
      .argument('<agent>', 'who calls with it')
      .option('--operator', 'it may use and administer all boards'),
  ).action(create);
  addServiceFlags(
    token
      .command('list')
      .description('list tokens, newest first; never their text')
      .option('--before <id>', 'only older ones than this', wholeNumber)
      .option('--limit <count>', 'at most this many', wholeNumber),
  ).action(list);
  addServiceFlags(
    token.command('revoke').description('end a token, effective at once').argument('<id>', 'its number in the list'),
  ).action(revoke);
}

async function create(agent: string, flags: ServiceFlags & { readonly operator?: true }): Promise<void> {
  const { service, own } = openService(flags);
  const body = { agent, ...(own.operator === true ? { kind: 'operator' as const } : {}) };
  const answer = await service.ask(service.client.POST('/tokens', { body }));
  await service.show(answer, ({ token }) => token);
  hint(
    `This is token ${answer.id} of ${answer.agent}. It is not shown again. Keep it in the environment of the agent as\n` +
      'GISTBOARD_TOKEN, or in a file that only its user can read (chmod 600) for --token-file; never in a project.',
  );
}

async function list(flags: ServiceFlags & { readonly before?: number; readonly limit?: number }): Promise<void> {
  const { service, own } = openService(flags);
  const answer = await service.ask(service.client.GET('/tokens', { params: { query: own } }));
  await service.show(answer, ({ items, next_before }) =>
    [
      ...items.map(tokenLine),
      ...(items.length === 0 ? ['No tokens.'] : []),
      ...(next_before === null ? [] : [`There are older ones: --before ${next_before}`]),
    ].join('\n'),
  );
}

async function revoke(id: string, flags: ServiceFlags): Promise<void> {
  const { service } = openService(flags);
  await service.show(await service.ask(service.client.DELETE('/tokens/{id}', { params: { path: { id } } })), tokenLine);
}

const tokenLine = ({ id, agent, kind, prefix, created_at, revoked_at }: Token): string =>
  [
    `${id} ${agent} ${kind} ${prefix}... made ${minuteOf(created_at)}`,
    ...(revoked_at === null ? [] : [`revoked ${minuteOf(revoked_at)}`]),
  ].join(' ');

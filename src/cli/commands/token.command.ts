import type { Command } from 'commander';
import type { components } from '../../../client/api.js';
import { minuteOf } from '../entry-text.js';
import { many, wholeNumber } from '../flags.js';
import { hint } from '../output.js';
import { addServiceFlags, openService, type Service, type ServiceFlags } from '../service.js';

type Token = components['schemas']['TokenDto'];

/** `gistboard token create|list|rotate|revoke`: for operators, and for owners of the boards that a token is for. */
export function addToken(program: Command): void {
  const token = program
    .command('token')
    .description('make, list, rotate and revoke the tokens by which agents call (operators; owners for their boards)');
  addServiceFlags(
    token
      .command('create')
      .description('make a token and print it, this once')
      .argument('<agent>', 'who calls with it')
      .option('--operator', 'it may use and administer all boards')
      .option('--for <board>', 'it opens this board alone; may repeat', many)
      .option('--expires-in <seconds>', 'until it ends (never)', wholeNumber),
  ).action(create);
  addServiceFlags(
    token
      .command('list')
      .description('list tokens, newest first; never their text')
      .option('--for <board>', 'only those made for this board')
      .option('--before <id>', 'only older ones than this', wholeNumber)
      .option('--limit <count>', 'at most this many', wholeNumber),
  ).action(list);
  addServiceFlags(
    token
      .command('rotate')
      .description('make another token in the place of one and print it, this once')
      .argument('<id>', 'its number in the list')
      .option('--grace <seconds>', 'for which the old one works on (0)', wholeNumber)
      .option('--expires-in <seconds>', 'until the new one ends (as the old one)', wholeNumber),
  ).action(rotate);
  addServiceFlags(
    token.command('revoke').description('end a token, effective at once').argument('<id>', 'its number in the list'),
  ).action(revoke);
}

interface CreateFlags extends ServiceFlags {
  readonly operator?: true;
  readonly for?: string[];
  readonly expiresIn?: number;
}

async function create(agent: string, flags: CreateFlags): Promise<void> {
  const { service, own } = openService(flags);
  const body = {
    agent,
    ...(own.operator === true ? { kind: 'operator' as const } : {}),
    ...(own.for === undefined ? {} : { boards: own.for }),
    ...endOf(own),
  };
  await showSecret(service, await service.ask(service.client.POST('/tokens', { body })));
}

interface RotateFlags extends ServiceFlags {
  readonly grace?: number;
  readonly expiresIn?: number;
}

async function rotate(id: string, flags: RotateFlags): Promise<void> {
  const { service, own } = openService(flags);
  const body = { ...(own.grace === undefined ? {} : { grace_s: own.grace }), ...endOf(own) };
  const call = service.client.POST('/tokens/{id}/rotate', { params: { path: { id } }, body });
  await showSecret(service, await service.ask(call));
}

const endOf = ({ expiresIn }: { readonly expiresIn?: number }) =>
  expiresIn === undefined ? {} : { expires_in_s: expiresIn };

async function showSecret(service: Service, answer: components['schemas']['NewTokenDto']): Promise<void> {
  await service.show(answer, ({ token }) => token);
  hint(
    `This is token ${answer.id} of ${answer.agent}. It is not shown again. Keep it in the environment of the agent as\n` +
      'GISTBOARD_TOKEN, or in a file that only its user can read (chmod 600) for --token-file; never in a project.',
  );
}

interface ListFlags extends ServiceFlags {
  readonly before?: number;
  readonly limit?: number;
  readonly for?: string;
}

async function list(flags: ListFlags): Promise<void> {
  const { service, own } = openService(flags);
  const { for: board, ...page } = own;
  const query = { ...page, ...(board === undefined ? {} : { board }) };
  const answer = await service.ask(service.client.GET('/tokens', { params: { query } }));
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

const tokenLine = (token: Token): string => {
  const { id, agent, kind, boards, prefix, created_at, expires_at, last_used_at, rotated_to, revoked_at } = token;
  return [
    `${id} ${agent} ${kind} ${prefix}... made ${minuteOf(created_at)}`,
    ...(boards === null ? [] : [`for ${boards.join(',')}`]),
    ...(last_used_at === null ? [] : [`used ${minuteOf(last_used_at)}`]),
    ...(expires_at === null ? [] : [`ends ${minuteOf(expires_at)}`]),
    ...(rotated_to === null ? [] : [`rotated to ${rotated_to}`]),
    ...(revoked_at === null ? [] : [`revoked ${minuteOf(revoked_at)}`]),
  ].join(' ');
};

import type { Command } from 'commander';
import type { components } from '../../../client/api.js';
import { minuteOf } from '../entry-text.js';
import { wholeNumber } from '../flags.js';
import { hint } from '../output.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

type Invite = components['schemas']['InviteDto'];

/** `gistboard invite create|list|cancel`: for operators and owners of a board. */
export function addInvite(program: Command): void {
  const invite = program.command('invite').description('invite somebody to a board by a URL (operators and owners)');
  addServiceFlags(
    invite
      .command('create')
      .description('make an invite and print its URL, this once')
      .argument('<agent>', 'the name that whoever joins has here')
      .option('--expires-in <seconds>', 'until it runs out (86400)', wholeNumber),
  ).action(create);
  addServiceFlags(invite.command('list').description('list the open invites of a board')).action(list);
  addServiceFlags(
    invite.command('cancel').description('cancel an open invite').argument('<id>', 'its number in the list'),
  ).action(cancel);
}

async function create(agent: string, flags: ServiceFlags & { readonly expiresIn?: number }): Promise<void> {
  const { service, own } = openService(flags);
  const ends = own.expiresIn === undefined ? {} : { expires_in_s: own.expiresIn };
  const body = { board: await service.board(), agent, ...ends };
  const made = await service.ask(service.client.POST('/invites', { body }));
  await service.show(made, ({ url }) => url);
  hint(
    `This is invite ${made.id} for ${made.agent} to ${made.board}, until ${minuteOf(made.expires_at)}. It works once.\n` +
      `Give it to ${made.agent} alone: gistboard join 'URL'`,
  );
}

async function list(flags: ServiceFlags): Promise<void> {
  const { service } = openService(flags);
  const query = { board: await service.board() };
  const answer = await service.ask(service.client.GET('/invites', { params: { query } }));
  await service.show(answer, ({ items }) => (items.length === 0 ? 'No open invites.' : items.map(lineOf).join('\n')));
}

async function cancel(id: string, flags: ServiceFlags): Promise<void> {
  const { service } = openService(flags);
  const params = { path: { id }, query: { board: await service.board() } };
  await service.show(
    await service.ask(service.client.DELETE('/invites/{id}', { params })),
    (invite) => `cancelled: ${lineOf(invite)}`,
  );
}

const lineOf = ({ id, agent, board, prefix, created_by, expires_at }: Invite): string =>
  `${id} ${agent} to ${board} ${prefix}... by ${created_by} until ${minuteOf(expires_at)}`;

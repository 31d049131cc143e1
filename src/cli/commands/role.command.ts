import type { Command } from 'commander';
import type { components } from '../../../client/api.js';
import { wholeNumber } from '../flags.js';
import { goalOf } from '../goal-file.js';
import { readTextFile } from '../input.js';
import { hint } from '../output.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

type Roles = components['schemas']['RolesDto'];

/** `gistboard role declare|list|brief|token|revoke`: the goal of a board, and who may do what to reach it. */
export function addRole(program: Command): void {
  const role = program.command('role').description("the goal of a board, its roles, and their agents' tokens");
  addServiceFlags(
    role
      .command('declare')
      .description('declare the goal and its roles, or change them (operators and owners)')
      .argument('<file>', 'JSON: {"goal": "...", "roles": [...]}; - is standard input'),
  ).action(declare);
  addServiceFlags(role.command('list').description('show the goal and what each role may do')).action(list);
  addServiceFlags(ofSeat(role.command('brief').description('show what an agent is told that takes a role'))).action(
    brief,
  );
  addServiceFlags(
    ofSeat(
      role
        .command('token')
        .description('make a token for an agent of a role and print it, this once; ends the one before'),
    ).option('--expires-in <seconds>', 'until it ends (never)', wholeNumber),
  ).action(token);
  addServiceFlags(ofSeat(role.command('revoke').description("end an agent's token, effective at once"))).action(revoke);
}

const ofSeat = (command: Command): Command =>
  command.argument('<role>', 'its name').option('--ordinal <number>', "which of the role's agents (1)", wholeNumber);

interface SeatFlags extends ServiceFlags {
  readonly ordinal?: number;
}

async function declare(file: string, flags: ServiceFlags): Promise<void> {
  const { service } = openService(flags);
  const body = goalOf(await readTextFile(file));
  const params = { path: { board: await service.board() } };
  await service.show(await service.ask(service.client.PUT('/board/{board}/roles', { params, body })), rolesText);
}

async function list(flags: ServiceFlags): Promise<void> {
  const { service } = openService(flags);
  const params = { path: { board: await service.board() } };
  await service.show(await service.ask(service.client.GET('/board/{board}/roles', { params })), rolesText);
}

async function brief(name: string, flags: SeatFlags): Promise<void> {
  const { service, own: query } = openService(flags);
  const params = { path: { board: await service.board(), name }, query };
  const call = service.client.GET('/board/{board}/roles/{name}/brief', { params });
  await service.show(await service.ask(call), ({ text }) => text);
}

async function token(name: string, flags: SeatFlags & { readonly expiresIn?: number }): Promise<void> {
  const { service, own } = openService(flags);
  const { expiresIn, ...seat } = own;
  const body = { ...seat, ...(expiresIn === undefined ? {} : { expires_in_s: expiresIn }) };
  const params = { path: { board: await service.board(), name } };
  const made = await service.ask(service.client.POST('/board/{board}/roles/{name}/tokens', { params, body }));
  await service.show(made, (answer) => answer.token);
  hint(
    `This is the token of ${made.agent}, for ${params.path.board} alone. It is not shown again. Give it to that agent as\n` +
      'GISTBOARD_TOKEN, or in a file that only its user can read (chmod 600) for --token-file; never in a project.',
  );
}

async function revoke(name: string, flags: SeatFlags): Promise<void> {
  const { service, own: query } = openService(flags);
  const params = { path: { board: await service.board(), name }, query };
  const call = service.client.DELETE('/board/{board}/roles/{name}/tokens', { params });
  await service.show(await service.ask(call), ({ contributor, revoked }) =>
    revoked === 0 ? `${contributor} has no token.` : `The token of ${contributor} has ended.`,
  );
}

/** The goal, and a line for each role. */
export const rolesText = ({ board, goal, state, roles }: Roles): string =>
  [
    `${board}: ${state === 'closed' ? 'goal, closed' : 'goal'}`,
    ...goal.split('\n').map((line) => `  ${line}`),
    ...roles.map(({ contributors, reads, writes, may_edit, sees_board }) =>
      [
        `${contributors.join(', ')}: reads ${listed(reads)}; writes ${listed(writes)}`,
        ...(may_edit ? ['may change files'] : []),
        ...(sees_board ? ['sees the board'] : []),
      ].join('; '),
    ),
  ].join('\n');

const listed = (kinds: readonly string[]): string => (kinds.length === 0 ? 'nothing' : kinds.join(', '));

import type { Command } from 'commander';
import type { components } from '../../../client/api.js';
import { many } from '../flags.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

type Board = components['schemas']['BoardDto'];

interface CreateFlags extends ServiceFlags {
  readonly member?: string[];
  readonly owner?: string;
}

interface PageFlags extends ServiceFlags {
  readonly after?: string;
}

/** `gistboard board list|create|members`. */
export function addBoard(program: Command): void {
  const board = program.command('board').description('list and make boards, and their members');
  addServiceFlags(
    board
      .command('list')
      .description('list the boards that you may use')
      .option('--after <board>', 'those whose names come after this one'),
  ).action(list);
  addServiceFlags(
    board
      .command('create')
      .description('make a board (operators)')
      .argument('<board>', 'its name')
      .option('--member <agent>', 'who may use it; may repeat; "*" is any agent', many)
      .option('--owner <agent>', 'who administers its members'),
  ).action(create);
  const members = board.command('members').description('list, add and remove the members of a board');
  addServiceFlags(
    members
      .command('list')
      .description('list the members')
      .option('--after <agent>', 'those whose names come after this one'),
  ).action(listMembers);
  addServiceFlags(
    members
      .command('add')
      .description('add a member (operators and owners)')
      .argument('<agent>', 'a name, or "*"')
      .option('--owner', 'it may administer the board too'),
  ).action(addMember);
  addServiceFlags(
    members.command('remove').description('take a member away').argument('<agent>', 'a name, or "*"'),
  ).action(removeMember);
}

async function list(flags: PageFlags): Promise<void> {
  const { service, own: query } = openService(flags);
  await service.show(await service.ask(service.client.GET('/board', { params: { query } })), ({ items, next_after }) =>
    items.length === 0
      ? 'No boards.'
      : [...items.map(({ board, head }) => `${board} head ${head}`), ...moreText(next_after)].join('\n'),
  );
}

async function create(board: string, flags: CreateFlags): Promise<void> {
  const { service, own } = openService(flags);
  const { member, ...same } = own;
  const body = { board, ...same, ...(member === undefined ? {} : { members: member }) };
  const made = await service.ask(service.client.POST('/board', { body }));
  await service.show(made, createdText);
}

async function listMembers(flags: PageFlags): Promise<void> {
  const { service, own } = openService(flags);
  const path = { board: await service.board() };
  const query = own.after === undefined ? {} : { members_after: own.after.toLowerCase() };
  await service.show(await service.ask(service.client.GET('/board/{board}', { params: { path, query } })), boardText);
}

async function addMember(agent: string, flags: ServiceFlags & { readonly owner?: true }): Promise<void> {
  const { service, own } = openService(flags);
  const query = own.owner === true ? { owner: 'true' as const } : {};
  const path = { board: await service.board(), agent };
  const call = service.client.PUT('/board/{board}/members/{agent}', { params: { path, query } });
  await service.show(await service.ask(call), boardText);
}

async function removeMember(agent: string, flags: ServiceFlags): Promise<void> {
  const { service } = openService(flags);
  const path = { board: await service.board(), agent };
  const call = service.client.DELETE('/board/{board}/members/{agent}', { params: { path } });
  await service.show(await service.ask(call), boardText);
}

const createdText = (board: components['schemas']['CreatedBoardDto']): string =>
  [
    boardText(board),
    ...(board.owner_token === undefined
      ? []
      : [`token of ${board.owner_token.agent} for it, shown this once: ${board.owner_token.token}`]),
  ].join('\n');

const moreText = (after: string | undefined): readonly string[] =>
  after === undefined ? [] : [`Further ones: --after ${after}`];

const boardText = ({ board, head, members, next_members_after: after }: Board): string =>
  [
    `${board} head ${head}, members ${members.length}${after === undefined ? '' : ' and more'}`,
    ...members.map(({ agent, source, is_owner }) => `  ${agent} (${source}${is_owner ? ', owner' : ''})`),
    ...moreText(after),
  ].join('\n');

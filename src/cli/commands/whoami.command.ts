import type { Command } from 'commander';
import type { components } from '../../../client/api.js';
import { ownBoardLines } from '../../mcp/domain/own-board-lines.js';
import { roleLines } from '../../mcp/domain/role-line.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

type Whoami = components['schemas']['WhoamiDto'];

/** `gistboard whoami`. */
export function addWhoami(program: Command): void {
  addServiceFlags(program.command('whoami').description('say who the service takes you for, and your boards')).action(
    whoami,
  );
}

async function whoami(flags: ServiceFlags): Promise<void> {
  const { service } = openService(flags);
  const query = service.namedBoard === undefined ? {} : { board: service.namedBoard };
  await service.show(await service.ask(service.client.GET('/whoami', { params: { query } })), textOf);
}

const textOf = (who: Whoami): string => {
  const { agent, kind, workspace, url, version, board, head, boards } = who;
  return [
    `${agent}, ${kind} of workspace ${workspace}, at ${url} (${version})`,
    ...(board === null ? [] : [`board ${board} head ${head ?? 0}`]),
    ...roleLines(who.role),
    ...ownBoardLines(who),
    ...(who.open_proposal === null ? [] : [`${who.open_proposal.label} is proposed: plan`]),
    boards.length === 0 ? 'No boards.' : `boards: ${boards.map((each) => each.board).join(', ')}`,
  ].join('\n');
};

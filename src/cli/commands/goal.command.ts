import type { Command } from 'commander';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';
import { rolesText } from './role.command.js';

/** `gistboard goal close`. */
export function addGoal(program: Command): void {
  const goal = program.command('goal').description('end the goal of a board');
  addServiceFlags(
    goal.command('close').description('end all tokens of its roles and take no more artifacts (operators and owners)'),
  ).action(close);
}

async function close(flags: ServiceFlags): Promise<void> {
  const { service } = openService(flags);
  const params = { path: { board: await service.board() } };
  await service.show(await service.ask(service.client.POST('/board/{board}/close', { params })), rolesText);
}

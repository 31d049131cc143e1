import type { Command } from 'commander';
import { hint } from '../output.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

/** `gistboard workspace create`: for operators of the default workspace. */
export function addWorkspace(program: Command): void {
  const workspace = program.command('workspace').description('make tenants that share nothing (operators)');
  addServiceFlags(
    workspace
      .command('create')
      .description("make a workspace and print its operator's token, this once")
      .argument('<workspace>', 'its name'),
  ).action(create);
}

async function create(workspace: string, flags: ServiceFlags): Promise<void> {
  const { service } = openService(flags);
  const made = await service.ask(service.client.POST('/workspaces', { body: { workspace } }));
  await service.show(made, ({ operator_token }) => operator_token.token);
  hint(
    `This is the token of ${made.operator_token.agent}, operator of workspace ${made.workspace}. It is not shown again,\n` +
      'and there is no other way in. It makes boards and tokens there: GISTBOARD_TOKEN or --token-file.',
  );
}

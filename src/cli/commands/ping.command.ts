import type { Command } from 'commander';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

/** `gistboard ping`: a heartbeat, which wakes nobody. */
export function addPing(program: Command): void {
  const command = program.command('ping').description('tell the board that you are there; wakes nobody');
  addServiceFlags(command).action(ping);
}

async function ping(flags: ServiceFlags): Promise<void> {
  const { service } = openService(flags);
  const path = { board: await service.board() };
  const body = { to: 'all', type: 'heartbeat', body: '' };
  const call = service.client.POST('/board/{board}/messages', { params: { path }, body });
  await service.show(await service.ask(call), ({ label }) => `${label} heartbeat`);
}

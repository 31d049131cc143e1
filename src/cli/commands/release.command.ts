import type { Command } from 'commander';
import { oneOf } from '../flags.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

interface ReleaseFlags extends ServiceFlags {
  readonly to?: string;
  readonly note?: string;
}

const OUTCOMES = ['done', 'abandoned', 'handoff'] as const;

/** `gistboard release`: ends a claim. */
export function addRelease(program: Command): void {
  const command = program
    .command('release')
    .description('end your claim')
    .argument('<label>', 'the claim, such as G41')
    .argument('<outcome>', OUTCOMES.join(', '), oneOf(OUTCOMES))
    .option('--to <agent>', 'handoff: who goes on with it, and gets a message')
    .option('--note <text>', 'what others should know');
  addServiceFlags(command).action(release);
}

async function release(label: string, outcome: (typeof OUTCOMES)[number], flags: ReleaseFlags): Promise<void> {
  const { service, own } = openService(flags);
  const path = { board: await service.board(), label };
  const call = service.client.POST('/board/{board}/claims/{label}/release', {
    params: { path },
    body: { ...own, outcome },
  });
  await service.show(await service.ask(call), ({ label: released, status, message }) =>
    [`${released} ${status}`, ...(message === null ? [] : [`${message} tells ${own.to ?? ''}`])].join('\n'),
  );
}

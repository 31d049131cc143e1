import type { Command } from 'commander';

/** `gistboard serve`: the service, in this process, until a signal ends it. */
export function addServe(program: Command): void {
  program
    .command('serve')
    .description('run the service (settings: environment variables, see the README)')
    .action(async () => {
      await import('../../main.js');
    });
}

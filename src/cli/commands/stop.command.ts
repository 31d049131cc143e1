import type { Command } from 'commander';
import { printJson, printText } from '../output.js';

/** `gistboard stop`: ends the service of this machine that `gistboard mcp` started. */
export function addStop(program: Command): void {
  program
    .command('stop')
    .description('stop the service that "gistboard mcp" started on this machine')
    .option('--json', 'answer as JSON')
    .action(async ({ json }: { readonly json?: true }) => {
      const [{ localPlace }, { stopLocalService }] = await Promise.all([
        import('../local/local-place.js'),
        import('../local/stop-service.js'),
      ]);
      const pid = await stopLocalService(localPlace(process.env));
      if (json === true) return printJson({ stopped: pid ?? null });
      return printText(pid === undefined ? NOTHING : `Stopped: process ${pid}.`);
    });
}

const NOTHING = 'No service runs here that "gistboard mcp" started.';

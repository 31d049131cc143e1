import type { Command } from 'commander';
import { addConnectionFlags } from '../connection.js';
import type { AdapterFlags } from '../stdio/adapter.js';

const ABOUT = `
For the configuration of an MCP client. Without a URL it uses the service of this machine, and starts one on the
embedded store in your data folder when none runs ("gistboard stop" ends it).`;

/** `gistboard mcp`: the MCP server of one agent, over standard input and output. */
export function addMcp(program: Command): void {
  addConnectionFlags(program.command('mcp').description('serve an MCP client over standard input and output'))
    .option('--toolsets <list>', 'which groups of tools, parted by commas (GISTBOARD_TOOLSETS)')
    .addHelpText('after', ABOUT)
    .action(async (flags: AdapterFlags) => {
      const { runAdapter } = await import('../stdio/adapter.js');
      await runAdapter(flags, process.env);
    });
}

import type { Command } from 'commander';
import { CLIENTS } from '../clients.js';

/**
 * `gistboard hook CLIENT EVENT`: what an agent's client runs by itself. gistboard.ts runs it without the other commands;
 * here it is listed.
 */
export function addHook(program: Command): void {
  program
    .command('hook')
    .description('what setup puts into a client: shows its agent what is new (input: the JSON of the hook)')
    .usage(`${CLIENTS.join('|')} session-start|user-prompt-submit|post-tool-use|stop; claude-code pre-tool-use`)
    .allowUnknownOption()
    .argument('[words...]')
    .action(async (words: readonly string[]) => {
      const { runHookProcess } = await import('../hooks/hook-process.js');
      await runHookProcess(words);
    });
}

import { runHook } from './run-hook.js';

/** Runs the hook that the command line names, as this process; ends it. */
export async function runHookProcess(args: readonly string[]): Promise<void> {
  const { env, stdin, stdout, stderr } = process;
  const code = await runHook(args, {
    env,
    stdin,
    stdout,
    stderr,
    elapsedMs: () => performance.now(),
    nowMs: () => Date.now(),
  });
  // At once: connections that are kept for later requests would hold the agent up.
  process.exit(code);
}

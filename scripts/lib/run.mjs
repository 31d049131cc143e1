import { spawn } from 'node:child_process';
import { constants } from 'node:os';

export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The exit code by which shells name a process that a signal ended. */
export const exitCodeOf = (signal) => 128 + (constants.signals[signal] ?? 0);

/** Runs a program in this terminal and passes signals on to it. Resolves to its exit code, 127 if it can't be started. */
export function run(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit', ...options });
    const pass = (signal) => child.kill(signal);
    const settle = (code) => {
      for (const signal of SIGNALS) process.off(signal, pass);
      resolve(code);
    };
    for (const signal of SIGNALS) process.on(signal, pass);
    child.once('error', (error) => {
      console.error(error.message);
      settle(127);
    });
    child.once('exit', (code, signal) => settle(code ?? exitCodeOf(signal)));
  });
}

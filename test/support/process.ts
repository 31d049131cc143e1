import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The built service as a process of its own, as it runs in production. */
export interface ServiceProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** All that it has printed so far. */
  output(): string;
  /** Ends it by a signal and waits until it is gone; answers its exit code, null where the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

// The scripts are plain JavaScript; what is used of them is typed here.
/** A port of loopback that is free, and that no other Jest worker of this run is told. */
export const { freePort } = (await import(join(import.meta.dirname, '../../scripts/lib/free-port.mjs'))) as {
  freePort(): Promise<number>;
};

/** Starts dist/src/main.js and resolves when it says that it is ready; rejects with its output where it ends before. */
export async function startProcess(env: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const port = env.PORT ?? String(await freePort());
  const main = join(import.meta.dirname, '../../dist/src/main.js');
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, BOARD_LOG_LEVEL: 'warn', ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  // Not its exit: what it said last may be read after that.
  const closed = once(child, 'close');
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      output += chunk.toString();
      if (output.includes(' is ready.')) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void closed.then(() => {
      reject(new Error(`the service ended before it was ready:\n${output}`));
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    output: () => output,
    end: async (signal) => {
      child.kill(signal);
      const [code] = (await closed) as [number | null];
      return code;
    },
  };
}

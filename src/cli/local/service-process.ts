import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '../connection.js';
import type { LocalPlace } from './local-place.js';

const MAIN = join(import.meta.dirname, '../../main.js');
const MAX_LOG_BYTES = 1_048_576;
const TOLD_LINES = 5;

/** What a process needs of its surroundings. Tokens, keys, DSNs and settings for other programs stay where they are. */
const PASSED_ON = ['PATH', 'HOME', 'USERPROFILE', 'SystemRoot', 'TMPDIR', 'TMP', 'TEMP', 'TZ', 'LANG', 'LC_ALL'];

/** The environment of the local service: the same, whichever agent's adapter starts it. */
export function serviceEnv(env: Env, place: Pick<LocalPlace, 'port' | 'store'>): Record<string, string> {
  const passedOn = PASSED_ON.flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(passedOn),
    HOST: '127.0.0.1',
    PORT: String(place.port),
    BOARD_DB_PATH: place.store,
    // Nobody watches the log's size.
    BOARD_LOG_LEVEL: 'warn',
  };
}

/** Starts the service as a process that outlives this one, its output at the end of the log. */
export function spawnService(env: Env, place: LocalPlace): ChildProcess {
  keepLogSmall(place.log);
  const log = openSync(place.log, 'a', 0o600);
  try {
    const child = spawn(process.execPath, [MAIN], {
      cwd: place.folder,
      detached: true,
      env: serviceEnv(env, place),
      stdio: ['ignore', log, log],
      windowsHide: true,
    });
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

/** The last that a service said. */
export function lastWords(log: string): string {
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
  return lines.slice(-TOLD_LINES).join('\n');
}

/** One older log is kept. */
function keepLogSmall(log: string): void {
  const { size } = statSync(log, { throwIfNoEntry: false }) ?? { size: 0 };
  if (size > MAX_LOG_BYTES) renameSync(log, `${log}.old`);
}

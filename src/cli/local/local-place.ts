import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CliError } from '../cli-error.js';
import { type Env, localPort, localUrl } from '../connection.js';
import { dataFolder } from './data-folder.js';

/** Where the service of this machine listens, and keeps what it has. */
export interface LocalPlace {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  /** The embedded store. */
  readonly store: string;
  /** What the service prints. */
  readonly log: string;
  /** Which process it is, where an adapter started it. */
  readonly pidFile: string;
  /** There while somebody starts it. */
  readonly lock: string;
}

export function localPlace(env: Env): LocalPlace {
  const folder = dataFolder(env, process.platform, homedir());
  return {
    url: localUrl(env),
    port: localPort(env),
    folder,
    store: join(folder, 'gistboard.sqlite'),
    log: join(folder, 'service.log'),
    pidFile: join(folder, 'service.json'),
    lock: join(folder, 'starting.lock'),
  };
}

/** Makes sure of the folder, for its user alone: what a team notes is not for others on the machine. */
export function makeFolder({ folder }: Pick<LocalPlace, 'folder'>): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CliError('refused', `The folder for the local store can't be made: ${why}`);
  }
}

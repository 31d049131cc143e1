import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';

/** One service for a store's file, for as long as it is held. The system lets go of it at any end of the process. */
export interface FileLock {
  release(): void;
}

/**
 * Takes the lock of an embedded store, or throws an error that says who has it. Held by an exclusive transaction on a
 * small file beside the store, since a lock that names a process id alone outlives kill -9 and misleads in containers.
 */
export function lockFile(path: string): FileLock {
  mkdirSync(dirname(path), { recursive: true });
  const holderPath = `${path}.holder`;
  const lock = new BetterSqlite3(`${path}.lock`, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new Error(
      `${path} is in use by ${readHolder(holderPath)}. Stop that service, or set BOARD_DB_PATH to another file.`,
    );
  }
  writeFileSync(holderPath, `process ${process.pid} on ${hostname()} since ${new Date().toISOString()}`);
  return {
    release: () => {
      rmSync(holderPath, { force: true });
      lock.close();
    },
  };
}

function readHolder(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return 'another process';
  }
}

import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { systemCode } from '../system-code.js';

/** Longer than a start takes: who has it still does not start a service any more. */
const STALE_AFTER_MS = 60_000;
/** Between the making of the file and the writing of the id into it. */
const UNWRITTEN_FOR_MS = 5_000;

export interface StartLock {
  release(): void;
}

/**
 * The right to start the service, for one process at a time; undefined where another one has it. It spares starts that
 * would fail: that a store has one service is the business of the lock that the service takes.
 */
export function takeStartLock(path: string): StartLock | undefined {
  if (!hasMade(path)) {
    if (!isStale(path)) return undefined;
    rmSync(path, { force: true });
    if (!hasMade(path)) return undefined;
  }
  return {
    release: () => {
      rmSync(path, { force: true });
    },
  };
}

function hasMade(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function isStale(path: string): boolean {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    const ageMs = Date.now() - statSync(path).mtimeMs;
    if (ageMs > STALE_AFTER_MS) return true;
    return pid === 0 ? ageMs > UNWRITTEN_FOR_MS : !isAlive(pid);
  } catch {
    // It went in this moment: whoever comes first may have it.
    return true;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process is alive too.
    return systemCode(error) === 'EPERM';
  }
}

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { processMark } from './process-mark.js';

/** A service that an adapter started. */
export interface StartedService {
  readonly pid: number;
  /** As `processMark` has it; empty where this system does not say. */
  readonly mark: string;
}

/** Whether it is that very process; false where this system does not say. */
export const isRunning = ({ pid, mark }: StartedService): boolean => mark !== '' && processMark(pid) === mark;

/** Notes which process the service is. In one step: who notes it may be killed meanwhile. */
export function writePidFile(path: string, pid: number): void {
  const mark = processMark(pid) ?? '';
  const half = `${path}.${process.pid}`;
  writeFileSync(half, `${JSON.stringify({ pid, mark } satisfies StartedService)}\n`, { mode: 0o600 });
  renameSync(half, path);
}

/** The service that was started last; undefined where none was, or the file is damaged. */
export function readPidFile(path: string): StartedService | undefined {
  try {
    return startedServiceOf(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

export const removePidFile = (path: string): void => {
  rmSync(path, { force: true });
};

function startedServiceOf(text: string): StartedService | undefined {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('pid' in value) || !('mark' in value)) return undefined;
  const { pid, mark } = value;
  // 0 and below would signal whole groups of processes.
  if (typeof pid !== 'number' || !Number.isInteger(pid) || pid < 2 || typeof mark !== 'string') return undefined;
  return { pid, mark };
}

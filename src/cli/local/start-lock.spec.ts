import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { takeStartLock } from './start-lock.js';

describe('the right to start the service', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gistboard-start-'));
    path = join(folder, 'starting.lock');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const age = (seconds: number): void => {
    const at = Date.now() / 1_000 - seconds;
    utimesSync(path, at, at);
  };

  it('is for one at a time', () => {
    const lock = takeStartLock(path);
    expect(takeStartLock(path)).toBeUndefined();
    lock?.release();
    expect(takeStartLock(path)).toBeDefined();
  });

  it('goes on to the next where its process is dead', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    writeFileSync(path, String(pid));
    expect(takeStartLock(path)).toBeDefined();
    expect(takeStartLock(path)).toBeUndefined();
  });

  it.each([
    [59, false],
    [61, true],
  ])('of a live process is free after %i s: %s', (seconds, isFree) => {
    takeStartLock(path);
    age(seconds);
    expect(takeStartLock(path) !== undefined).toBe(isFree);
  });

  it.each([
    [4, false],
    [6, true],
  ])('that nobody wrote into is free after %i s: %s', (seconds, isFree) => {
    writeFileSync(path, '');
    age(seconds);
    expect(takeStartLock(path) !== undefined).toBe(isFree);
  });

  it('leaves no file behind', () => {
    takeStartLock(path)?.release();
    expect(existsSync(path)).toBe(false);
  });
});

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lockFile } from '../../src/platform/database/file-lock.js';

describe("the lock of a store's file", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gistboard-lock-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('is held by one, and says to others by whom', () => {
    const path = join(folder, 'board.sqlite');
    const lock = lockFile(path);
    const holder = new RegExp(`board\\.sqlite is in use by process ${process.pid} on .+ since \\d{4}-.+ BOARD_DB_PATH`);
    expect(() => lockFile(path)).toThrow(holder);
    expect(() => lockFile(path)).toThrow(holder);
    lock.release();
    lockFile(path).release();
  });

  it('of another file is another lock', () => {
    const locks = ['a.sqlite', 'b.sqlite'].map((name) => lockFile(join(folder, name)));
    for (const lock of locks) lock.release();
  });

  it('makes the folder of a new store', () => {
    const lock = lockFile(join(folder, 'not/there/yet/board.sqlite'));
    expect(readdirSync(join(folder, 'not/there/yet'))).toContain('board.sqlite.lock');
    lock.release();
  });

  it('leaves no holder behind', () => {
    lockFile(join(folder, 'board.sqlite')).release();
    expect(readdirSync(folder)).not.toContain('board.sqlite.holder');
  });
});

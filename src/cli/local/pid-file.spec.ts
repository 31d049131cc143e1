import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isRunning, readPidFile, writePidFile } from './pid-file.js';

describe('a service that was started', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gistboard-pid-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('runs until it ends, and another process under its id is not it', async () => {
    const path = join(folder, 'service.json');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(child, 'spawn');
    writePidFile(path, child.pid ?? 0);
    const service = readPidFile(path);
    expect(service).toMatchObject({ pid: child.pid });
    expect(service !== undefined && isRunning(service)).toBe(true);
    expect(isRunning({ pid: process.pid, mark: service?.mark ?? '' })).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(service !== undefined && isRunning(service)).toBe(false);
  });

  it.each([
    '',
    'x',
    'null',
    '{}',
    '{"pid":0,"mark":"m"}',
    '{"pid":-5,"mark":"m"}',
    '{"pid":"7","mark":"m"}',
    '{"pid":7}',
  ])('is not read from %j', (text) => {
    const path = join(folder, 'damaged.json');
    writeFileSync(path, text);
    expect(readPidFile(path)).toBeUndefined();
  });

  it('is noted in one step: who reads meanwhile has the one before, never half of it', () => {
    const path = join(folder, 'renewed.json');
    writePidFile(path, process.ppid);
    const reader = openSync(path, 'r');
    writePidFile(path, process.pid);
    expect(JSON.parse(readFileSync(reader, 'utf8'))).toMatchObject({ pid: process.ppid });
    closeSync(reader);
    expect(readPidFile(path)).toMatchObject({ pid: process.pid });
  });

  it('is none where there is no file', () => {
    expect(readPidFile(join(folder, 'none.json'))).toBeUndefined();
  });
});

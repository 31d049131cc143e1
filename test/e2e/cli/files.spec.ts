import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { cliOf, type CliRun } from '../../support/cli.js';
import { FilesClient, sha256 } from '../../support/files-client.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns } from '../../support/turns-client.js';

let service: TestService;
let board: string;
let folder: string;
let alice: (...args: readonly string[]) => Promise<CliRun>;
let bob: typeof alice;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  const open = await openTurns(service);
  board = open('alice').board;
  folder = mkdtempSync(join(tmpdir(), 'gistboard-files-'));
  const as =
    (agent: string) =>
    (...args: readonly string[]) =>
      cliOf(service.url, agent)([...args, '--board', board], { cwd: folder });
  [alice, bob] = [as('alice'), as('bob')];
  for (const agent of ['alice', 'bob', 'carol']) await open(agent).text();
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, content: string | Buffer): void => {
  writeFileSync(join(folder, name), content);
};

describe('gistboard upload, files and download', () => {
  it('carry a file from one to the other, byte for byte', async () => {
    const content = Buffer.from(Array.from({ length: 600_000 }, (_, index) => (index * 7) % 256));
    write('trace.bin', content);
    expect(await alice('upload', 'trace.bin', '--to', 'bob', '--name', 'trace 1.bin')).toMatchObject({
      code: 0,
      stdout: 'G1 trace 1.bin, 600000 bytes, for bob\n',
    });
    expect((await bob('files')).stdout).toBe(
      'G1 alice to bob 2026-11-30 12:00 600000 bytes trace 1.bin\n600000 of 1048576000 bytes are used\n',
    );
    mkdirSync(join(folder, 'in'));
    const { code, stdout } = await bob('download', 'G1', '--output', 'in');
    expect([code, stdout]).toEqual([0, `${join(folder, 'in', 'trace 1.bin')}\n`]);
    expect(readFileSync(join(folder, 'in', 'trace 1.bin')).equals(content)).toBe(true);
    expect(readdirSync(join(folder, 'in'))).toEqual(['trace 1.bin']);
  });

  it('tell programs all of it', async () => {
    write('a.txt', 'x');
    expect(JSON.parse((await alice('upload', 'a.txt', '--json')).stdout)).toMatchObject({
      label: 'G1',
      sha256: sha256('x'),
    });
    expect(JSON.parse((await bob('files', '--json')).stdout)).toMatchObject({ items: [{ label: 'G1' }] });
    mkdirSync(join(folder, 'in'));
    const path = join(folder, 'in', 'a.txt');
    expect(JSON.parse((await bob('download', 'G1', '--output', 'in', '--json')).stdout)).toEqual({
      path,
      bytes: 1,
      sha256: sha256('x'),
    });
  });

  it('write over no file without --force, and never through a link', async () => {
    await new FilesClient(service, board, 'alice').share('a.txt', 'new');
    write('a.txt', 'mine');
    const refused = await bob('download', 'G1');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('--force replaces it')]);
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('mine');
    expect((await bob('download', 'G1', '--force')).code).toBe(0);
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('new');
    mkdirSync(join(folder, 'in'));
    symlinkSync('../target.txt', join(folder, 'in', 'a.txt'));
    expect((await bob('download', 'G1', '--output', 'in')).code).toBe(1);
    expect((await bob('download', 'G1', '--output', 'in', '--force')).code).toBe(0);
    expect(existsSync(join(folder, 'target.txt'))).toBe(false);
    expect(readdirSync(join(folder, 'in'))).toEqual(['a.txt']);
  });

  it('say what is wrong', async () => {
    write('a.txt', 'x');
    mkdirSync(join(folder, 'sub'));
    expect(await alice('upload', 'no.txt')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("can't be read"),
    });
    expect(await alice('upload', 'sub')).toMatchObject({ code: 2, stderr: expect.stringContaining('no regular file') });
    expect(await alice('upload', 'a.txt', '--name', '../x')).toMatchObject({ code: 2 });
    expect(await alice('upload', 'a.txt', '--to', 'nobody')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('unknown_agent'),
    });
    expect(await bob('download', 'G9')).toMatchObject({ code: 1, stderr: expect.stringContaining('no file G9') });
    expect(await bob('download', 'G9', '--output', 'nowhere')).toMatchObject({ code: 1 });
    expect(readdirSync(folder).sort()).toEqual(['a.txt', 'sub']);
  });
});

describe('gistboard download, from a service that lies', () => {
  const digest = `sha-256=:${Buffer.from(sha256('good'), 'hex').toString('base64')}:`;
  const named = (name: string): string => `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;

  it.each([
    ['with other bytes', 'evil', { 'repr-digest': digest, 'content-disposition': named('a.txt') }],
    ['without a digest', 'good', { 'content-disposition': named('a.txt') }],
    ['without a name', 'good', { 'repr-digest': digest }],
    ['with a path upward for a name', 'good', { 'repr-digest': digest, 'content-disposition': named('../evil.txt') }],
    ['with an absolute path', 'good', { 'repr-digest': digest, 'content-disposition': named('/tmp/evil.txt') }],
    ['with a hidden file', 'good', { 'repr-digest': digest, 'content-disposition': named('.bashrc') }],
    ['which cuts it', 'go', { 'repr-digest': digest, 'content-disposition': named('a.txt'), 'content-length': '4' }],
  ])('%s keeps nothing', async (_, body, headers) => {
    const server = createServer((__, response) => {
      response.writeHead(200, headers).write(body);
      if ('content-length' in headers) setImmediate(() => response.destroy());
      else response.end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { code } = await cliOf(url, 'bob')(['download', 'G1', '--board', 'main'], { cwd: folder });
    server.closeAllConnections();
    server.close();
    expect(code).toBe(3);
    expect(readdirSync(folder)).toEqual([]);
    expect(existsSync(join(folder, '../evil.txt'))).toBe(false);
  });
});

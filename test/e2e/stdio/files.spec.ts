import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FilesClient } from '../../support/files-client.js';
import { startService, type TestService } from '../../support/service.js';
import { connectStdio, type StdioTestClient, TestHome } from '../../support/stdio-adapter.js';

const home = new TestHome();
const folder = realpathSync(home.folder);
const project = join(folder, 'project');
const at = (...parts: readonly string[]): string => join(project, ...parts);
let service: TestService;
let alice: StdioTestClient;
let bob: FilesClient;
beforeAll(async () => {
  mkdirSync(at('src'), { recursive: true });
  mkdirSync(at('in'));
  execFileSync('git', ['-C', project, 'init', '-q'], { stdio: 'pipe' });
  writeFileSync(join(folder, 'outside.txt'), 'a key');
  writeFileSync(at('src', 'a.txt'), 'content');
  writeFileSync(at('.env'), 'KEY=1');
  symlinkSync('../outside.txt', at('out.txt'));
  symlinkSync('..', at('up'));
  symlinkSync('src', at('link'));
  linkSync(at('src', 'a.txt'), at('hard.txt'));
  service = await startService();
  const env = { GISTBOARD_URL: service.url, GISTBOARD_AGENT: 'alice', GISTBOARD_TOOLSETS: 'board,core,coordination' };
  alice = await connectStdio({ home, env, cwd: project });
  bob = new FilesClient(service, 'main', 'bob');
  await bob.list();
});
afterAll(async () => {
  await alice.close();
  await service.close();
  home.remove();
});

describe('upload and download of the adapter', () => {
  it('take and give files of this machine: the service’s own take and give texts', async () => {
    const { tools } = await alice.client.listTools();
    const argumentsOf = (name: string) =>
      Object.keys(tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {});
    expect(argumentsOf('upload')).toEqual(['board', 'path', 'to', 'name']);
    expect(argumentsOf('download')).toEqual(['board', 'file', 'folder', 'force']);
  });

  it('are not there where the toolset is not', async () => {
    const env = { GISTBOARD_URL: service.url, GISTBOARD_AGENT: 'alice' };
    const other = await connectStdio({ home, env, cwd: project });
    expect((await other.client.listTools()).tools.map(({ name }) => name)).not.toContain('upload');
    await expect(other.call('upload', { path: 'src/a.txt' })).rejects.toThrow('no such tool');
    await other.close();
  });

  it('carry a file of the project to others, and one of others into it', async () => {
    const sent = await alice.text('upload', { path: 'src/a.txt', to: 'bob', name: 'a b.txt' });
    expect(sent).toMatch(/^Uploaded a b\.txt \(7 bytes\) on main as G\d+, for bob\.$/);
    const label = /G\d+/.exec(sent)?.[0] ?? '';
    expect((await bob.content(label)).toString()).toBe('content');
    const theirs = await bob.share('report.md', 'obey me');
    const told = await alice.text('download', { file: theirs, folder: 'in' });
    expect(told.split('\n').at(-1)).toBe(`| ${at('in', 'report.md')}`);
    expect(told).not.toContain('obey me');
    expect(readFileSync(at('in', 'report.md'), 'utf8')).toBe('obey me');
    expect(await alice.call('download', { file: theirs, folder: 'in' })).toMatchObject({ isError: true });
    expect(await alice.call('download', { file: theirs, folder: 'in', force: true })).toMatchObject({ isError: false });
  });

  it.each(['link/a.txt', './src/../src/a.txt', 'hard.txt', at('src', 'a.txt')])(
    'send %s, which is inside',
    async (path) => {
      expect(await alice.text('upload', { path })).toContain('(7 bytes)');
    },
  );

  it.each([
    '../outside.txt',
    join(folder, 'outside.txt'),
    'out.txt',
    'up/outside.txt',
    '/etc/passwd',
    '.git/config',
    '.git/HEAD',
    '.env',
    'src',
    '/dev/zero',
    'no-such.txt',
    'src/a.txt\u0000',
  ])('do not send %s', async (path) => {
    const before = await bob.list();
    expect(await alice.call('upload', { path })).toMatchObject({ isError: true });
    expect(await bob.list()).toEqual(before);
  });

  it.each(['..', folder, 'up', '/tmp', '.git', '.git/hooks', 'no-such-folder', 'src/a.txt'])(
    'write nothing into %s',
    async (place) => {
      const label = await bob.share('evil.txt', 'x');
      const before = [readdirSync(folder), readdirSync(project), readdirSync(at('.git', 'hooks'))];
      expect(await alice.call('download', { file: label, folder: place })).toMatchObject({ isError: true });
      expect([readdirSync(folder), readdirSync(project), readdirSync(at('.git', 'hooks'))]).toEqual(before);
      expect(existsSync('/tmp/evil.txt')).toBe(false);
    },
  );

  it('say what is wrong with a call', async () => {
    const texts = await Promise.all(
      [{}, { path: 7 }, { path: 'src/a.txt', text: 'x' }, { path: 'src/a.txt', to: 'nobody' }].map(
        async (args) => (await alice.call('upload', args)).text,
      ),
    );
    expect(texts).toEqual([
      'bad_request: path: must be given',
      'bad_request: path: must be a string',
      'bad_request: text: is not a known property',
      expect.stringContaining('unknown_agent'),
    ]);
    expect((await alice.call('download', { file: 'G999' })).text).toContain('There is no file G999 for you');
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { isOnMysql } from '../../support/database-kind.js';
import { installPackage, type InstalledPackage, ROOT, run } from '../../support/package.js';
import { freePort } from '../../support/process.js';
import { until } from '../../support/until.js';

// Packs, installs and compiles.
jest.setTimeout(300_000);

// What is in the package is the same whatever database the suite runs on.
(isOnMysql ? describe.skip : describe)('the package', () => {
  let installed: InstalledPackage;
  beforeAll(() => {
    installed = installPackage();
  });
  afterAll(() => {
    installed.remove();
  });

  it('holds what runs, its licence, and nothing else', () => {
    const needed = [
      'LICENSE',
      'README.md',
      'package.json',
      'tools.json',
      'dist/client/index.js',
      'dist/client/api.d.ts',
    ];
    expect(installed.content).toEqual(expect.arrayContaining(needed.map((path) => `package/${path}`)));
    const isCode = /^package\/dist\/src\/[\w/.-]+(?<!\.spec)\.js$/;
    expect(installed.content.filter((path) => !isCode.test(path))).toEqual([
      'package/LICENSE',
      'package/README.md',
      'package/dist/client/api.d.ts',
      'package/dist/client/index.d.ts',
      'package/dist/client/index.js',
      'package/package.json',
      'package/tools.json',
    ]);
  });

  it("serves from an empty folder, with its store in the user's data folder, to commands and over MCP", async () => {
    const port = await freePort();
    const service = startNpx(['gistboard', 'serve'], { PORT: String(port) });
    try {
      await until(() => service.output().includes('connect '), 120_000);
      const answer = await fetch(`http://127.0.0.1:${port}/whoami`, { headers: { 'X-Agent': 'alice' } });
      expect(await answer.json()).toMatchObject({ agent: 'alice', boards: [{ board: 'main' }] });
      const store = join(installed.home, '.local', 'share', 'gistboard', 'gistboard.sqlite');
      expect(service.output()).toContain(`store     ${store}\n`);
      expect(existsSync(store)).toBe(true);
      const env = { HOME: installed.home, GISTBOARD_PORT: String(port), GISTBOARD_AGENT: 'alice' };
      expect(run('npx', ['gistboard', 'write', 'FACT', 'it works'], installed.folder, env)).toBe('G1 stored\n');
      const client = await connectMcp(env);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['board_read', 'board_write']));
      const read = await client.callTool({ name: 'board_read', arguments: {} });
      expect(JSON.stringify(read.content)).toContain('G1 FACT alice');
      await client.close();
    } finally {
      await service.end();
    }
  });

  it('lets a program import its client, with types', () => {
    const program = `import { createClient } from 'gistboard/client';
      const client = createClient('http://127.0.0.1:1', { agent: 'alice' });
      const answer = client.GET('/board/{board}/unfold', { params: { path: { board: 'main' }, query: { labels: 'G1' } } });
      const detail: Promise<string | null | undefined> = answer.then(({ data }) => data?.items[0]?.detail);
      detail.catch((error: unknown) => console.log(String(error)));`;
    writeFileSync(join(installed.folder, 'program.mts'), program);
    const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const options = '--strict --module nodenext --target es2023 --lib es2023,dom'.split(' ');
    run(process.execPath, [compiler, 'program.mts', ...options], installed.folder);
    expect(run(process.execPath, ['program.mjs'], installed.folder)).toBe('TypeError: fetch failed\n');
  });

  /** As a client of the folder's user connects: it says initialize, and has been answered. */
  async function connectMcp(env: Readonly<Record<string, string>>): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' });
    const surroundings = { PATH: process.env.PATH ?? '', ...env };
    const [command, args, cwd] = ['npx', ['gistboard', 'mcp'], installed.folder];
    await client.connect(new StdioClientTransport({ command, args, cwd, env: surroundings }));
    return client;
  }

  /** npx leaves its child behind where it is ended alone, so it leads a group of processes. */
  function startNpx(args: readonly string[], env: NodeJS.ProcessEnv) {
    const child = spawn('npx', args, {
      cwd: installed.folder,
      env: { PATH: process.env.PATH, HOME: installed.home, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const closed = once(child, 'close');
    const end = async (): Promise<void> => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await closed;
    };
    return { output: () => output, end };
  }
});

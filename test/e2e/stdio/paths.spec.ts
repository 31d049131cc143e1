import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';
import { connectStdio, TestHome } from '../../support/stdio-adapter.js';

jest.setTimeout(180_000);

describe('paths in what an agent writes', () => {
  const home = new TestHome();
  const folder = realpathSync(home.folder);
  const main = join(folder, 'main');
  const linked = join(folder, 'trees', 'one');
  let service: TestService;
  beforeAll(async () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', main, '-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { stdio: 'pipe' });
    mkdirSync(join(main, 'src'), { recursive: true });
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'first');
    git('worktree', 'add', '-q', linked);
    service = await startService();
  });
  afterAll(async () => {
    await service.close();
    home.remove();
  });

  it.each([
    ['the main checkout', join(main, 'src')],
    ['a worktree', linked],
  ])('are relative to the repository, written from %s', async (_, cwd) => {
    const env = { GISTBOARD_URL: service.url, GISTBOARD_AGENT: 'alice' };
    const alice = await connectStdio({ home, env, cwd });
    const notes = [
      { type: 'FACT', content: `see ${main}/src/net/retry.ts`, detail: `${linked}/a.ts:1\n/etc/hosts` },
      { type: 'CLAIM', content: `fixing ${linked}/src/net/retry.ts` },
    ];
    const [label = ''] = /G\d+/.exec(await alice.text('board_write', { notes })) ?? [];
    const view = await alice.text('board_read');
    expect(view).toContain('see src/net/retry.ts');
    expect(view).toContain('fixing src/net/retry.ts');
    const detail = await alice.text('board_unfold', { labels: label });
    expect(detail).toContain('| a.ts:1\n| /etc/hosts');
    await alice.close();
  });
});

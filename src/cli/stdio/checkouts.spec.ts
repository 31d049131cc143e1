import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkoutsAround } from './checkouts.js';

describe('the checkouts of a repository', () => {
  let folder: string;
  let main: string;
  let linked: string;
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', main, '-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { stdio: 'pipe' });
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'gistboard-git-')));
    main = join(folder, 'main');
    linked = join(folder, 'trees', 'one');
    mkdirSync(join(main, 'src', 'deep'), { recursive: true });
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'first');
    git('worktree', 'add', '-q', linked);
    mkdirSync(join(linked, 'src'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(['', 'src', 'src/deep'])('are found from %j of the main one', (inside) => {
    expect(checkoutsAround(join(main, inside))).toEqual([main, linked]);
  });

  it('are found from a worktree, itself first', () => {
    expect(checkoutsAround(join(linked, 'src'))).toEqual([linked, main]);
  });

  it('are none outside of a repository', () => {
    expect(checkoutsAround(folder)).toEqual([]);
    expect(checkoutsAround('/not/there')).toEqual([]);
  });

  it('are the folder itself where its .git is damaged', () => {
    const damaged = join(folder, 'damaged');
    mkdirSync(damaged);
    writeFileSync(join(damaged, '.git'), 'gitdir: \0');
    expect(checkoutsAround(damaged)).toEqual([damaged]);
  });
});

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { repositoryPath, repositoryPaths } from './repository-path.js';

let folder: string;
let top: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gistboard-paths-')));
  top = join(folder, 'app');
  mkdirSync(join(top, '.git'), { recursive: true });
  mkdirSync(join(top, 'src', 'net'), { recursive: true });
  symlinkSync(top, join(folder, 'link'));
  symlinkSync('src', join(top, 'alias'));
  symlinkSync('net/a.ts', join(top, 'src', 'b.ts'));
  symlinkSync(tmpdir(), join(top, 'out'));
  writeFileSync(join(top, 'src', 'net', 'a.ts'), '');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('a path that is named in a folder of a repository', () => {
  it.each([
    ['src/a.ts', '', 'src/a.ts'],
    ['a.ts', 'src', 'src/a.ts'],
    ['../b.ts', 'src', 'b.ts'],
    ['*.ts', 'src/net', 'src/net/*.ts'],
    ['net/', 'src', 'src/net/'],
    ['.', '', '.'],
    ['task:release', 'src', 'task:release'],
    ['../../x.ts', 'src', '../../x.ts'],
  ])('%s in %j is %s', (name, inside, expected) => {
    expect(repositoryPath(name, join(top, inside))).toBe(expected);
  });

  it('may be absolute, and may lead through a link', () => {
    expect(repositoryPath(join(top, 'src/a.ts'), join(top, 'src'))).toBe('src/a.ts');
    expect(repositoryPath(join(folder, 'link/src/a.ts'), top)).toBe('src/a.ts');
    expect(repositoryPath('/etc/hosts', top)).toBe('/etc/hosts');
  });

  it('stays as it is outside a repository', () => {
    expect(repositoryPath('src/a.ts', folder)).toBe('src/a.ts');
  });

  it.each([
    ['src/x.ts', ['src/x.ts']],
    ['alias/x.ts', ['alias/x.ts', 'src/x.ts']],
    ['alias/new/deep/x.ts', ['alias/new/deep/x.ts', 'src/new/deep/x.ts']],
    ['alias/b.ts', ['alias/b.ts', 'src/net/a.ts']],
    ['out/x.ts', ['out/x.ts']],
    ['../link/alias/x.ts', ['src/x.ts']],
    ['../x.ts', []],
  ])('%s has the names %j', (name, names) => {
    expect(repositoryPaths(name, top)).toEqual(names);
  });

  it('has the same names where the folder itself is named by a link', () => {
    expect(repositoryPaths('alias/x.ts', join(folder, 'link'))).toEqual(['alias/x.ts', 'src/x.ts']);
  });
});

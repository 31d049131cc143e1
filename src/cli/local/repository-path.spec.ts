import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { repositoryPath } from './repository-path.js';

let folder: string;
let top: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gistboard-paths-')));
  top = join(folder, 'app');
  mkdirSync(join(top, '.git'), { recursive: true });
  mkdirSync(join(top, 'src', 'net'), { recursive: true });
  symlinkSync(top, join(folder, 'link'));
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
});

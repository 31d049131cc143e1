import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const MAX_WORKTREES = 200;

/**
 * The top folders of all checkouts of the repository that a folder lies in: the one around it, the main one, the other
 * worktrees. Empty outside a repository. It reads git's files, since a call should not wait for a process.
 */
export function checkoutsAround(folder: string): readonly string[] {
  const top = topOf(folder);
  if (top === undefined) return [];
  try {
    const common = commonFolder(gitFolder(top));
    const main = basename(common) === '.git' ? [dirname(common)] : [];
    return [...new Set([top, ...main, ...worktreesOf(common)])];
  } catch {
    // Damaged or half-made: the folder around us is a checkout all the same.
    return [top];
  }
}

function topOf(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : topOf(parent);
}

/** In a worktree `.git` is a file that names the folder. */
function gitFolder(top: string): string {
  const path = join(top, '.git');
  if (statSync(path).isDirectory()) return path;
  return resolve(
    top,
    readFileSync(path, 'utf8')
      .replace(/^gitdir:/, '')
      .trim(),
  );
}

function commonFolder(git: string): string {
  const file = join(git, 'commondir');
  return existsSync(file) ? resolve(git, readFileSync(file, 'utf8').trim()) : git;
}

function worktreesOf(common: string): readonly string[] {
  const folder = join(common, 'worktrees');
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).slice(0, MAX_WORKTREES);
  return names.flatMap((name) => {
    const file = join(folder, name, 'gitdir');
    return existsSync(file) ? [dirname(resolve(folder, name, readFileSync(file, 'utf8').trim()))] : [];
  });
}

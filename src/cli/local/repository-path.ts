import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { checkoutsAround } from '../stdio/checkouts.js';

/**
 * A path as it is named in `folder`, from the top of the checkout that it lies in, as other agents name it; what lies in
 * none, and a task, stays as it is. Worktrees of one repository name the same file alike.
 */
export function repositoryPath(name: string, folder: string): string {
  if (/^task:/i.test(name)) return name;
  return repositoryPaths(name, folder)[0] ?? name;
}

/**
 * The same of a file, by each name that others may hold it by: as it is named here, then where links lead. None where it
 * lies in no checkout.
 */
export function repositoryPaths(name: string, folder: string): readonly string[] {
  const path = resolve(folder, name);
  const around = checkoutsAround(folder);
  const checkouts = [...around, ...around.map(realPath)].toSorted((one, other) => other.length - one.length);
  const inside = [path, realPath(path)].flatMap((each) => insideOf(checkouts, each) ?? []);
  return [...new Set(inside.map((each) => (each !== '.' && /[\\/]$/.test(name) ? `${each}/` : each)))];
}

function insideOf(checkouts: readonly string[], path: string): string | undefined {
  const top = checkouts.find((checkout) => path === checkout || path.startsWith(`${checkout}${sep}`));
  return top === undefined ? undefined : relative(top, path).split(sep).join('/') || '.';
}

/** Git knows folders by their own paths; what is not there yet has no links. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}

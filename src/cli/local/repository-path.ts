import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { checkoutsAround } from '../stdio/checkouts.js';

/**
 * A path as it is named in `folder`, from the top of the checkout that it lies in, as other agents name it; what lies in
 * none, and a task, stays as it is. Worktrees of one repository name the same file alike.
 */
export function repositoryPath(name: string, folder: string): string {
  if (/^task:/i.test(name)) return name;
  const path = resolve(folder, name);
  const checkouts = checkoutsAround(folder).toSorted((one, other) => other.length - one.length);
  for (const each of [path, realPath(path)]) {
    const top = checkouts.find((checkout) => each === checkout || each.startsWith(`${checkout}${sep}`));
    if (top === undefined) continue;
    const inside = relative(top, each).split(sep).join('/');
    return inside === '' ? '.' : `${inside}${/[\\/]$/.test(name) ? '/' : ''}`;
  }
  return name;
}

/** Git knows folders by their own paths; the file itself may not be there yet. */
function realPath(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return path;
  }
}

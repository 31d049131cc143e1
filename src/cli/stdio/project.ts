import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { parse, relative, resolve, sep } from 'node:path';
import { CliError } from '../cli-error.js';
import { checkoutsAround } from './checkouts.js';

/** The folders of an agent's project: what an agent may send and where files for it may be put. */
export class Project {
  /** `folders`: where the adapter was started; a path of the agent begins at the first of them. */
  constructor(private readonly folders: readonly string[]) {}

  /** The real path of what is there, all links resolved. Throws a `CliError` where it is not inside the project. */
  async inside(path: string): Promise<string> {
    const real = await realpath(resolve(this.folders[0] ?? '.', path)).catch(() => undefined);
    if (real === undefined) throw new CliError('usage', `There is no ${path} here.`);
    const roots = await this.#roots();
    const root = roots.find((candidate) => isWithin(real, candidate));
    if (root === undefined) throw new CliError('refused', `${path} lies outside of the project, so it is left alone.`);
    if (relative(root, real).split(sep).includes('.git'))
      throw new CliError('refused', `${path} belongs to git itself, so it is left alone.`);
    return real;
  }

  /** The checkouts around; outside of a repository the folder, unless it is nobody's project. */
  async #roots(): Promise<readonly string[]> {
    const checkouts = this.folders.flatMap(checkoutsAround);
    const roots = await Promise.all((checkouts.length > 0 ? checkouts : this.folders).map(realOf));
    return roots.flatMap((root) =>
      root === undefined || root === homedir() || root === parse(root).root ? [] : [root],
    );
  }
}

const isWithin = (path: string, root: string): boolean => path === root || path.startsWith(root + sep);

const realOf = (path: string): Promise<string | undefined> => realpath(path).catch(() => undefined);

import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../cli-error.js';

/** A place for one secret, made before there is one: so that none is lost for want of it. */
export class TokenFile {
  private constructor(
    private readonly folder: string,
    private readonly aside: string,
    private readonly descriptor: number,
  ) {}

  /** Makes the folder (0700) and an empty file in it (0600); throws a `CliError` where that can't be. */
  static prepare(folder: string): TokenFile {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      chmodSync(folder, 0o700);
      const aside = join(folder, `.joining-${randomBytes(6).toString('hex')}`);
      return new TokenFile(folder, aside, openSync(aside, 'wx', 0o600));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new CliError('refused', `No token can be kept in ${folder}: ${why}. The invite was not used.`);
    }
  }

  /** Puts the secret in its place and answers the path: under this name, or with a number where that is taken. */
  keep(name: string, secret: string): string {
    writeSync(this.descriptor, `${secret}\n`);
    closeSync(this.descriptor);
    let path = join(this.folder, `${name}.token`);
    for (let number = 2; existsSync(path); number += 1) path = join(this.folder, `${name}-${number}.token`);
    renameSync(this.aside, path);
    return path;
  }

  drop(): void {
    closeSync(this.descriptor);
    rmSync(this.aside, { force: true });
  }
}

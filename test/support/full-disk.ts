import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BLOCK = Buffer.alloc(4_096, 'x');

/** A small file system of a test's own, that can be filled to the last byte. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /** undefined: this user may not mount one here. */
  static open(size: string): SmallDisk | undefined {
    const folder = mkdtempSync(join(tmpdir(), 'gistboard-disk-'));
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'gistboard-test', folder]);
    if (status === 0) return new SmallDisk(folder);
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }

  /** Takes all the room that is left. */
  fill(): void {
    const file = openSync(this.#ballast, 'a');
    try {
      for (;;) writeSync(file, BLOCK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(file);
    }
  }

  makeRoom(): void {
    rmSync(this.#ballast, { force: true });
  }

  close(): void {
    spawnSync('umount', [this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  get #ballast(): string {
    return join(this.folder, 'ballast');
  }
}

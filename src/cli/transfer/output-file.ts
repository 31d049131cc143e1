import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { CliError } from '../cli-error.js';
import { print } from '../output.js';

/** Where an export goes. */
export interface Output {
  write(text: string): Promise<void>;
  /** Keeps what was written. */
  keep(): Promise<void>;
  /** Leaves nothing of it, where that can be. */
  discard(): Promise<void>;
}

export const STANDARD_OUTPUT: Output = {
  write: print,
  keep: () => Promise.resolve(),
  discard: () => Promise.resolve(),
};

/** A file that has its name only once it is whole; before, it is beside it, for its owner alone to read. */
export async function outputFile(path: string): Promise<Output> {
  const part = `${path}.${process.pid}.part`;
  const handle = await openNew(part);
  return {
    write: async (text) => {
      await handle.write(text);
    },
    keep: async () => {
      await handle.sync();
      await handle.close();
      await rename(part, path);
    },
    discard: async () => {
      await handle.close();
      await rm(part, { force: true });
    },
  };
}

async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    throw new CliError('usage', `The file can't be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

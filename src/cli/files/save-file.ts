import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, type FileHandle, link, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '../cli-error.js';
import { systemCode } from '../system-code.js';

/** A file that has its name only once it is whole. */
export interface NewFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Gives it its name; answers its path. Throws a `CliError` where one of that name is there. */
  keep(): Promise<string>;
  discard(): Promise<void>;
}

export interface NewFilePlace {
  readonly folder: string;
  /** One that `fileNameOf` has let through. */
  readonly name: string;
  /** Takes the place of a file that is there. */
  readonly force: boolean;
  /** How the caller asks for that. */
  readonly hint: string;
}

/** A new file in a folder that is there, and nowhere else. */
export async function fileInFolder({ folder, name, force, hint }: NewFilePlace): Promise<NewFile> {
  const inside = await realFolder(folder);
  const path = join(inside, name);
  if (!force && (await isThere(path))) throw exists(path, hint);
  const part = join(inside, `.gistboard-${randomBytes(8).toString('hex')}.part`);
  const handle = await openNew(part);
  return {
    write: async (bytes) => {
      await handle.write(bytes);
    },
    keep: async () => {
      await handle.sync();
      await handle.close();
      // A link at that name is replaced itself, and never followed.
      if (force) await rename(part, path);
      else await linkNew(part, path, hint);
      return path;
    },
    discard: async () => {
      await handle.close().catch(() => undefined);
      await rm(part, { force: true });
    },
  };
}

/** Somebody may make a file of that name at the same moment: the system decides who was first. */
async function linkNew(part: string, path: string, hint: string): Promise<void> {
  try {
    await link(part, path).catch((error: unknown) => {
      if (systemCode(error) === 'EEXIST') throw error;
      // No file system has both: this one knows no hard links.
      return copyFile(part, path, constants.COPYFILE_EXCL);
    });
  } catch (error) {
    throw systemCode(error) === 'EEXIST' ? exists(path, hint) : error;
  }
  await rm(part, { force: true });
}

async function realFolder(folder: string): Promise<string> {
  const inside = await realpath(folder).catch(() => undefined);
  if (inside !== undefined && (await stat(inside)).isDirectory()) return inside;
  throw new CliError('usage', `There is no folder ${folder}. Make it first.`);
}

const isThere = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx');
  } catch (error) {
    throw new CliError('usage', `The file can't be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const exists = (path: string, hint: string): CliError =>
  new CliError('refused', `${path} is there already, so nothing was written. ${hint}`);

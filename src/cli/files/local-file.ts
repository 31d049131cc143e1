import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileNameOf } from '../../kernel/file-name.js';
import { CliError } from '../cli-error.js';

/** No service takes more. */
const MAX_BYTES = 64 * 1_048_576;

/** A file that is to be sent. */
export interface LocalFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** Of the bytes, in hexadecimal: the service refuses others. */
  readonly sha256: string;
}

/** Reads a regular file whole. Throws a usage `CliError` where it can't be read or its name is not a plain one. */
export async function readLocalFile(path: string, givenName?: string): Promise<LocalFile> {
  const checked = fileNameOf(givenName ?? basename(path));
  if (!checked.isPlain) throw new CliError('usage', `The file's name ${checked.fault}. Give it another one.`);
  const handle = await openToRead(path);
  try {
    const bytes = await bytesOf(handle, path);
    return { name: checked.name, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
  } finally {
    await handle.close();
  }
}

async function openToRead(path: string): Promise<FileHandle> {
  try {
    // A pipe without a writer would else be waited for.
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw new CliError('usage', `The file can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function bytesOf(handle: FileHandle, path: string): Promise<Buffer> {
  const { size, isRegular } = await handle.stat().then((stats) => ({ size: stats.size, isRegular: stats.isFile() }));
  if (!isRegular) throw new CliError('usage', `${path} is no regular file.`);
  if (size > MAX_BYTES)
    throw new CliError('usage', `${path} has ${size} bytes; no service takes more than ${MAX_BYTES}.`);
  const bytes = await handle.readFile();
  if (bytes.length <= MAX_BYTES) return bytes;
  throw new CliError('usage', `${path} grew beyond ${MAX_BYTES} bytes, which no service takes.`);
}

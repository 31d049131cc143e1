import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CliError } from '../cli-error.js';
import { type FileChange, recordOf } from './file-change.js';
import type { SetupRecords } from './setup-record.js';

/** What stands in a file; null: there is none. Refuses a link to nothing: a file in its place would end the link. */
export function contentOf(path: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (error) {
    if (isAbsent(error)) {
      if (!isLink(path)) return null;
      const where = resolve(dirname(path), readlinkSync(path));
      throw new CliError(
        'refused',
        `${path} is a link to ${where}, where nothing is. Make that file, or take the link away. Nothing was changed.`,
      );
    }
    throw new CliError('refused', `${path} can't be read as text: ${messageOf(error)}. Nothing was changed.`);
  }
}

/** Writes all changes, each file at once; before the first, all of them lie beside their files. */
export function writeChanges(changes: readonly FileChange[], records: SetupRecords): void {
  for (const { path, now } of changes) {
    if (contentOf(path) !== now)
      throw new CliError('refused', `${path} was changed in the meantime. Nothing was written; run it again.`);
  }
  const prepared: { readonly change: FileChange; readonly put: () => void; readonly drop: () => void }[] = [];
  try {
    for (const change of changes) prepared.push({ change, ...prepare(change, records) });
    for (const { put } of prepared) put();
  } catch (error) {
    for (const { drop } of prepared) drop();
    throw new CliError('refused', `The files could not be written: ${messageOf(error)}`);
  }
}

function prepare(change: FileChange, records: SetupRecords): { readonly put: () => void; readonly drop: () => void } {
  const { path, next } = change;
  if (next === null) return { put: () => removeFile(path, records), drop: () => undefined };
  const folders = missingFolders(dirname(path));
  for (const folder of folders) mkdirSync(folder, { mode: change.isPrivate ? 0o700 : 0o777 });
  // A link stays one: its target is written.
  const target = existsSync(path) ? realpathSync(path) : path;
  const aside = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}`);
  writeAside(aside, target, change);
  return {
    put: () => {
      // Before the file: whatever happens between the two, undo finds out by the digests.
      if (next !== change.base) records.keep(recordOf(change, foldersOf(change, folders, records)));
      renameSync(aside, target);
      if (next === change.base) records.drop(path);
    },
    drop: () => {
      rmSync(aside, { force: true });
      removeEmpty(folders);
    },
  };
}

/** With the rights of the file that it replaces, which are never more than they were. */
function writeAside(aside: string, target: string, { next, isPrivate }: FileChange): void {
  const mode = statSync(target, { throwIfNoEntry: false })?.mode ?? (isPrivate ? 0o600 : undefined);
  writeFileSync(aside, next ?? '', { flag: 'wx', mode: mode === undefined ? 0o666 : 0o600 });
  if (mode !== undefined) chmodSync(aside, mode & 0o777);
}

/** A file that is written again was made with the folders of the first time. */
const foldersOf = ({ path }: FileChange, made: readonly string[], records: SetupRecords): readonly string[] =>
  made.length > 0 ? made : (records.find(path)?.folders ?? []);

/** The file, and the folders that were made for it, as far as nobody has put anything else there. */
function removeFile(path: string, records: SetupRecords): void {
  const folders = records.find(path)?.folders ?? [];
  rmSync(path, { force: true });
  removeEmpty(folders);
  records.drop(path);
}

/** The innermost first, up to one in which something lies. */
function removeEmpty(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(folder);
    } catch {
      break;
    }
  }
}

/** The outermost first. */
const missingFolders = (folder: string): readonly string[] =>
  existsSync(folder) ? [] : [...missingFolders(dirname(folder)), folder];

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

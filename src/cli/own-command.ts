import { join } from 'node:path';

/** This program, as `node` runs it. */
export const PROGRAM_FILE = join(import.meta.dirname, 'gistboard.js');

/**
 * How a shell starts this very program from any folder. By its path: a clone has no command of its name, and `npx` would
 * fetch whatever a registry holds under it.
 */
export const ownCommand = (): string => `node ${shellWord(PROGRAM_FILE)}`;

/** One word for a POSIX shell, whatever is in it. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

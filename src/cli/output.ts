import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import { normaliseBlock } from '../kernel/text.js';

/** What JSON leaves as it is, and a terminal obeys or a reader can't see: C1 controls, directions, line separators. */
const OBEYED = /[\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;

/** Writes to standard output; resolves when it is flushed, rejects (EPIPE) where nobody reads any more. */
export const print = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });

/** For the person at the terminal, beside the output: one or more lines on standard error. */
export function hint(text: string): void {
  process.stderr.write(`${normaliseBlock(text)}\n`);
}

/** Text for people. What others wrote may be in it, so nothing of it that a terminal would obey gets through. */
export function printText(text: string): Promise<void> {
  const plain = normaliseBlock(text);
  const lines = plain.endsWith('\n') ? plain : `${plain}\n`;
  return print(hasColours(process.stdout) ? colourLines(lines) : lines);
}

/** A document: exact for a file or a program, for a terminal as any text. */
export const printDocument = (text: string): Promise<void> => (process.stdout.isTTY ? printText(text) : print(text));

/** A value for programs, on one line; its texts are exact. */
export const printJson = (value: unknown): Promise<void> =>
  print(
    `${JSON.stringify(value).replace(OBEYED, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`,
  );

/** A terminal that shows colours, unless NO_COLOR asks for none. */
export const hasColours = (stream: Pick<WriteStream, 'isTTY' | 'hasColors'>): boolean =>
  stream.isTTY && stream.hasColors();

/** The label and the word after it stand out where a line begins with them. */
export const colourLines = (plain: string): string =>
  plain.replace(
    /^(G\d+⊕?)( [A-Z_]+)?/gm,
    (_, label: string, type = '') => paint('bold', label) + (type === '' ? '' : paint('cyan', type)),
  );

const paint = (style: 'bold' | 'cyan', text: string): string => styleText(style, text, { validateStream: false });

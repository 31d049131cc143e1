import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { CliError } from './cli-error.js';

/** What the service takes in one request. */
const LIMIT_BYTES = 1_048_576;

interface TextOptions {
  /** A mark at its start that says how it is encoded is kept; else it is no part of the text. */
  readonly isExact?: boolean;
}

/** All of standard input, as text. A person who has typed nothing yet is told what to do. */
export function readStandardInput(whatToType: string, options: TextOptions = {}): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(`${whatToType} Ctrl-D ends it.\n`);
  return textOf(process.stdin, 'Standard input', options);
}

/** All of a file, as text; `-` is standard input. */
export const readTextFile = (path: string, options: TextOptions = {}): Promise<string> =>
  path === '-' ? readStandardInput('Type the text.', options) : textOf(createReadStream(path), path, options);

/** Bounded before it is looked at; throws a usage `CliError` where it can't be read, is too long or is no UTF-8. */
async function textOf(stream: Readable, name: string, { isExact = false }: TextOptions): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      const bytes: Buffer = chunk;
      size += bytes.length;
      if (size > LIMIT_BYTES) break;
      chunks.push(bytes);
    }
  } catch (error) {
    throw new CliError('usage', `${name} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (size > LIMIT_BYTES) throw new CliError('usage', `${name} holds more than 1 MiB. Send it in parts.`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: isExact }).decode(Buffer.concat(chunks));
  } catch {
    throw new CliError('usage', `${name} is no UTF-8 text.`);
  }
}

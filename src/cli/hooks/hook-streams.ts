import type { Readable, Writable } from 'node:stream';
import { CliError } from '../cli-error.js';

/** What a hook is given by whoever starts it. */
export interface HookProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Milliseconds that have passed since the client started the hook. */
  elapsedMs(): number;
  nowMs(): number;
}

/** A tool's result may be in a hook's input; beyond this nobody needs it. */
const MAX_INPUT_BYTES = 16 * 1_024 * 1_024;

/** All of a stream as text; throws where it is too long, or `left` ends first. */
export async function readAll(stream: Readable, left: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  const stop = (): void => {
    stream.destroy(new CliError('refused', 'The input of the hook did not end.'));
  };
  left.addEventListener('abort', stop, { once: true });
  try {
    for await (const chunk of stream) {
      length += (chunk as Buffer).length;
      if (length > MAX_INPUT_BYTES) throw new CliError('refused', 'The input of the hook is too long.');
      chunks.push(chunk as Buffer);
    }
  } finally {
    left.removeEventListener('abort', stop);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Whether the text is out: false where nobody takes it any more. */
export function writeOut(stream: Writable, text: string): Promise<boolean> {
  return new Promise((resolve) => {
    // A failed write tells the stream, too, and would end the process there.
    stream.once('error', () => {
      resolve(false);
    });
    stream.write(text, (error) => {
      resolve(error === null || error === undefined);
    });
  });
}

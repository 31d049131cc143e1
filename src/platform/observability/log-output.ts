import { writeSync } from 'node:fs';

const FLUSH_AT_LENGTH = 8_192;
const FLUSH_EVERY_MS = 500;
/** Characters that wait for a reader who is slow; what is older goes. */
const MOST_WAITING = 1_048_576;

/**
 * Lines for a file descriptor, written together, at the latest after half a second: a system call for each request's
 * line would cost an eighth of the service's time. A reader who has gone or is slow costs lines, never the service: an
 * output that waits for its reader would keep the process from ending.
 */
export class LogOutput {
  #waiting = '';
  #isClosed = false;

  constructor(private readonly descriptor: number) {
    setInterval(() => {
      this.flush();
    }, FLUSH_EVERY_MS).unref();
    process.once('exit', () => {
      this.flush();
    });
  }

  write(line: string): void {
    if (this.#isClosed) return;
    this.#waiting += line;
    if (this.#waiting.length >= FLUSH_AT_LENGTH) this.flush();
  }

  flush(): void {
    let waiting = Buffer.from(this.#waiting);
    this.#waiting = '';
    try {
      while (waiting.length > 0) waiting = waiting.subarray(writeSync(this.descriptor, waiting));
    } catch (error) {
      this.#isClosed = !isFull(error);
      if (!this.#isClosed) this.#waiting = waiting.toString().slice(-MOST_WAITING);
    }
  }
}

/** The reader is slow: what is left is tried again. Anything else, such as EPIPE, means that nobody reads any more. */
const isFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAGAIN';

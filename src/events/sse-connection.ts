import { once } from 'node:events';
import type { Response } from 'express';
import { HEARTBEAT } from './domain/sse.js';

/** The most bytes that wait for a client; what is more is not even read from the store. */
const MAX_WAITING_BYTES = 256 * 1_024;
/** A client that takes nothing for this long is cut off; it may come back and go on where it was. */
const PATIENCE_MS = 15_000;
/** What an ended stream has left to reach its client. */
const LAST_WORDS_MS = 1_000;

/** One client's end of a stream. */
export class SseConnection {
  readonly #gone = new AbortController();
  #wroteAt = performance.now();

  constructor(private readonly response: Response) {
    // Every stream listens, and so do the log and the count of requests.
    response.once('close', () => {
      this.#gone.abort();
    });
  }

  /** Aborted once nothing more reaches the client. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Milliseconds since something was sent. */
  get quietMs(): number {
    return performance.now() - this.#wroteAt;
  }

  /** Begins the answer: from here on there is no other status. */
  open(): void {
    this.response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // nginx would keep events back until its buffer is full.
      'X-Accel-Buffering': 'no',
    });
    this.response.flushHeaders();
  }

  /** Resolves when the client has room for more, or is gone. */
  async send(text: string): Promise<void> {
    if (this.gone.aborted || this.response.writableEnded) return;
    this.#wroteAt = performance.now();
    this.response.write(text);
    if (this.response.writableLength <= MAX_WAITING_BYTES) return;
    const tooLong = AbortSignal.timeout(PATIENCE_MS);
    await once(this.response, 'drain', { signal: AbortSignal.any([this.gone, tooLong]) }).catch(() => {
      this.response.destroy();
    });
  }

  beat(): Promise<void> {
    return this.send(HEARTBEAT);
  }

  /** Ends the stream in good order; one whose client does not read is cut. */
  end(): void {
    if (this.gone.aborted) return;
    this.response.end();
    const cut = setTimeout(() => this.response.destroy(), LAST_WORDS_MS).unref();
    this.gone.addEventListener('abort', () => {
      clearTimeout(cut);
    });
  }
}

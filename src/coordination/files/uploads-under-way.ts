import { Problem } from '../../kernel/problem.js';

const AT_ONCE = 32;
const AT_ONCE_OF_AGENT = 4;

/** Uploads that have not come to their end: each holds a piece in memory, and pieces in the store. */
export class UploadsUnderWay {
  readonly #running = new Map<Promise<unknown>, string>();

  /** Throws `overloaded`, or `too_many_requests` where one agent has too many. */
  async run<T>(who: string, work: () => Promise<T>): Promise<T> {
    this.#refuseTooMany(who);
    const running = work();
    this.#running.set(running, who);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.#running.keys());
  }

  #refuseTooMany(who: string): void {
    if (this.#running.size >= AT_ONCE) {
      throw new Problem('overloaded', 'Too many files are being sent. Try again.', { retryAfterS: 5 });
    }
    const own = [...this.#running.values()].filter((each) => each === who);
    if (own.length < AT_ONCE_OF_AGENT) return;
    const detail = `You are sending ${own.length} files, which is the most at once. Wait for one to be done.`;
    throw new Problem('too_many_requests', detail, { retryAfterS: 5 });
  }
}

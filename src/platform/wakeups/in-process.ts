import { type Wakeup, type WakeupListener, Wakeups } from './wakeups.js';

/** For a process that is alone on its store, or whose others look for themselves. */
export class InProcessWakeups extends Wakeups {
  readonly #listeners = new Set<WakeupListener>();

  publish(wakeup: Wakeup): void {
    for (const listener of this.#listeners) listener(wakeup);
  }

  listen(listener: WakeupListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  connections(): readonly [] {
    return [];
  }

  close(): void {
    this.#listeners.clear();
  }
}

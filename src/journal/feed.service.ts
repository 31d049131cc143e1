import { Injectable } from '@nestjs/common';
import type { BoardRef } from './domain/board-ref.js';
import type { JournalEntry } from './domain/journal-entry.js';

/** Told of entries after their commit, in seq order, and only of those that this process wrote. */
export type FeedListener = (board: BoardRef, entries: readonly JournalEntry[]) => void;

/** After-commit fan-out inside one process. A listener must not throw, and must not trust that it hears of all. */
@Injectable()
export class FeedService {
  readonly #listeners = new Set<FeedListener>();

  /** Answers the way to stop listening. */
  listen(listener: FeedListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  publish(board: BoardRef, entries: readonly JournalEntry[]): void {
    for (const listener of this.#listeners) listener(board, entries);
  }
}

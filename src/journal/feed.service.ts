import { Injectable } from '@nestjs/common';
import type { BoardId, Seq } from '../kernel/ids.js';
import { Wakeups } from '../platform/wakeups/wakeups.js';
import type { BoardRef } from './domain/board-ref.js';
import type { JournalEntry } from './domain/journal-entry.js';

const MAX_HEADS = 10_000;

/** Told of entries after their commit, in seq order, and only of those that this process wrote. */
export type FeedListener = (board: BoardRef, entries: readonly JournalEntry[]) => void;

/** After-commit fan-out inside one process, and a word to the others. A listener must not throw, and must not trust that it hears of all. */
@Injectable()
export class FeedService {
  readonly #listeners = new Set<FeedListener>();
  readonly #heads = new Map<BoardId, Seq>();

  constructor(private readonly wakeups: Wakeups) {}

  /** Answers the way to stop listening. */
  listen(listener: FeedListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The seq of the newest entry that this process wrote to the board, as far as it is remembered; else 0. */
  headOf(boardId: BoardId): Seq {
    return this.#heads.get(boardId) ?? 0;
  }

  publish(board: BoardRef, entries: readonly JournalEntry[]): void {
    if (this.#heads.size >= MAX_HEADS) this.#heads.clear();
    const head = entries.at(-1)?.seq ?? 0;
    this.#heads.set(board.boardId, head);
    for (const listener of this.#listeners) listener(board, entries);
    this.wakeups.publish({ boardId: board.boardId, head });
  }
}

import { groupBy } from '../kernel/group-by.js';
import type { BoardId, Seq } from '../kernel/ids.js';
import type { Logger } from '../platform/observability/logger.js';
import { signals } from '../platform/observability/signals.js';
import type { BoardRef } from './domain/board-ref.js';
import type { JournalEntry } from './domain/journal-entry.js';
import type { HeadsRepository } from './heads.repository.js';

/** How often the heads of all awaited boards are looked up, whether or not a wake-up came. */
const LOOK_EVERY_MS = 1_000;
const MAX_TOLD = 10_000;

/** A board that somebody waits for. */
export interface Awaited {
  readonly board: BoardRef;
  /** Entries up to it have been heard of. */
  readonly head: Seq;
}

interface LookoutParts {
  readonly heads: HeadsRepository;
  readonly logger: Logger;
  readonly awaited: ReadonlyMap<BoardId, Awaited>;
  readonly found: (boardId: BoardId, entries: readonly JournalEntry[]) => void;
}

/**
 * Finds what other processes wrote to awaited boards: at once where a wake-up names one, and every second in any case.
 * What a wake-up says is looked up, never believed. Wake-ups that come during a look-up share the next one.
 */
export class Lookout {
  /** Heads that wake-ups have named, of boards that were not looked up since; nobody may wait for them yet. */
  readonly #told = new Map<BoardId, Seq>();
  readonly #due = new Set<BoardId>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #isOver = false;

  constructor(private readonly parts: LookoutParts) {}

  /** Call it with each board that is waited for, once that is so. */
  watch({ board, head }: Awaited): void {
    if (this.#isOver) return;
    this.#timer ??= this.#nextSecond();
    if ((this.#told.get(board.boardId) ?? 0) > head) this.#lookSoon(board.boardId);
  }

  /** A wake-up named a head that was not heard of. */
  beTold(boardId: BoardId, head: Seq): void {
    if (this.#told.size >= MAX_TOLD) this.#told.clear();
    this.#told.set(boardId, Math.max(head, this.#told.get(boardId) ?? 0));
    if (this.parts.awaited.has(boardId)) this.#lookSoon(boardId);
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #nextSecond(): NodeJS.Timeout {
    return setTimeout(() => void this.#lookAtAll(), LOOK_EVERY_MS).unref();
  }

  async #lookAtAll(): Promise<void> {
    await this.#look([...this.parts.awaited.values()], 'second');
    this.#timer = this.parts.awaited.size > 0 && !this.#isOver ? this.#nextSecond() : undefined;
  }

  #lookSoon(boardId: BoardId): void {
    this.#due.add(boardId);
    if (!this.#isLooking) void this.#lookWhileDue();
  }

  async #lookWhileDue(): Promise<void> {
    this.#isLooking = true;
    // Wake-ups of one turn of the event loop arrive together; let them all in first.
    await Promise.resolve();
    while (this.#due.size > 0 && !this.#isOver) {
      const due = [...this.#due].flatMap((boardId) => this.parts.awaited.get(boardId) ?? []);
      this.#due.clear();
      await this.#look(due, 'wakeup');
    }
    this.#isLooking = false;
  }

  async #look(awaited: readonly Awaited[], cause: 'second' | 'wakeup'): Promise<void> {
    for (const { board } of awaited) this.#told.delete(board.boardId);
    try {
      const written = await this.parts.heads.writtenAfter(awaited.map(({ board, head }) => ({ board, after: head })));
      signals.foundEntries.send({ cause, count: written.length });
      for (const [boardId, entries] of groupBy(written, ({ boardId }) => boardId)) {
        this.parts.found(
          boardId,
          entries.map(({ entry }) => entry),
        );
      }
    } catch (error) {
      this.parts.logger.warn({ err: error }, 'the heads of awaited boards could not be looked up; trying again');
    }
  }
}

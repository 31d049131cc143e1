import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { groupBy } from '../kernel/group-by.js';
import type { BoardId, Seq } from '../kernel/ids.js';
import { signals } from '../platform/observability/signals.js';
import { Logger } from '../platform/observability/logger.js';
import type { BoardRef } from './domain/board-ref.js';
import type { JournalEntry } from './domain/journal-entry.js';
import { FeedService } from './feed.service.js';
import { HeadsRepository } from './heads.repository.js';

/** How often the heads of awaited boards are looked up, for what other processes wrote. */
const LOOK_EVERY_MS = 1_000;

/** Somebody who waits for news of some boards. */
export interface Waiting {
  /** Resolves when news was written, the time is over, or the service stops. */
  woken(ms: number): Promise<void>;
  /** Must be called in the end. */
  leave(): void;
}

interface Waiter {
  readonly isNews: IsNews;
  wake(): void;
}

/** Whether a waiter is to be woken for an entry. */
export type IsNews = (entry: JournalEntry) => boolean;

interface AwaitedBoard {
  readonly board: BoardRef;
  readonly waiters: Set<Waiter>;
  /** Entries up to it have been heard of. */
  head: Seq;
}

/**
 * Wakes those whom a write concerns. A waiter costs a place in a map: no thread, no timer but its own end, no query.
 * One look-up a second, for all waiters of the process together, finds what other processes wrote.
 */
@Injectable()
export class WaitersService implements BeforeApplicationShutdown {
  readonly #boards = new Map<BoardId, AwaitedBoard>();
  #looking: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(
    private readonly feed: FeedService,
    private readonly heads: HeadsRepository,
    private readonly logger: Logger,
  ) {
    feed.listen((board, entries) => {
      this.#hear(board.boardId, entries);
    });
  }

  /** Nobody should wait any more. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Everybody is answered before the service stops. */
  beforeApplicationShutdown(): void {
    this.#isStopping = true;
    clearTimeout(this.#looking);
    for (const { waiters } of this.#boards.values()) for (const waiter of waiters) waiter.wake();
  }

  /**
   * Begins to listen at once, so that what is written while the caller still looks is not missed; woken from the start
   * where the caller's heads are behind already.
   */
  join(isNews: IsNews, boards: readonly { readonly ref: BoardRef; readonly head: Seq }[]): Waiting {
    let isWoken = this.#isStopping || boards.some(({ ref, head }) => this.#headOf(ref.boardId) > head);
    let notify = (): void => undefined;
    const waiter: Waiter = {
      isNews,
      wake: () => {
        isWoken = true;
        notify();
      },
    };
    for (const { ref, head } of boards) this.#enter(ref, head, waiter);
    let isHere = true;
    signals.waiter.send({ change: 1 });
    return {
      woken: (ms) =>
        new Promise((resolve) => {
          if (isWoken) {
            resolve();
            return;
          }
          const timer = setTimeout(resolve, ms);
          notify = () => {
            clearTimeout(timer);
            resolve();
          };
        }),
      leave: () => {
        notify();
        for (const { ref } of boards) this.#leave(ref.boardId, waiter);
        if (isHere) signals.waiter.send({ change: -1 });
        isHere = false;
      },
    };
  }

  #headOf(boardId: BoardId): Seq {
    return Math.max(this.feed.headOf(boardId), this.#boards.get(boardId)?.head ?? 0);
  }

  #enter(board: BoardRef, head: Seq, waiter: Waiter): void {
    const awaited = this.#boards.get(board.boardId) ?? { board, waiters: new Set(), head };
    awaited.waiters.add(waiter);
    this.#boards.set(board.boardId, awaited);
    if (this.#looking === undefined && !this.#isStopping) this.#lookLater();
  }

  #leave(boardId: BoardId, waiter: Waiter): void {
    const awaited = this.#boards.get(boardId);
    awaited?.waiters.delete(waiter);
    if (awaited?.waiters.size === 0) this.#boards.delete(boardId);
  }

  #hear(boardId: BoardId, entries: readonly JournalEntry[]): void {
    const awaited = this.#boards.get(boardId);
    if (awaited === undefined) return;
    // Others may have written before these; the look-up finds those, and waking twice for one entry is harmless.
    const first = entries[0]?.seq;
    if (first === awaited.head + 1) awaited.head = entries.at(-1)?.seq ?? awaited.head;
    for (const waiter of awaited.waiters) if (entries.some(waiter.isNews)) waiter.wake();
  }

  #lookLater(): void {
    this.#looking = setTimeout(() => {
      void this.#look();
    }, LOOK_EVERY_MS).unref();
  }

  async #look(): Promise<void> {
    try {
      const awaited = [...this.#boards.values()];
      const written = await this.heads.writtenAfter(awaited.map(({ board, head }) => ({ board, after: head })));
      for (const [boardId, entries] of groupBy(written, ({ boardId }) => boardId)) {
        this.#hear(
          boardId,
          entries.map(({ entry }) => entry),
        );
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'the heads of awaited boards could not be looked up; trying again');
    }
    this.#looking = undefined;
    if (this.#boards.size > 0 && !this.#isStopping) this.#lookLater();
  }
}

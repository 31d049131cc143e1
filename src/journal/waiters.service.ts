import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { BoardId, Seq } from '../kernel/ids.js';
import { signals } from '../platform/observability/signals.js';
import { Logger } from '../platform/observability/logger.js';
import { Wakeups } from '../platform/wakeups/wakeups.js';
import type { BoardRef } from './domain/board-ref.js';
import type { JournalEntry } from './domain/journal-entry.js';
import { FeedService } from './feed.service.js';
import { HeadsRepository } from './heads.repository.js';
import { Lookout } from './lookout.js';

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
 * The feed tells of this process's writes, the lookout of those of others.
 */
@Injectable()
export class WaitersService implements BeforeApplicationShutdown {
  readonly #boards = new Map<BoardId, AwaitedBoard>();
  readonly #lookout: Lookout;
  #isStopping = false;

  constructor(
    private readonly feed: FeedService,
    wakeups: Wakeups,
    heads: HeadsRepository,
    logger: Logger,
  ) {
    const found = (boardId: BoardId, entries: readonly JournalEntry[]): void => {
      this.#hear(boardId, entries);
    };
    this.#lookout = new Lookout({ heads, logger, awaited: this.#boards, found });
    feed.listen(({ boardId }, entries) => {
      this.#hear(boardId, entries);
    });
    wakeups.listen(({ boardId, head }) => {
      const known = this.#boards.get(boardId)?.head ?? feed.headOf(boardId);
      if (head > known) this.#lookout.beTold(boardId, head);
    });
  }

  /** Nobody should wait any more. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Everybody is answered before the service stops. */
  beforeApplicationShutdown(): void {
    this.#isStopping = true;
    this.#lookout.end();
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
    this.#lookout.watch(awaited);
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
    const isEndForSome = entries.some(endsRights);
    for (const waiter of awaited.waiters) if (isEndForSome || entries.some(waiter.isNews)) waiter.wake();
  }
}

/** Whether somebody may have lost the right to wait: then all look again whether they still have it. */
const endsRights = ({ type }: JournalEntry): boolean => ENDS.has(type);

const ENDS: ReadonlySet<string> = new Set(['member.removed', 'token.revoked', 'token.rotated']);

import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BoardRef } from '../journal/domain/board-ref.js';
import type { JournalEntry } from '../journal/domain/journal-entry.js';
import { FeedService } from '../journal/feed.service.js';
import { JournalRepository } from '../journal/journal.repository.js';
import type { BoardId, Seq } from '../kernel/ids.js';
import { signals } from '../platform/observability/signals.js';
import { Settings } from '../platform/config/settings.js';
import { foldRecentView, type RecentView } from './domain/recent-view.js';
import { RevisionsRepository } from './revisions.repository.js';

/** Views of boards that were used last; the others are built again when they are asked for. */
const MAX_VIEWS = 200;
/** Further behind than this, building anew is cheaper than following. */
const MAX_FOLLOWED = 2_000;

/** Holds the retained window of each board in use. A view is never older than the head that its reader has learnt. */
@Injectable()
export class RecentViewService implements OnModuleDestroy {
  /** In the order of last use. */
  readonly #views = new Map<BoardId, RecentView>();
  readonly #stopListening: () => void;

  constructor(
    private readonly revisions: RevisionsRepository,
    private readonly journal: JournalRepository,
    private readonly settings: Settings,
    feed: FeedService,
  ) {
    this.#stopListening = feed.listen((board, entries) => {
      this.#hear(board, entries);
    });
  }

  onModuleDestroy(): void {
    this.#stopListening();
  }

  /** The view as of `head` or later. Inside a writing transaction give its manager, so that it sees what that sees. */
  async at(board: BoardRef, head: Seq, manager?: EntityManager): Promise<RecentView> {
    const held = this.#views.get(board.boardId);
    if (held !== undefined && held.head >= head && !held.isStale) return this.#keep(board, held);
    return this.#keep(board, await this.#advance(board, { held, head, manager }));
  }

  async #advance(
    board: BoardRef,
    from: { held: RecentView | undefined; head: Seq; manager: EntityManager | undefined },
  ): Promise<RecentView> {
    const { held, manager } = from;
    const head = Math.max(from.head, held?.head ?? 0);
    if (held !== undefined && !held.isStale && head - held.head <= MAX_FOLLOWED) {
      const range = { after: held.head, upTo: head, limit: MAX_FOLLOWED };
      const view = foldRecentView(held, await this.journal.readAfter(board, range, manager));
      if (!view.isStale) return view;
    }
    const startedAt = performance.now();
    const view = await this.revisions.window(board, { head, limit: this.settings.viewLimit }, manager);
    signals.viewBuilt.send({ seconds: (performance.now() - startedAt) / 1_000, gists: view.items.length });
    return view;
  }

  /** Two may have advanced the view at once; the one that got further stays. */
  #keep(board: BoardRef, view: RecentView): RecentView {
    const held = this.#views.get(board.boardId);
    this.#views.delete(board.boardId);
    this.#views.set(board.boardId, held !== undefined && held.head > view.head ? held : view);
    for (const oldest of this.#views.keys()) {
      if (this.#views.size <= MAX_VIEWS) break;
      this.#views.delete(oldest);
    }
    signals.viewsHeld.send({ count: this.#views.size });
    return view;
  }

  /** Entries of this process after their commit: saves the next reader a look-up, and is not relied on. */
  #hear(board: BoardRef, entries: readonly JournalEntry[]): void {
    const held = this.#views.get(board.boardId);
    const first = entries[0]?.seq;
    if (held === undefined || first === undefined || first > held.head + 1) return;
    this.#views.set(board.boardId, foldRecentView(held, entries));
  }
}

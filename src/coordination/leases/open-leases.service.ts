import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BoardRef } from '../../journal/domain/board-ref.js';
import type { JournalEntry } from '../../journal/domain/journal-entry.js';
import { FeedService } from '../../journal/feed.service.js';
import { JournalRepository } from '../../journal/journal.repository.js';
import { RedactionsService } from '../../journal/redactions.service.js';
import type { BoardId, Seq } from '../../kernel/ids.js';
import { LeasesRepository, type OpenLeases } from './leases.repository.js';

interface Kept extends OpenLeases {
  /** Nothing up to it changes the leases. */
  readonly head: Seq;
  /** When the database said its time, by our own clock that never jumps. */
  readonly learntAt: number;
}

const MAX_KEPT = 400;
/** Two clocks don't go apart further than that matters in this time. */
const TRUSTED_MS = 30_000;

/**
 * What of a board's leases nobody closed, for readers. Each change of a lease is an entry, so what is kept is right as
 * long as the board's head does not pass it; time goes by the database's clock.
 */
@Injectable()
export class OpenLeasesService implements OnModuleDestroy {
  readonly #kept = new Map<BoardId, Kept>();
  readonly #stopListening: () => void;

  constructor(
    private readonly leases: LeasesRepository,
    private readonly journal: JournalRepository,
    redactions: RedactionsService,
    feed: FeedService,
  ) {
    redactions.register((tx, board, seqs) => this.#forgetIntents(tx, board, seqs));
    this.#stopListening = feed.listen((board, entries) => {
      this.#hear(board, entries);
    });
  }

  onModuleDestroy(): void {
    this.#stopListening();
  }

  /** As of `head` or later. */
  async at(board: BoardRef, head: Seq): Promise<OpenLeases> {
    const kept = this.#kept.get(board.boardId);
    const now = performance.now();
    if (kept !== undefined && kept.head >= head && now - kept.learntAt < TRUSTED_MS) return current(kept, now);
    const fresh = { ...(await this.leases.open(board)), head, learntAt: now };
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(board.boardId, fresh);
    return fresh;
  }

  /** For a redaction: the text that an agent gave with its lease, or with a renewal of it, goes too. */
  async #forgetIntents(tx: EntityManager, board: BoardRef, seqs: readonly Seq[]): Promise<void> {
    const entries = (await this.journal.bySeqs(board, seqs, tx)).filter(({ kind }) => kind === 'lease');
    const leases = entries.flatMap(({ seq, refs }) => [
      seq,
      ...refs.filter(({ relation }) => relation === 'renews').map((ref) => ref.seq),
    ]);
    for (const seq of leases) await this.leases.forgetIntent(tx, board, seq);
  }

  /** Entries of this process after their commit: saves the next reader a look-up, and is not relied on. */
  #hear(board: BoardRef, entries: readonly JournalEntry[]): void {
    const kept = this.#kept.get(board.boardId);
    const [first, last] = [entries[0]?.seq, entries.at(-1)?.seq];
    if (kept === undefined || first === undefined || last === undefined) return;
    if (first > kept.head + 1 || entries.some(isAboutLeases)) this.#kept.delete(board.boardId);
    else this.#kept.set(board.boardId, { ...kept, head: Math.max(kept.head, last) });
  }
}

/** Messages too: one that tells a holder of a lapse is remembered with the lease. */
const isAboutLeases = ({ kind, type }: JournalEntry): boolean =>
  kind === 'lease' || kind === 'redaction' || (kind === 'post' && type === 'lapsed');

const current = ({ leases, nowMs, learntAt }: Kept, now: number): OpenLeases => ({
  leases,
  nowMs: nowMs + Math.floor(now - learntAt),
});

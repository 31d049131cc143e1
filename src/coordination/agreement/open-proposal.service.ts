import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { BoardAccess } from '../../boards/board-access.service.js';
import type { BoardRef } from '../../journal/domain/board-ref.js';
import type { EntryKind, JournalEntry } from '../../journal/domain/journal-entry.js';
import { FeedService } from '../../journal/feed.service.js';
import type { BoardId, Seq } from '../../kernel/ids.js';
import type { ProposalDto } from './plan.dto.js';
import { type ProposalState, statusOfProposal } from './domain/fold-proposal.js';
import { proposalDto } from './proposal-dto.js';
import { ProposalsRepository } from './proposals.repository.js';

/** Boards that were asked for last; the others are looked up again. */
const MAX_BOARDS = 1_000;

/** What was open as of an entry; undefined: nothing was. */
interface Held {
  readonly head: Seq;
  readonly state: ProposalState | undefined;
  /** The database's time when it was looked up, and this process's own then. */
  readonly databaseMs: number;
  readonly processMs: number;
}

/**
 * The open proposal of each board in use, held in memory: asking costs nothing while the board stands where it stood, and
 * one small look-up where others wrote to it. A proposal that this process wrote is seen at once.
 */
@Injectable()
export class OpenProposalService implements OnModuleDestroy {
  readonly #boards = new Map<BoardId, Held>();
  readonly #stopListening: () => void;

  constructor(
    private readonly proposals: ProposalsRepository,
    private readonly feed: FeedService,
  ) {
    this.#stopListening = feed.listen((board, entries) => {
      this.#hear(board, entries);
    });
  }

  onModuleDestroy(): void {
    this.#stopListening();
  }

  /** As of the caller's head or later. */
  async of({ ref, head }: Pick<BoardAccess, 'ref' | 'head'>): Promise<ProposalDto | undefined> {
    const { state, databaseMs, processMs } = await this.#at(ref, Math.max(head, this.feed.headOf(ref.boardId)));
    if (state === undefined) return undefined;
    const nowMs = databaseMs + (performance.now() - processMs);
    return statusOfProposal(state, nowMs) === 'open' ? proposalDto(state, nowMs) : undefined;
  }

  async #at(board: BoardRef, head: Seq): Promise<Held> {
    const held = this.#boards.get(board.boardId);
    if (held !== undefined && held.head >= head) return held;
    const isSame = held !== undefined && !(await this.proposals.hasChanged(board, held.head));
    return this.#keep(board, isSame ? { ...held, head } : await this.#look(board, head));
  }

  async #look(board: BoardRef, head: Seq): Promise<Held> {
    const newest = await this.proposals.newest(board);
    if (newest === undefined || newest.end !== null) return { head, state: undefined, databaseMs: 0, processMs: 0 };
    const processMs = performance.now();
    return { head, state: newest, databaseMs: await this.proposals.nowMs(), processMs };
  }

  #keep(board: BoardRef, held: Held): Held {
    this.#boards.delete(board.boardId);
    this.#boards.set(board.boardId, held);
    const [oldest] = this.#boards.keys();
    if (this.#boards.size > MAX_BOARDS && oldest !== undefined) this.#boards.delete(oldest);
    return held;
  }

  /** What this process wrote moves the head on, or is looked up again by who asks next. */
  #hear({ boardId }: BoardRef, entries: readonly JournalEntry[]): void {
    const held = this.#boards.get(boardId);
    const last = entries.at(-1);
    if (held === undefined || last === undefined || entries[0]?.seq !== held.head + 1) return;
    if (entries.some(({ kind }) => CHANGING.has(kind))) this.#boards.delete(boardId);
    else this.#boards.set(boardId, { ...held, head: last.seq });
  }
}

const CHANGING: ReadonlySet<EntryKind> = new Set<EntryKind>(['proposal', 'answer', 'redaction']);

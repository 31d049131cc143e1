import { Injectable } from '@nestjs/common';
import type { BoardAccess } from '../boards/board-access.service.js';
import type { PendingDto } from '../notices/pending.dto.js';
import { NoticeLeasesService } from '../notices/notice-leases.service.js';
import { UnreadService } from '../notices/unread.service.js';
import { Logger } from '../platform/observability/logger.js';
import type { Connection } from './connection.js';
import { tokensOf } from './domain/budget.js';
import { labelsIn, noticeLines, unreadLine } from './domain/notice-lines.js';
import { receiptOf } from './domain/receipt.js';

/** The end of a result: what came in meanwhile. */
export interface NoticeTail {
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
  readonly receipt?: string;
}

const NOTHING: NoticeTail = { ours: [], theirs: [] };
const MAX_NOTICES = 20;

/** Tells an agent with each result what is unread on the board of its call. */
@Injectable()
export class NoticeTailService {
  constructor(
    private readonly unread: UnreadService,
    private readonly leases: NoticeLeasesService,
    private readonly logger: Logger,
  ) {}

  /**
   * For a connection with a session of its own the first notices, leased until its receipt comes back; for others, and
   * for who never read the board, only how many there are. They take `room` tokens at most. Never throws: what the call
   * was for is done by now.
   */
  async after(connection: Connection, board: BoardAccess, room: number): Promise<NoticeTail> {
    try {
      return await this.#tail(connection, board, room);
    } catch (error) {
      this.logger.warn({ requestId: connection.requestId, err: error }, 'a result went out without unread notices');
      return NOTHING;
    }
  }

  async #tail({ caller, instance, isStructured }: Connection, board: BoardAccess, room: number): Promise<NoticeTail> {
    const unread = await this.unread.of(caller.agent, board);
    const count = unread.messages.length + unread.notes.length;
    if (count === 0) return NOTHING;
    if (instance === undefined || isStructured || unread.isFirst)
      return { ours: [unreadLine(board.slug, count)], theirs: [] };
    const fits = (some: PendingDto): boolean => tokensOf(noticeLines(some).join('\n')) <= room;
    const pending = await this.leases.lease({ identity: caller, boards: [board] }, { limit: MAX_NOTICES, fits });
    const shown = labelsIn(pending);
    const left = [...unread.messages, ...unread.notes].filter((label) => !shown.has(label)).length;
    const ours = left === 0 ? [] : [unreadLine(board.slug, left)];
    if (pending.lease_id === null) return { ours, theirs: [] };
    const receipt = receiptOf({
      kind: 'notices',
      lease_id: pending.lease_id,
      events: pending.events.map(({ label }) => `${board.slug}/${label}`),
      boards: Object.fromEntries(pending.gists.map(({ board: slug, to }) => [slug, to])),
    });
    return { ours, theirs: ['', `NEW on ${board.slug}`, ...noticeLines(pending)], receipt };
  }
}

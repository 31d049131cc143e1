import { Injectable } from '@nestjs/common';
import type { Identity } from '../../auth/domain/identity.js';
import { IdentityService } from '../../auth/identity.service.js';
import { type BoardAccess, BoardAccessService } from '../../boards/board-access.service.js';
import { viewerOf } from '../../boards/viewer.js';
import { isToldTo } from '../../journal/domain/concerns.js';
import { WaitersService } from '../../journal/waiters.service.js';
import { signals } from '../../platform/observability/signals.js';
import { isAskedFor } from './domain/inbox.js';
import type { InboxDto } from './inbox.dto.js';
import { type InboxRequest, InboxService, type Unread } from './inbox.service.js';

export interface WaitRequest extends Omit<InboxRequest, 'withHeartbeats'> {
  readonly timeoutMs: number;
  /** Nobody is there any more to take the answer: then nothing counts as shown. */
  readonly isGone: AbortSignal;
}

/** Holds a request until something unread comes. Who waits hangs on the feed: it costs no query until it is woken. */
@Injectable()
export class WaitService {
  constructor(
    private readonly inbox: InboxService,
    private readonly boards: BoardAccessService,
    private readonly waiters: WaitersService,
    private readonly identities: IdentityService,
  ) {}

  /**
   * Answers at once where something is there, else when it comes, or with nothing when the time is over. Throws
   * `unauthenticated`, `not_found` where the right to it has ended since.
   */
  async wait(caller: Identity, access: BoardAccess, request: WaitRequest): Promise<InboxDto> {
    const { timeoutMs, isGone, filter, ack, limit } = request;
    const viewer = viewerOf(caller, access);
    const until = performance.now() + timeoutMs;
    const isNews = (entry: Parameters<Parameters<WaitersService['join']>[0]>[0]): boolean =>
      isToldTo(viewer, entry) && isAskedFor(filter, entry);
    let current = access;
    let wokenAt: number | undefined;
    for (;;) {
      const waiting = this.waiters.join(isNews, [current]);
      const leave = (): void => {
        waiting.leave();
      };
      isGone.addEventListener('abort', leave, { once: true });
      try {
        const unread: Unread = await this.inbox.find(viewerOf(caller, current), current, {
          filter,
          limit,
          withHeartbeats: false,
        });
        const leftMs = until - performance.now();
        if (unread.items.length > 0 && wokenAt !== undefined)
          signals.wake.send({ seconds: (performance.now() - wokenAt) / 1_000 });
        if (unread.items.length > 0 || leftMs <= 0 || isGone.aborted || this.waiters.isStopping)
          return await this.inbox.answer(caller, current, { unread, ack: ack && !isGone.aborted });
        await waiting.woken(leftMs);
        wokenAt = performance.now();
      } finally {
        isGone.removeEventListener('abort', leave);
        waiting.leave();
      }
      await this.identities.requireStill(caller);
      current = await this.boards.require(caller, current.slug, { forRoles: true });
    }
  }
}

import { Injectable } from '@nestjs/common';
import type { Identity } from '../auth/domain/identity.js';
import { CHARACTERS_PER_TOKEN } from '../gists/domain/budget.js';
import { concerns } from '../journal/domain/concerns.js';
import { WaitersService } from '../journal/waiters.service.js';
import { signals } from '../platform/observability/signals.js';
import { charactersOf } from './domain/notice-size.js';
import { type LeaseBounds, NOTHING, NoticeLeasesService } from './notice-leases.service.js';
import type { PendingDto, PendingQuery } from './pending.dto.js';
import { SubjectService } from './subject.service.js';

const DEFAULT_LIMIT = 50;

/** Unread notices in the middle of a turn, as soon as there are some. */
@Injectable()
export class PendingService {
  constructor(
    private readonly subjects: SubjectService,
    private readonly leases: NoticeLeasesService,
    private readonly waiters: WaitersService,
  ) {}

  /**
   * Leases what is new, and waits up to `query.wait` seconds until something is. `isGone` tells that nobody is there
   * any more to take the answer: then nothing is leased. Throws `not_found`, `forbidden`.
   */
  async poll(
    caller: Identity,
    agent: string,
    request: { readonly query: PendingQuery; readonly isGone: AbortSignal },
  ): Promise<PendingDto> {
    const { query, isGone } = request;
    const until = performance.now() + (query.wait ?? 0) * 1_000;
    let wokenAt: number | undefined;
    let subject = await this.subjects.find(caller, agent, query.boards);
    for (;;) {
      const { agent } = subject.identity;
      const waiting = this.waiters.join((entry) => concerns(agent, entry), subject.boards);
      const leave = (): void => {
        waiting.leave();
      };
      isGone.addEventListener('abort', leave, { once: true });
      try {
        const pending = isGone.aborted ? NOTHING : await this.leases.lease(subject, boundsOf(query));
        const leftMs = until - performance.now();
        if (pending.lease_id !== null && wokenAt !== undefined) {
          signals.wake.send({ seconds: (performance.now() - wokenAt) / 1_000 });
        }
        if (pending.lease_id !== null || leftMs <= 0 || isGone.aborted || this.waiters.isStopping) return pending;
        await waiting.woken(leftMs);
        wokenAt = performance.now();
      } finally {
        isGone.removeEventListener('abort', leave);
        waiting.leave();
      }
      const still = await this.subjects.refresh(subject);
      // Who was removed from a board asks anew, and learns it.
      if (still.boards.length < subject.boards.length) return NOTHING;
      subject = still;
    }
  }
}

/** The first notice is offered whatever its size: else it would stand in the way of all that follow. */
function boundsOf({ limit = DEFAULT_LIMIT, budget }: PendingQuery): LeaseBounds {
  if (budget === undefined) return { limit };
  const fits = (pending: PendingDto): boolean =>
    countIn(pending) <= 1 || charactersOf(pending) <= budget * CHARACTERS_PER_TOKEN;
  return { limit, fits };
}

const countIn = ({ events, gists }: PendingDto): number =>
  gists.reduce((sum, { items }) => sum + items.length, events.length);

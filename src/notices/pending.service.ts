import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Identity } from '../auth/domain/identity.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import { CHARACTERS_PER_TOKEN } from '../gists/domain/budget.js';
import { entryDto } from '../gists/entry.dto.js';
import { concerns } from '../journal/domain/concerns.js';
import { WaitersService } from '../journal/waiters.service.js';
import { Clock } from '../kernel/clock.js';
import { greatestThatFits } from '../kernel/cut-to-fit.js';
import type { Seq } from '../kernel/ids.js';
import { signals } from '../platform/observability/signals.js';
import { Settings } from '../platform/config/settings.js';
import { DeliveryWriter } from './delivery-writer.js';
import type { DeliveryState, NoticeLease } from './domain/delivery-state.js';
import { eventsOf, type NoticeEvent } from './domain/events.js';
import { charactersOf } from './domain/notice-size.js';
import { gistsIn } from './domain/gists-in.js';
import { type Available, leaseNotices } from './domain/notice-lease.js';
import { isIn } from './domain/spans.js';
import { eventDto } from './event-dto.js';
import type { PendingDto, PendingGistsDto, PendingQuery } from './pending.dto.js';
import { type Subject, SubjectService } from './subject.service.js';
import { type Unshown, UnshownService } from './unshown.service.js';

const DEFAULT_LIMIT = 50;

/** How much a lease takes: the most notices, and whether so many of them fit where they are shown. */
export interface LeaseBounds {
  readonly limit: number;
  readonly fits?: (pending: PendingDto) => boolean;
}

interface Offer {
  readonly unshown: Unshown;
  /** New messages to the agent. */
  readonly messages: readonly NoticeEvent[];
  readonly available: Available;
}

interface LeasedBoards {
  /** One for each offer; null: nothing of that board. */
  readonly leases: readonly (NoticeLease | null)[];
  readonly hasMore: boolean;
}

/** Unread notices in the middle of a turn, leased to the agent's adapter until it confirms them. */
@Injectable()
export class PendingService {
  constructor(
    private readonly subjects: SubjectService,
    private readonly unshown: UnshownService,
    private readonly deliveries: DeliveryWriter,
    private readonly waiters: WaitersService,
    private readonly settings: Settings,
    private readonly clock: Clock,
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
        const pending = isGone.aborted ? NOTHING : await this.#lease(subject, boundsOf(query));
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

  /** Leases the first notices of one board to the caller, as many of at most `limit` as fit; waits for nothing. */
  lease(caller: Identity, access: BoardAccess, terms: LeaseBounds): Promise<PendingDto> {
    return this.#lease({ identity: caller, boards: [access] }, terms);
  }

  async #lease(subject: Subject, { limit, fits = () => true }: LeaseBounds): Promise<PendingDto> {
    const { agent } = subject.identity;
    const unshown = await Promise.all(subject.boards.map((access) => this.unshown.messages(agent, access)));
    const offers = unshown.map(offerOf);
    const fresh = offers.filter(({ available }) => available.gists.length + available.posts.length > 0);
    if (fresh.length === 0) return NOTHING;
    const id = randomBytes(16).toString('base64url');
    const leased = await this.deliveries.change({
      keys: fresh.map(({ unshown: { key } }) => key),
      decide: (states, nowMs) => {
        const terms = { id, nowMs, expiresAtMs: nowMs + this.settings.noticeLeaseS * 1_000 };
        const leaseUpTo = (count: number) => leaseAll(states, fresh, { ...terms, limit: count });
        const count = greatestThatFits(0, limit, (some) => fits(pendingDto(fresh, leaseUpTo(some), nowMs)));
        const { after, ...result } = leaseUpTo(count);
        return { states: after, result };
      },
    });
    return pendingDto(fresh, leased, this.clock.now());
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

const NOTHING: PendingDto = { lease_id: null, expires_at: null, events: [], gists: [], more: false };

/** What a poll may offer: new messages and raw retained gists of others. */
function offerOf(unshown: Unshown): Offer {
  const { state, view, access, addressed, key } = unshown;
  const gists = gistsIn(view.items, { after: state.gistCursor, upTo: access.head }, key.agent);
  const messages = eventsOf(addressed, () => false).filter(({ kind }) => kind === 'message');
  const seqs = { gists: gists.map(({ gist }) => gist.seq), posts: messages.map(({ seq }) => seq) };
  return { unshown, messages, available: { head: access.head, ...seqs } };
}

/** Board by board until the limit is used up; decided on the states as they are locked. */
function leaseAll(
  states: readonly DeliveryState[],
  offers: readonly Offer[],
  terms: { id: string; nowMs: number; expiresAtMs: number; limit: number },
): LeasedBoards & { readonly after: readonly DeliveryState[] } {
  let left = terms.limit;
  let hasMore = false;
  const leases: (NoticeLease | null)[] = [];
  const after = states.map((state, index) => {
    const { available } = offers[index] ?? { available: { head: 0, gists: [], posts: [] } };
    const leased = leaseNotices(state, available, { ...terms, limit: left });
    leases.push(leased.lease);
    hasMore ||= leased.hasMore;
    left -= countOf(leased.lease, available);
    return leased.state;
  });
  return { after, leases, hasMore };
}

const countOf = (lease: NoticeLease | null, available: Available): number =>
  lease === null ? 0 : lease.posts.length + gistsOf(lease, available.gists);

const gistsOf = ({ gists }: NoticeLease, seqs: readonly Seq[]): number =>
  gists === null ? 0 : seqs.filter((seq) => isIn(gists, seq)).length;

function pendingDto(offers: readonly Offer[], { leases, hasMore }: LeasedBoards, nowMs: number): PendingDto {
  const held = offers.flatMap((offer, index) => {
    const lease = leases[index];
    return lease === null || lease === undefined ? [] : [{ ...offer, lease }];
  });
  const [first] = held;
  if (first === undefined) return { ...NOTHING, more: hasMore };
  return {
    lease_id: first.lease.id,
    expires_at: new Date(first.lease.expiresAtMs).toISOString(),
    events: held.flatMap(({ unshown, messages, lease }) =>
      messages
        .filter(({ seq }) => lease.posts.includes(seq))
        .map((event) => ({ ...eventDto(event), board: unshown.access.slug })),
    ),
    gists: held.flatMap(({ unshown, lease }) => gistsDto(unshown, lease, nowMs)),
    more: hasMore,
  };
}

function gistsDto({ access, view, key }: Unshown, { gists: span }: NoticeLease, nowMs: number): PendingGistsDto[] {
  if (span === null) return [];
  const shown = gistsIn(view.items, span, key.agent).map(({ gist, bearings }) =>
    entryDto({ entry: gist, bearings }, nowMs),
  );
  return [{ board: access.slug, from: span.after, to: span.upTo, items: shown }];
}

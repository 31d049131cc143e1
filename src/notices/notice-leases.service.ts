import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { entryDto } from '../gists/entry.dto.js';
import { Clock } from '../kernel/clock.js';
import { greatestThatFits } from '../kernel/cut-to-fit.js';
import type { Seq } from '../kernel/ids.js';
import { Settings } from '../platform/config/settings.js';
import { DeliveryWriter } from './delivery-writer.js';
import type { DeliveryState, NoticeLease } from './domain/delivery-state.js';
import { eventsOf, type NoticeEvent } from './domain/events.js';
import { gistsIn } from './domain/gists-in.js';
import { type Available, leaseNotices } from './domain/notice-lease.js';
import { isIn } from './domain/spans.js';
import { eventDto } from './event-dto.js';
import type { PendingDto, PendingGistsDto } from './pending.dto.js';
import type { Subject } from './subject.service.js';
import { type Unshown, UnshownService } from './unshown.service.js';

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

/** Leases unread notices to an agent's adapter, until it confirms them. */
@Injectable()
export class NoticeLeasesService {
  constructor(
    private readonly unshown: UnshownService,
    private readonly deliveries: DeliveryWriter,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Leases the first notices of these boards, as many of at most `limit` as fit; waits for nothing. */
  async lease({ identity, boards }: Subject, { limit, fits = () => true }: LeaseBounds): Promise<PendingDto> {
    const unshown = await Promise.all(boards.map((access) => this.unshown.messages(identity.agent, access)));
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

/** Nothing is leased: there is nothing new. */
export const NOTHING: PendingDto = { lease_id: null, expires_at: null, events: [], gists: [], more: false };

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

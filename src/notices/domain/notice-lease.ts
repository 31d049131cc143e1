import type { CurrentText } from '../../journal/domain/current-text.js';
import type { Seq } from '../../kernel/ids.js';
import {
  type DeliveryState,
  gistsShown,
  MAX_LEASES,
  type NoticeLease,
  openLeases,
  postsShown,
  withoutOldLeases,
} from './delivery-state.js';
import { eventsOf } from './events.js';
import { isIn, type SeqSpan, subtractSpans } from './spans.js';

/** What a board has for an agent: seqs above its cursors, ascending, own entries left out. */
export interface Available {
  readonly head: Seq;
  readonly gists: readonly Seq[];
  /** New posts to the agent, deleted ones left out. */
  readonly posts: readonly Seq[];
}

export interface LeaseTerms {
  readonly id: string;
  readonly nowMs: number;
  readonly expiresAtMs: number;
  /** The most notices, posts and gists together. */
  readonly limit: number;
}

export interface Leased {
  readonly state: DeliveryState;
  /** Null: there is nothing new that is not under another lease. */
  readonly lease: NoticeLease | null;
  /** There is more than fitted. */
  readonly hasMore: boolean;
}

/**
 * Leases what was neither confirmed nor is under a live lease: posts first, then the first span of gists. One lease
 * holds one span a board, so that "shown up to 57" has one meaning.
 */
export function leaseNotices(state: DeliveryState, available: Available, terms: LeaseTerms): Leased {
  const live = state.leases.filter(({ expiresAtMs }) => expiresAtMs > terms.nowMs);
  const held = new Set([...state.confirmedPosts, ...live.flatMap(({ posts }) => posts)]);
  const posts = available.posts.filter((seq) => seq > state.postCursor && !held.has(seq));
  const taken = [...state.confirmedGists, ...live.flatMap(({ gists }) => gists ?? [])];
  const free = subtractSpans({ after: state.gistCursor, upTo: available.head }, taken);
  const room = terms.limit - Math.min(posts.length, terms.limit);
  const gists = firstSpan(free, available.gists, room);
  const leasedPosts = posts.slice(0, terms.limit);
  const waiting = free.reduce((sum, span) => sum + available.gists.filter((seq) => isIn(span, seq)).length, 0);
  const hasMore = posts.length > leasedPosts.length || waiting > (gists?.count ?? 0);
  if (leasedPosts.length === 0 && gists === null) return { state, lease: null, hasMore };
  if (openLeases(state, terms.nowMs).length >= MAX_LEASES) return { state, lease: null, hasMore: true };
  const lease = { id: terms.id, expiresAtMs: terms.expiresAtMs, gists: gists?.span ?? null, posts: leasedPosts };
  return { state: withoutOldLeases({ ...state, leases: [...state.leases, lease] }, terms.nowMs), lease, hasMore };
}

/** The first free span with a gist in it, ending at the last one that there is room for. */
function firstSpan(
  free: readonly SeqSpan[],
  gists: readonly Seq[],
  room: number,
): { readonly span: SeqSpan; readonly count: number } | null {
  if (room === 0) return null;
  for (const span of free) {
    const inside = gists.filter((seq) => isIn(span, seq));
    const last = inside[room - 1];
    if (inside.length > 0) {
      const upTo = inside.length > room && last !== undefined ? last : span.upTo;
      return { span: { after: span.after, upTo }, count: Math.min(room, inside.length) };
    }
  }
  return null;
}

export interface Confirmation {
  /** Gists of the lease up to this seq were shown; undefined: none. */
  readonly gistsUpTo?: Seq | undefined;
  readonly posts: readonly Seq[];
}

/** What of a confirmation the lease never held; such a confirmation counts for nothing. */
export function beyondLease(lease: NoticeLease, confirmation: Confirmation): 'gists' | 'posts' | null {
  const { gistsUpTo, posts } = confirmation;
  if (gistsUpTo !== undefined && (lease.gists === null || gistsUpTo > lease.gists.upTo)) return 'gists';
  return posts.some((seq) => !lease.posts.includes(seq)) ? 'posts' : null;
}

/**
 * What was shown of a lease, live or run out. Partial and repeated confirmations are fine. `unshown` is all that is
 * addressed to the agent above its post cursor up to `head`, ascending.
 */
export function confirmLease(
  state: DeliveryState,
  lease: NoticeLease,
  confirmation: Confirmation,
  journal: { readonly unshown: readonly CurrentText[]; readonly head: Seq },
): DeliveryState {
  const { gistsUpTo, posts } = confirmation;
  const shown = new Set([...state.confirmedPosts, ...posts]);
  // What is no news, such as a message that was deleted before it was shown, holds the cursor back for nobody.
  const news = eventsOf(journal.unshown, (seq) => seq <= state.postCursor || shown.has(seq));
  const concerning = news.map(({ seq }) => seq);
  const withPosts = posts.length === 0 ? state : postsShown(state, posts, { concerning, head: journal.head });
  if (gistsUpTo === undefined || lease.gists === null) return withPosts;
  return gistsShown(withPosts, { after: lease.gists.after, upTo: gistsUpTo });
}

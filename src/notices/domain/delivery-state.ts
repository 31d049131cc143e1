import type { Seq } from '../../kernel/ids.js';
import { mergeSpans, prefixEnd, type SeqSpan, subtractSpans } from './spans.js';

/** Notices that were handed to an agent's adapter, until it says that they were shown or time runs out. */
export interface NoticeLease {
  readonly id: string;
  /** Milliseconds since 1970, by the database's clock; over at that instant. */
  readonly expiresAtMs: number;
  readonly gists: SeqSpan | null;
  readonly posts: readonly Seq[];
}

/**
 * What one agent was shown of one board. A cursor stands at the end of the unbroken prefix of what was confirmed; what
 * was confirmed above it waits beside. Cursors never move backward.
 */
export interface DeliveryState {
  /** False: nothing was ever offered to the agent. */
  readonly isContacted: boolean;
  /** Every gist up to it was shown. */
  readonly gistCursor: Seq;
  /** Every post and event for the agent up to it was shown. */
  readonly postCursor: Seq;
  /** The furthest that a snapshot has offered. */
  readonly offeredTo: Seq;
  readonly confirmedGists: readonly SeqSpan[];
  readonly confirmedPosts: readonly Seq[];
  readonly leases: readonly NoticeLease[];
}

export const NOTHING_SHOWN: DeliveryState = {
  isContacted: false,
  gistCursor: 0,
  postCursor: 0,
  offeredTo: 0,
  confirmedGists: [],
  confirmedPosts: [],
  leases: [],
};

/** Leases that ran out are kept for a while: who comes late with a confirmation is still heard. */
export const LATE_MS = 3_600_000;
/** The most leases that are kept; with as many open ones, nothing more is leased. */
export const MAX_LEASES = 64;

/** A snapshot up to `to` was offered, and is not confirmed yet. */
export const offered = (state: DeliveryState, to: Seq): DeliveryState => ({
  ...state,
  offeredTo: Math.max(state.offeredTo, to),
});

/** Everything up to `to`, of gists and of posts, was shown. */
export const shownUpTo = (state: DeliveryState, to: Seq): DeliveryState =>
  settled({
    ...state,
    gistCursor: Math.max(state.gistCursor, to),
    postCursor: Math.max(state.postCursor, to),
    offeredTo: Math.max(state.offeredTo, to),
  });

/** Whether recording a snapshot changed nothing; cursors never go back, so it would not later either. */
export const isSameProgress = (before: DeliveryState, after: DeliveryState): boolean =>
  before.isContacted &&
  before.gistCursor === after.gistCursor &&
  before.postCursor === after.postCursor &&
  before.offeredTo === after.offeredTo;

/** The gists of a span were shown. */
export const gistsShown = (state: DeliveryState, span: SeqSpan): DeliveryState =>
  settled({ ...state, confirmedGists: [...state.confirmedGists, span] });

/**
 * Posts were shown. `concerning` are all entries for the agent above its post cursor up to `head`, ascending: the cursor
 * passes those that were confirmed, and everything that does not concern the agent.
 */
export function postsShown(
  state: DeliveryState,
  posts: readonly Seq[],
  journal: { readonly concerning: readonly Seq[]; readonly head: Seq },
): DeliveryState {
  const confirmed = new Set([...state.confirmedPosts, ...posts]);
  const next = journal.concerning.find((seq) => seq > state.postCursor && !confirmed.has(seq));
  const postCursor = Math.max(state.postCursor, next === undefined ? journal.head : next - 1);
  return settled({ ...state, postCursor, confirmedPosts: [...confirmed] });
}

/** Posts and events up to `to` were shown. */
export const postsShownUpTo = (state: DeliveryState, to: Seq): DeliveryState =>
  settled({ ...state, postCursor: Math.max(state.postCursor, to) });

/** Leases that still keep what they hold from being offered: not over, and not wholly confirmed. */
export function openLeases(state: DeliveryState, nowMs: number): readonly NoticeLease[] {
  const { gistCursor, confirmedGists, postCursor, confirmedPosts } = state;
  const shownGists = [{ after: 0, upTo: gistCursor }, ...confirmedGists];
  const isConfirmed = ({ gists, posts }: NoticeLease): boolean =>
    (gists === null || subtractSpans(gists, shownGists).length === 0) &&
    posts.every((seq) => seq <= postCursor || confirmedPosts.includes(seq));
  return state.leases.filter((lease) => lease.expiresAtMs > nowMs && !isConfirmed(lease));
}

/** Without leases that ended long ago; where there are too many, open ones stay before the newest of the others. */
export function withoutOldLeases(state: DeliveryState, nowMs: number): DeliveryState {
  const open = new Set(openLeases(state, nowMs));
  const others = state.leases.filter((lease) => !open.has(lease) && lease.expiresAtMs + LATE_MS > nowMs);
  const kept = new Set([...open, ...others.slice(Math.max(0, others.length - (MAX_LEASES - open.size)))]);
  return { ...state, leases: state.leases.filter((lease) => kept.has(lease)) };
}

/** Cursors at the end of their prefix, and nothing kept that lies below them. */
function settled(state: DeliveryState): DeliveryState {
  const gistCursor = prefixEnd(state.gistCursor, state.confirmedGists);
  const { postCursor } = state;
  return {
    ...state,
    gistCursor,
    confirmedGists: mergeSpans(
      state.confirmedGists.map(({ after, upTo }) => ({ after: Math.max(after, gistCursor), upTo })),
    ),
    confirmedPosts: state.confirmedPosts.filter((seq) => seq > postCursor).toSorted((one, other) => one - other),
  };
}

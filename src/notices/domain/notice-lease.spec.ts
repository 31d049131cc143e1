import { describe, expect, it } from '@jest/globals';
import { entryOf } from '../../../test/factories/gists.js';
import { type DeliveryState, MAX_LEASES, type NoticeLease, NOTHING_SHOWN } from './delivery-state.js';
import { type Available, beyondLease, confirmLease, leaseNotices } from './notice-lease.js';

const NOW = 1_000_000;
const TERMS = { id: 'new', nowMs: NOW, expiresAtMs: NOW + 60_000, limit: 50 };
const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, place) => from + place);
const available = (parts: Partial<Available>): Available => ({ head: 57, gists: [], posts: [], ...parts });
const stateOf = (parts: Partial<DeliveryState>): DeliveryState => ({ ...NOTHING_SHOWN, ...parts });
const leaseOf = (parts: Partial<NoticeLease>): NoticeLease => ({
  id: 'old',
  expiresAtMs: NOW + 1,
  gists: null,
  posts: [],
  ...parts,
});

describe('leaseNotices', () => {
  const leased = (state: Partial<DeliveryState>, there: Partial<Available>, limit = 50) => {
    const { lease, hasMore } = leaseNotices(stateOf(state), available(there), { ...TERMS, limit });
    return { posts: lease?.posts, gists: lease?.gists, hasMore };
  };
  const NONE = { posts: undefined, gists: undefined };

  it('nothing new: no lease, and the state stays', () => {
    const state = stateOf({ gistCursor: 57 });
    expect(leaseNotices(state, available({}), TERMS)).toEqual({ state, lease: null, hasMore: false });
  });

  it('holds posts and gists, and stands in the state', () => {
    const { state, lease } = leaseNotices(NOTHING_SHOWN, available({ gists: [5, 9], posts: [7] }), TERMS);
    expect(lease).toEqual({ id: 'new', expiresAtMs: NOW + 60_000, gists: { after: 0, upTo: 57 }, posts: [7] });
    expect(state).toEqual(stateOf({ leases: [lease as NoticeLease] }));
  });

  it.each<[string, number, readonly number[], object]>([
    ['all fit exactly', 57, [], { posts: [], gists: { after: 0, upTo: 57 }, hasMore: false }],
    ['one too many', 56, [], { posts: [], gists: { after: 0, upTo: 56 }, hasMore: true }],
    ['posts take their room first', 50, [60, 61], { posts: [60, 61], gists: { after: 0, upTo: 48 }, hasMore: true }],
    ['posts alone fill it', 2, [60, 61], { posts: [60, 61], gists: null, hasMore: true }],
    ['more posts than room', 1, [60, 61], { posts: [60], gists: null, hasMore: true }],
    ['no room at all', 0, [60], { ...NONE, hasMore: true }],
  ])('57 gists: %s', (_, limit, posts, expected) => {
    const head = posts.length === 0 ? 57 : 61;
    expect(leased({}, { gists: range(1, 57), posts, head }, limit)).toEqual(expected);
  });

  it('what is under a live lease is not offered; the instant that it ends, it is', () => {
    const held = leaseOf({ gists: { after: 0, upTo: 50 }, posts: [60] });
    const there = { gists: range(1, 57), posts: [60, 61], head: 61 };
    expect(leased({ leases: [held] }, there)).toEqual({
      posts: [61],
      gists: { after: 50, upTo: 61 },
      hasMore: false,
    });
    expect(leased({ leases: [leaseOf({ ...held, expiresAtMs: NOW })] }, there)).toEqual({
      posts: [60, 61],
      gists: { after: 0, upTo: 48 },
      hasMore: true,
    });
  });

  it('what was confirmed above the cursors is not offered', () => {
    const state = { gistCursor: 10, postCursor: 10, confirmedGists: [{ after: 20, upTo: 30 }], confirmedPosts: [40] };
    expect(leased(state, { gists: [5, 12, 25, 35], posts: [9, 40, 41] }, 10)).toEqual({
      posts: [41],
      gists: { after: 10, upTo: 20 },
      hasMore: true,
    });
  });

  it('a span without a gist of others in it is passed over', () => {
    const held = leaseOf({ gists: { after: 3, upTo: 9 } });
    expect(leased({ leases: [held] }, { gists: [5, 12] })).toEqual({
      posts: [],
      gists: { after: 9, upTo: 57 },
      hasMore: false,
    });
    expect(leased({ leases: [held] }, { gists: [5] })).toEqual({ ...NONE, hasMore: false });
  });
});

describe('as many leases as are kept', () => {
  const open = (count: number): readonly NoticeLease[] =>
    range(1, count).map((seq) => leaseOf({ id: `l${seq}`, posts: [seq] }));
  const lease = (leases: readonly NoticeLease[], parts: Partial<DeliveryState> = {}) =>
    leaseNotices(stateOf({ leases, ...parts }), available({ posts: range(1, 90), head: 90 }), { ...TERMS, limit: 1 });

  it('still open: nothing more is leased, and there is more', () => {
    expect(lease(open(MAX_LEASES - 1)).lease?.posts).toEqual([64]);
    expect(lease(open(MAX_LEASES))).toMatchObject({ lease: null, hasMore: true });
  });

  it('confirmed or over, the oldest of those goes, and no open one', () => {
    const [first, second, ...others] = open(MAX_LEASES);
    const over = { ...second, expiresAtMs: NOW } as NoticeLease;
    const ids = (leases: readonly NoticeLease[], parts: Partial<DeliveryState> = {}): readonly string[] =>
      lease(leases, parts).state.leases.map(({ id }) => id);
    const kept = others.map(({ id }) => id);
    expect(ids([first as NoticeLease, over, ...others])).toEqual(['l1', ...kept, 'new']);
    const confirmed = { confirmedPosts: [1] };
    expect(ids([first as NoticeLease, second as NoticeLease, ...others], confirmed)).toEqual(['l2', ...kept, 'new']);
  });
});

describe('beyondLease', () => {
  const lease = leaseOf({ gists: { after: 4, upTo: 9 }, posts: [7] });
  it.each<[string, NoticeLease, { gistsUpTo?: number; posts: readonly number[] }, 'gists' | 'posts' | null]>([
    ['all of it', lease, { gistsUpTo: 9, posts: [7] }, null],
    ['gists one further', lease, { gistsUpTo: 10, posts: [] }, 'gists'],
    ['another post', lease, { posts: [8] }, 'posts'],
    ['gists below it', lease, { gistsUpTo: 0, posts: [] }, null],
    ['gists of a lease without any', leaseOf({ posts: [7] }), { gistsUpTo: 1, posts: [] }, 'gists'],
    ['nothing', lease, { posts: [] }, null],
  ])('%s', (_, held, confirmation, beyond) => {
    expect(beyondLease(held, confirmation)).toBe(beyond);
  });
});

describe('confirmLease', () => {
  const lease = leaseOf({ gists: { after: 4, upTo: 9 }, posts: [7] });
  const before = stateOf({ gistCursor: 4, postCursor: 4, leases: [lease] });
  const post = { entry: entryOf(7, 'post', []), bearings: [], isEdited: false, isDeleted: false };
  const journal = { unshown: [post], head: 12 };

  it.each<[string, { gistsUpTo?: number; posts: readonly number[] }, Partial<DeliveryState>]>([
    ['all of it', { gistsUpTo: 9, posts: [7] }, { gistCursor: 9, postCursor: 12 }],
    ['gists alone leave the post', { gistsUpTo: 9, posts: [] }, { gistCursor: 9, postCursor: 4 }],
    ['the post alone leaves the gists', { posts: [7] }, { gistCursor: 4, postCursor: 12 }],
    ['a part of the gists', { gistsUpTo: 6, posts: [] }, { gistCursor: 6, postCursor: 4 }],
    ['gists below the lease', { gistsUpTo: 3, posts: [] }, { gistCursor: 4, postCursor: 4 }],
    ['nothing', { posts: [] }, { gistCursor: 4, postCursor: 4 }],
  ])('%s', (_, confirmation, after) => {
    const once = confirmLease(before, lease, confirmation, journal);
    expect(once).toEqual({ ...before, ...after });
    expect(confirmLease(once, lease, confirmation, journal)).toEqual(once);
  });

  it('what is no news does not hold the post cursor back; what is, does', () => {
    const current = (seq: number, kind: 'post' | 'reaction', isDeleted: boolean) => ({
      ...post,
      entry: entryOf(seq, kind, []),
      isDeleted,
    });
    const shown = (first: 'post' | 'reaction', isDeleted: boolean): number =>
      confirmLease(before, lease, { posts: [7] }, { unshown: [current(5, first, isDeleted), post], head: 12 })
        .postCursor;
    expect([shown('post', true), shown('post', false), shown('reaction', false)]).toEqual([12, 4, 4]);
  });
});

import { describe, expect, it } from '@jest/globals';
import {
  type DeliveryState,
  gistsShown,
  isSameProgress,
  LATE_MS,
  type NoticeLease,
  NOTHING_SHOWN,
  offered,
  postsShown,
  shownUpTo,
  withoutOldLeases,
} from './delivery-state.js';

const stateOf = (parts: Partial<DeliveryState>): DeliveryState => ({ ...NOTHING_SHOWN, ...parts });

const AT_NINE = stateOf({ isContacted: true, gistCursor: 9, postCursor: 9, offeredTo: 9 });

describe('a snapshot that is recorded', () => {
  it.each<[string, DeliveryState, DeliveryState, boolean]>([
    ['up to what was shown changes nothing', AT_NINE, shownUpTo(AT_NINE, 9), true],
    ['up to less than was shown changes nothing', AT_NINE, shownUpTo(AT_NINE, 5), true],
    ['up to more does', AT_NINE, shownUpTo(AT_NINE, 10), false],
    ['as offered, up to what was offered, changes nothing', AT_NINE, offered(AT_NINE, 9), true],
    ['as offered, up to more, does', AT_NINE, offered(AT_NINE, 10), false],
    ['where messages were shown and gists not, does', { ...AT_NINE, gistCursor: 8 }, AT_NINE, false],
    ['where gists were shown and messages not, does', { ...AT_NINE, postCursor: 8 }, AT_NINE, false],
    [
      'for the first time, of an empty board, does: the agent is known from then on',
      NOTHING_SHOWN,
      shownUpTo(NOTHING_SHOWN, 0),
      false,
    ],
  ])('%s', (_, before, after, isSame) => {
    expect(isSameProgress(before, after)).toBe(isSame);
  });
});

describe('a snapshot', () => {
  it('that was offered moves nothing but what may be acknowledged, and that never backward', () => {
    const state = stateOf({ gistCursor: 3, postCursor: 4 });
    expect(offered(state, 9)).toEqual({ ...state, offeredTo: 9 });
    expect(offered(offered(state, 9), 5)).toEqual({ ...state, offeredTo: 9 });
  });

  it('that was shown moves both cursors, each never backward', () => {
    expect(shownUpTo(NOTHING_SHOWN, 9)).toEqual(stateOf({ gistCursor: 9, postCursor: 9, offeredTo: 9 }));
    const state = stateOf({ gistCursor: 12, postCursor: 4, offeredTo: 12 });
    expect(shownUpTo(state, 9)).toEqual({ ...state, postCursor: 9 });
  });

  it('takes along what was confirmed above it, and forgets what lies below', () => {
    const state = stateOf({
      confirmedGists: [
        { after: 2, upTo: 4 },
        { after: 7, upTo: 12 },
        { after: 20, upTo: 21 },
      ],
      confirmedPosts: [3, 9, 10],
    });
    expect(shownUpTo(state, 9)).toEqual(
      stateOf({
        gistCursor: 12,
        postCursor: 9,
        offeredTo: 9,
        confirmedGists: [{ after: 20, upTo: 21 }],
        confirmedPosts: [10],
      }),
    );
  });
});

describe('gistsShown', () => {
  it('moves the cursor over the unbroken prefix only', () => {
    const late = gistsShown(NOTHING_SHOWN, { after: 50, upTo: 57 });
    expect(late).toEqual(stateOf({ confirmedGists: [{ after: 50, upTo: 57 }] }));
    expect(gistsShown(late, { after: 0, upTo: 50 })).toEqual(stateOf({ gistCursor: 57 }));
  });

  it('is harmless when repeated, and where the span lies below the cursor', () => {
    const once = gistsShown(NOTHING_SHOWN, { after: 5, upTo: 9 });
    expect(gistsShown(once, { after: 5, upTo: 9 })).toEqual(once);
    const passed = stateOf({ gistCursor: 20 });
    expect(gistsShown(passed, { after: 5, upTo: 9 })).toEqual(passed);
  });

  it('leaves posts alone', () => {
    const state = stateOf({ postCursor: 2, confirmedPosts: [7] });
    expect(gistsShown(state, { after: 0, upTo: 9 })).toEqual({ ...state, gistCursor: 9 });
  });
});

describe('postsShown', () => {
  it.each<[string, Partial<DeliveryState>, readonly number[], readonly number[], Partial<DeliveryState>]>([
    ['the only one: the cursor goes to the head', {}, [7], [7], { postCursor: 20 }],
    ['the first of two: it ends before the second', {}, [7], [7, 9], { postCursor: 8 }],
    ['the second of two: it ends before the first', {}, [9], [7, 9], { postCursor: 6, confirmedPosts: [9] }],
    ['the gap closes', { postCursor: 6, confirmedPosts: [9] }, [7], [7, 9], { postCursor: 20 }],
    ['none, where nothing concerns the agent', {}, [], [], { postCursor: 20 }],
    ['one below the cursor changes nothing', { postCursor: 20 }, [7], [], { postCursor: 20 }],
    ['a cursor beyond the head stays', { postCursor: 25 }, [], [], { postCursor: 25 }],
    ['repeated', { postCursor: 6, confirmedPosts: [9] }, [9], [7, 9], { postCursor: 6, confirmedPosts: [9] }],
    ['what an older look-up still lists is passed', { postCursor: 8 }, [9], [7, 9], { postCursor: 20 }],
  ])('%s', (_, before, posts, concerning, after) => {
    expect(postsShown(stateOf(before), posts, { concerning, head: 20 })).toEqual(stateOf(after));
  });
});

describe('withoutOldLeases', () => {
  const lease = (id: string, expiresAtMs: number): NoticeLease => ({ id, expiresAtMs, gists: null, posts: [5] });

  it('keeps a lease that ran out for an hour, to the millisecond', () => {
    const state = stateOf({ leases: [lease('a', 1_000)] });
    expect(withoutOldLeases(state, 1_000 + LATE_MS - 1)).toEqual(state);
    expect(withoutOldLeases(state, 1_000 + LATE_MS)).toEqual(NOTHING_SHOWN);
  });
});

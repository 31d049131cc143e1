import { describe, expect, it } from '@jest/globals';
import { inRosterOrder, presenceState } from './presence-state.js';

describe('presenceState', () => {
  it.each([
    [null, 900, 'never'],
    [0, 900, 'active'],
    [60, 900, 'active'],
    [61, 900, 'idle'],
    [900, 900, 'idle'],
    [901, 900, 'stale'],
    [31, 30, 'stale'],
    [30, 30, 'active'],
  ])('of who was there %s s ago, where %s s make stale, is %s', (ageS, staleAfterS, state) => {
    expect(presenceState(ageS, staleAfterS)).toBe(state);
  });
});

describe('inRosterOrder', () => {
  it('has first who was there last, at the end who never was, both by name without case', () => {
    const ages = { Dora: null, bob: 500, carol: null, Alice: 500, erin: 0 };
    const members = Object.entries(ages).map(([agent, agoMs]) => ({ agent, agoMs }));
    expect(inRosterOrder(members).map(({ agent }) => agent)).toEqual(['erin', 'Alice', 'bob', 'carol', 'Dora']);
  });
});

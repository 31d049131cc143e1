import { describe, expect, it } from '@jest/globals';
import { type BoardRights, closeSpellings, type Membership, rightsOf, unionOf } from './membership.js';

const row = (agentKey: string, source: Membership['source'], isOwner = false): Membership => ({
  agentKey,
  source,
  isOwner,
});
const NOTHING: BoardRights = { mayUse: false, mayAdminister: false, isNewcomer: false };
const USE: BoardRights = { ...NOTHING, mayUse: true };
const ALL: BoardRights = { ...USE, mayAdminister: true };

describe('rightsOf a member', () => {
  it.each<[string, readonly Membership[], BoardRights]>([
    ['nobody named', [], NOTHING],
    ['another named', [row('bob', 'api', true)], NOTHING],
    ['named by configuration', [row('alice', 'config')], USE],
    ['named by request', [row('alice', 'api'), row('bob', 'api')], USE],
    ['an owner', [row('alice', 'api', true)], ALL],
    ['seen on a board that is open no longer', [row('alice', 'seen')], NOTHING],
    ['seen, and marked as owner all the same', [row('alice', 'seen', true)], NOTHING],
    ['first on an open board', [row('*', 'config')], { ...USE, isNewcomer: true }],
    ['first on an open board that others know', [row('*', 'api'), row('bob', 'seen')], { ...USE, isNewcomer: true }],
    ['seen on an open board', [row('*', 'config'), row('alice', 'seen')], USE],
    ['named on an open board', [row('*', 'config'), row('alice', 'api')], USE],
    ['an owner of an open board', [row('*', 'config'), row('alice', 'config', true)], ALL],
    ['on an open board whose * is marked as owner', [row('*', 'config', true), row('alice', 'seen')], USE],
  ])('%s', (_, memberships, rights) => {
    expect(rightsOf('alice', false, memberships)).toEqual(rights);
  });
});

describe('rightsOf an operator', () => {
  it.each<[string, readonly Membership[]]>([
    ['nobody named', []],
    ['on an open board, where it is never a newcomer', [row('*', 'config')]],
    ['named', [row('harness', 'api')]],
  ])('are all: %s', (_, memberships) => {
    expect(rightsOf('harness', true, memberships)).toEqual(ALL);
  });
});

describe('closeSpellings', () => {
  const KNOWN = ['alice', 'alicia', 'bob', 'Reviewer-1', 'reviewer-2', 'reviewer-3', 'reviewer-4'];

  it.each<[string, readonly string[]]>([
    ['alicf', ['alice']],
    ['alic', ['alice']],
    ['ALICE2', ['alice', 'alicia']],
    ['rob', ['bob']],
    ['bo', ['bob']],
    ['bobby', []],
    ['carol', []],
    ['reviewer', ['Reviewer-1', 'reviewer-2', 'reviewer-3']],
    ['reviewer-4x', ['reviewer-4', 'Reviewer-1', 'reviewer-2']],
  ])('%s: %j, the closest first', (unknown, close) => {
    expect(closeSpellings(unknown, KNOWN)).toEqual(close);
  });

  it('has none where nobody is known', () => {
    expect(closeSpellings('alice', [])).toEqual([]);
  });
});

describe('the members of one board out of two', () => {
  it.each<[string, Membership[], Membership[], Membership[]]>([
    ['are those of either', [row('a', 'api')], [row('b', 'seen')], [row('a', 'api'), row('b', 'seen')]],
    ['keep what the configuration gave', [row('*', 'api')], [row('*', 'config')], [row('*', 'config')]],
    ['keep what was asked for', [row('a', 'api')], [row('a', 'seen')], [row('a', 'api')]],
    ['keep an owner', [row('a', 'api', true)], [row('a', 'config')], [row('a', 'config', true)]],
    ['may be none', [], [], []],
  ])('%s', (_, one, other, union) => {
    expect(unionOf(one, other)).toEqual(union);
    expect(unionOf(other, one)).toHaveLength(union.length);
  });
});

import { describe, expect, it } from '@jest/globals';
import { NOON } from '../../../../test/factories/gists.js';
import { leaseOf, resourceOf } from '../../../../test/factories/leases.js';
import type { AgentName } from '../../../kernel/ids.js';
import { decideClaim } from './decide-claim.js';
import { FORGET_AFTER_MS, type Lease, MAX_CONFLICTS, MAX_HELD_BY_AGENT, MAX_HELD_ON_BOARD } from './lease.js';

const FORGET_AFTER_S = FORGET_AFTER_MS / 1_000;

interface Asked {
  readonly by?: string;
  readonly on: readonly string[];
  readonly leaseS?: number;
  readonly nowMs?: number;
}

const claim = (leases: readonly Lease[], { by = 'alice', on, leaseS = 900, nowMs = NOON }: Asked) =>
  decideClaim(leases, { agent: by as AgentName, resources: on.map(resourceOf), leaseS }, nowMs);

/** What was decided, in a few words: which resources are in whose way, or what becomes of other leases. */
function said(leases: readonly Lease[], asked: Asked): string {
  const decision = claim(leases, asked);
  const names = (some: readonly Lease[]): string =>
    some.map(({ seq, resources }) => `G${seq}[${resources.map(({ name }) => name).join(' ')}]`).join(' ');
  switch (decision.kind) {
    case 'held':
      return decision.conflicts.map(({ resource, held, lease }) => `${resource.name}|${held.name}|${lease.seq}`).join();
    case 'too-complex':
      return 'too complex';
    case 'renewed':
      return `renewed G${decision.lease.seq} until ${(decision.expiresAtMs - NOON) / 1_000}`;
    case 'too-many':
      return `too many of ${decision.of}: ${decision.held}`;
    case 'granted': {
      const { reduced, taken, forgotten } = decision;
      return ['granted', names(reduced), names(taken), names(forgotten)].join(';');
    }
  }
}

const BOB = leaseOf({ seq: 7, by: 'bob', on: ['src/**', 'task:deploy'] });
const GONE = leaseOf({ seq: 7, by: 'bob', on: ['src/**', 'docs/a.md'], untilS: 0 });
const OWN = leaseOf({ seq: 9, by: 'alice', on: ['a.ts', 'b.ts'] });

describe('decideClaim', () => {
  it.each<[string, readonly Lease[], Asked, string]>([
    ['what nobody holds', [], { on: ['a.ts'] }, 'granted;;;'],
    ['what others hold nothing of', [BOB], { on: ['docs'] }, 'granted;;;'],
    ['what another holds', [BOB], { on: ['src/app.rs'] }, 'src/app.rs|src/**|7'],
    ['a set of which one is held', [BOB], { on: ['docs', 'task:Deploy'] }, 'task:Deploy|task:deploy|7'],
    ['nothing, under another lease', [BOB], { on: ['src'], leaseS: 0 }, 'src|src/**|7'],
    ['what ran out at this instant', [GONE], { on: ['src/a.ts'] }, 'granted;;G7[src/** docs/a.md];'],
    ['beside what ran out', [GONE], { on: ['x.ts'] }, 'granted;;;'],
    ['nothing, over what ran out', [GONE], { on: ['src/a.ts'], leaseS: 0 }, 'granted;;;'],
    ['a millisecond too early', [GONE], { on: ['src/a.ts'], nowMs: NOON - 1 }, 'src/a.ts|src/**|7'],
    ['the same again', [OWN], { on: ['B.ts', 'a.ts'] }, 'renewed G9 until 900'],
    ['the same for shorter', [OWN], { on: ['a.ts', 'b.ts'], leaseS: 1 }, 'renewed G9 until 1'],
    ['the same for nothing', [OWN], { on: ['a.ts', 'b.ts'], leaseS: 0 }, 'renewed G9 until 0'],
    ['the same after it ran out', [OWN], { on: ['a.ts', 'b.ts'], nowMs: NOON + 60_000 }, 'granted;G9[];;'],
    ['a part of an own one', [OWN], { on: ['a.ts'] }, 'granted;G9[b.ts];;'],
    ['nothing, on a part of an own one', [OWN], { on: ['a.ts'], leaseS: 0 }, 'granted;G9[b.ts];;'],
    [
      'nothing, on a part of an own one and under another',
      [OWN, BOB],
      { on: ['a.ts', 'src'], leaseS: 0 },
      'src|src/**|7',
    ],
    ['more than an own one', [OWN], { on: ['a.ts', 'b.ts', 'c.ts'] }, 'granted;G9[];;'],
    ['what an own one only overlaps', [OWN], { on: ['*.ts'] }, 'granted;;;'],
  ])('answers for %s', (_, leases, asked, expected) => {
    expect(said(leases, asked)).toBe(expected);
  });

  it('counts from the instant of the claim', () => {
    expect(claim([], { on: ['a.ts'], leaseS: 2, nowMs: NOON + 5 })).toMatchObject({ expiresAtMs: NOON + 2_005 });
  });

  it.each([
    [FORGET_AFTER_S - 1, 'granted;;;'],
    [FORGET_AFTER_S, 'granted;;;G7[old.ts]'],
  ])('forgets what ran out %i s ago: %s', (agoS, expected) => {
    const old = leaseOf({ seq: 7, by: 'bob', on: ['old.ts'], sinceS: agoS + 1, untilS: -agoS });
    expect(said([old], { on: ['a.ts'] })).toBe(expected);
  });

  it('names a bounded number of conflicts and says how many there are more', () => {
    const leases = Array.from({ length: MAX_CONFLICTS + 3 }, (_, index) =>
      leaseOf({ seq: index + 1, by: 'bob', on: [`src/${index}.ts`] }),
    );
    const decision = claim(leases, { on: ['src'] });
    expect(decision.kind === 'held' && [decision.conflicts.length, decision.leftOut]).toEqual([MAX_CONFLICTS, 3]);
  });

  it('lets one agent hold so many resources and no more', () => {
    const most = leaseOf({ seq: 1, by: 'alice', on: filesOf('a', MAX_HELD_BY_AGENT - 1) });
    expect(said([most], { on: ['x.ts'] })).toBe('granted;;;');
    expect(said([most], { on: ['x.ts', 'y.ts'] })).toBe(`too many of agent: ${MAX_HELD_BY_AGENT + 1}`);
    expect(said([most], { on: ['x.ts', 'y.ts'], leaseS: 0 })).toBe('granted;;;');
    expect(said([most], { on: ['x.ts', 'a0.ts'] })).toContain('granted');
    expect(said([{ ...most, expiresAtMs: NOON }], { on: ['x.ts', 'y.ts'] })).toBe('granted;;;');
  });

  it('lets a board hold so many resources and no more', () => {
    const most = leaseOf({ seq: 1, by: 'bob', on: filesOf('a', MAX_HELD_ON_BOARD - 1) });
    expect(said([most], { on: ['x.ts'] })).toBe('granted;;;');
    expect(said([most], { on: ['x.ts', 'y.ts'] })).toBe(`too many of board: ${MAX_HELD_ON_BOARD + 1}`);
  });
});

describe('globs that are made to take long', () => {
  const long = 'a'.repeat(46);
  const globs = (count: number, end: string): readonly string[] =>
    Array.from({ length: count }, (_, index) => `**${long}*${long}**${long}*${index}${end}?`);
  const held = (count: number): readonly Lease[] => [leaseOf({ seq: 1, by: 'bob', on: globs(count, 'b') })];

  it('are compared where they are few', () => {
    expect(said(held(2), { on: globs(2, 'c') })).toBe('granted;;;');
    expect(said(held(2), { on: globs(2, 'b') })).toContain('|1');
  });

  it('are given up where they are many, in bounded time and without a decision', () => {
    const startedAt = performance.now();
    expect(said(held(200), { on: globs(50, 'c') })).toBe('too complex');
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});

const filesOf = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${name}${index}.ts`);

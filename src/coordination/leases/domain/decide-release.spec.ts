import { describe, expect, it } from '@jest/globals';
import { NOON } from '../../../../test/factories/gists.js';
import { leaseOf, resourceOf } from '../../../../test/factories/leases.js';
import type { AgentName } from '../../../kernel/ids.js';
import { decideRelease } from './decide-release.js';
import { decideRenew } from './decide-renew.js';
import type { Lease } from './lease.js';

const OWN = leaseOf({ seq: 9, by: 'alice', on: ['a.ts', 'b.ts'] });
const SECOND = leaseOf({ seq: 12, by: 'alice', on: ['c.ts'] });
const LAPSED = leaseOf({ seq: 5, by: 'alice', on: ['old.ts'], untilS: 0 });
const BOB = leaseOf({ seq: 7, by: 'bob', on: ['src/**'] });
const ALL = [OWN, SECOND, LAPSED, BOB];

interface Asked {
  readonly label?: number;
  /** Of the label: what it once held. */
  readonly was?: readonly string[];
  readonly on?: readonly string[];
  readonly fence?: number;
}

function said(leases: readonly Lease[], { label, was = [], on = [], fence }: Asked): string {
  const target =
    label === undefined
      ? { kind: 'resources' as const, resources: on.map(resourceOf) }
      : { kind: 'label' as const, seq: label, was: was.map(resourceOf) };
  const decision = decideRelease(leases, { agent: 'alice' as AgentName, target, fence }, NOON);
  switch (decision.kind) {
    case 'not-claimed':
      return `not claimed: ${decision.resource?.name ?? 'the label'}`;
    case 'held-by-other':
      return `${decision.resource.name} is ${decision.lease.holder}'s`;
    case 'stale-fence':
      return `the fence is ${decision.lease.seq}`;
    case 'released':
      return decision.leases.map(({ seq, resources }) => `G${seq}[${resources.map(({ name }) => name).join()}]`).join();
  }
}

describe('decideRelease', () => {
  it.each<[string, Asked, string]>([
    ['an own lease by its label', { label: 9 }, 'G9[]'],
    ['one that ran out and that nobody took', { label: 5 }, 'G5[]'],
    ['an own lease with its fence', { label: 9, fence: 9 }, 'G9[]'],
    ['an own lease with another fence', { label: 9, fence: 5 }, 'the fence is 9'],
    ['a part of a lease', { on: ['A.ts'] }, 'G9[b.ts]'],
    ['resources of two leases', { on: ['a.ts', 'b.ts', 'c.ts'] }, 'G9[],G12[]'],
    ['resources of two leases with the fence of one', { on: ['a.ts', 'c.ts'], fence: 9 }, 'the fence is 12'],
    ['a resource that ran out', { on: ['old.ts'] }, 'G5[]'],
    ['what only overlaps an own one', { on: ['*.ts'] }, 'not claimed: *.ts'],
    ['a set of which one was never claimed', { on: ['a.ts', 'x.ts'] }, 'not claimed: x.ts'],
    ['what another holds', { on: ['src/a.ts'] }, "src/a.ts is bob's"],
    ['a set of which another holds one', { on: ['a.ts', 'src/a.ts'] }, "src/a.ts is bob's"],
    ["another's lease by its label", { label: 7, was: ['src/**'] }, "src/** is bob's"],
    ['a lease that another has taken since', { label: 3, was: ['x.ts', 'src/a.ts'] }, "src/a.ts is bob's"],
    ['a lease that is over', { label: 3, was: ['x.ts'] }, 'not claimed: x.ts'],
    ['a label of no lease', { label: 3 }, 'not claimed: the label'],
  ])('answers for %s', (_, asked, expected) => {
    expect(said(ALL, asked)).toBe(expected);
  });
});

describe('decideRenew', () => {
  it.each([
    [9, { kind: 'renewed', lease: OWN, expiresAtMs: NOON + 2_000 }],
    [5, { kind: 'lapsed', lease: LAPSED }],
    [7, { kind: 'held-by-other', lease: BOB }],
    [3, { kind: 'not-claimed' }],
  ])('decides on G%i', (seq, expected) => {
    expect(decideRenew(ALL, { agent: 'alice' as AgentName, seq, leaseS: 2 }, NOON)).toEqual(expected);
  });

  it("says nothing of another's lease that ran out", () => {
    const gone = leaseOf({ seq: 7, by: 'bob', on: ['src/**'], untilS: 0 });
    const request = { agent: 'alice' as AgentName, seq: 7, leaseS: 2 };
    expect(decideRenew([gone], request, NOON)).toEqual({ kind: 'not-claimed' });
  });
});

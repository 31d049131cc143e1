import { describe, expect, it } from '@jest/globals';
import { agent, entryOf, NOON } from '../../../../test/factories/gists.js';
import { leaseOf, resourceOf } from '../../../../test/factories/leases.js';
import type { EntryRef, JournalEntry } from '../../../journal/domain/journal-entry.js';
import { foldLeases } from './fold-leases.js';
import { type LeaseEntryType, leaseEntry } from './lease-entries.js';
import { FORGET_AFTER_MS, type Lease } from './lease.js';

interface Spec {
  readonly on?: readonly string[];
  readonly text?: string;
  readonly refs?: readonly EntryRef[];
  readonly leaseS?: number;
  /** Milliseconds after noon at which it is written. */
  readonly atMs?: number;
  readonly isRedacted?: boolean;
}

function entry(seq: number, by: string, type: LeaseEntryType, spec: Spec = {}): JournalEntry {
  const { on = ['a.ts'], text = '', refs = [], leaseS = 60, atMs = 0, isRedacted = false } = spec;
  const data = ['released', 'broken'].includes(type)
    ? {}
    : { lease_s: leaseS, expires_at: NOON + atMs + leaseS * 1_000 };
  const draft = leaseEntry({ type, author: agent(by), resources: on.map(resourceOf), text, refs, data });
  const { names, ...rest } = draft.data ?? {};
  const said = isRedacted ? { content: '[redacted]', data: rest } : { data: { ...rest, names: names ?? [] } };
  return { ...entryOf(seq, 'lease', refs), ...draft, recipient: null, workLabel: null, ...said } as JournalEntry;
}

const granted = (seq: number, by: string, on: readonly string[], spec: Spec = {}) =>
  entry(seq, by, 'granted', { on, ...spec });
const open = (entries: readonly JournalEntry[]): readonly Lease[] => entries.reduce(foldLeases, []);
const shown = (leases: readonly Lease[]): readonly string[] =>
  leases.map(
    ({ seq, holder, resources, expiresAtMs, intent }) =>
      `${seq} ${holder} ${resources.map(({ name }) => name).join()} ${(expiresAtMs - NOON) / 1_000} ${intent}`,
  );

describe('leases as the journal tells them', () => {
  it('begin with their grant, and say what it said', () => {
    const folded = open([granted(3, 'bob', ['src/**', 'x.d/', 'task:a'], { text: 'cap | it' })]);
    const expected = leaseOf({ seq: 3, by: 'bob', on: ['src/**', 'x.d/', 'task:a'], sinceS: 0 });
    expect(folded).toEqual([{ ...expected, intent: 'cap | it' }]);
  });

  const bob = granted(1, 'bob', ['a.ts', 'b.ts'], { text: 'why' });
  it.each<[string, readonly JournalEntry[], readonly string[]]>([
    [
      'end with their release',
      [bob, entry(2, 'bob', 'released', { on: ['a.ts', 'b.ts'], refs: [{ seq: 1, relation: 'releases' }] })],
      [],
    ],
    [
      'hold the rest after a release of some',
      [bob, entry(2, 'bob', 'released', { on: ['B.ts'] })],
      ['1 bob a.ts 60 why'],
    ],
    [
      'end when they are broken',
      [bob, entry(2, 'harness', 'broken', { on: ['a.ts', 'b.ts'], refs: [{ seq: 1, relation: 'releases' }] })],
      [],
    ],
    [
      'end by a redacted release, too',
      [bob, entry(2, 'bob', 'released', { isRedacted: true, refs: [{ seq: 1, relation: 'releases' }] })],
      [],
    ],
    [
      'keep their fence when they are renewed',
      [bob, entry(5, 'bob', 'renewed', { leaseS: 900, refs: [{ seq: 1, relation: 'renews' }] })],
      ['1 bob a.ts,b.ts 900 why'],
    ],
    [
      'take the intent of a renewal that has one',
      [bob, entry(5, 'bob', 'renewed', { on: ['a.ts', 'b.ts'], text: 'new', refs: [{ seq: 1, relation: 'renews' }] })],
      ['1 bob a.ts,b.ts 60 new'],
    ],
    [
      'end when they are renewed to nothing',
      [bob, entry(5, 'bob', 'renewed', { leaseS: 0, refs: [{ seq: 1, relation: 'releases' }] })],
      [],
    ],
    [
      'lose what a later grant of their holder takes over',
      [bob, granted(4, 'bob', ['b.ts', 'c.ts'])],
      ['1 bob a.ts 60 why', '4 bob b.ts,c.ts 60 '],
    ],
    ['and what it only touched', [bob, entry(4, 'bob', 'touched', { on: ['b.ts'], leaseS: 0 })], ['1 bob a.ts 60 why']],
    [
      'end when another takes them, and not where it holds beside them',
      [bob, granted(4, 'al', ['b.ts'], { refs: [{ seq: 1, relation: 'supersedes' }] }), granted(5, 'cy', ['d.ts'])],
      ['4 al b.ts 60 ', '5 cy d.ts 60 '],
    ],
    ['are not there where their grant was redacted', [granted(1, 'bob', ['a.ts'], { isRedacted: true })], []],
    ['are none of what somebody touched', [entry(1, 'bob', 'touched', { leaseS: 0 })], []],
  ])('%s', (_, entries, expected) => {
    expect(shown(open(entries))).toEqual(expected);
  });

  it.each([
    [-1, [1, 2]],
    [0, [2]],
  ])('are forgotten by a grant of another, %i ms from a week after their end', (ms, seqs) => {
    const grant = granted(2, 'al', ['z.ts'], { atMs: 60_000 + FORGET_AFTER_MS + ms });
    expect(open([bob, grant]).map(({ seq }) => seq)).toEqual(seqs);
  });
});

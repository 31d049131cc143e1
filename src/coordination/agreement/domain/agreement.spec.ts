import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { agent, DEADLINE_MS, entryAbout, proposalBy } from '../../../../test/factories/proposals.js';
import type { JournalEntry } from '../../../journal/domain/journal-entry.js';
import { Problem } from '../../../kernel/problem.js';
import { agreementText } from './agreement-text.js';
import {
  awaitedOf,
  confirmedOf,
  declinedOf,
  foldProposal,
  isOutOfReach,
  missingOf,
  type ProposalState,
  statusOfProposal,
} from './fold-proposal.js';
import { proposalOf } from './proposal.js';
import { requireStatement, STATEMENT } from './statement.js';

const said = (seq: number, by: string, type = 'confirmed', fields: Partial<JournalEntry> = {}): JournalEntry =>
  entryAbout(1, seq, by, { type, ...fields });
const replacing = (seq: number, by: string): JournalEntry =>
  entryAbout(1, seq, by, { kind: 'proposal', type: 'proposed', refs: [{ seq: 1, relation: 'supersedes' }] });
const of = (
  later: readonly JournalEntry[],
  voters: readonly string[] | null = ['alice', 'bob', 'carol'],
  required = 2,
) => foldProposal(proposalBy(voters, required), later);
const summary = (state: ProposalState) => [
  statusOfProposal(state, DEADLINE_MS - 1),
  confirmedOf(state).map(({ agent: name }) => name),
  declinedOf(state).map(({ agent: name }) => name),
  awaitedOf(state),
  missingOf(state),
];

describe('a proposal', () => {
  it.each<[string, readonly JournalEntry[], readonly unknown[]]>([
    ['starts at none', [], ['open', [], [], ['alice', 'bob', 'carol'], 2]],
    ['waits for its proposer alone where no other is needed', [said(2, 'bob')], ['open', ['bob'], [], ['alice'], 1]],
    ['needs its proposer', [said(2, 'bob'), said(3, 'carol')], ['open', ['bob', 'carol'], [], ['alice'], 1]],
    ['is approved', [said(2, 'bob'), said(3, 'alice')], ['approved', ['bob', 'alice'], [], ['carol'], 0]],
    ['counts an agent once', [said(2, 'bob'), said(3, 'bob'), said(4, 'BOB')], ['open', ['BOB'], [], ['alice'], 1]],
    ['is declined, and open', [said(2, 'bob', 'declined')], ['open', [], ['bob'], ['alice', 'carol'], 2]],
    [
      'counts the last answer of each',
      [said(2, 'bob'), said(3, 'bob', 'declined'), said(4, 'alice')],
      ['open', ['alice'], ['bob'], ['carol'], 1],
    ],
    [
      'waits for who declined where it needs them',
      [said(2, 'bob', 'declined'), said(3, 'carol', 'declined')],
      ['open', [], ['bob', 'carol'], ['alice', 'bob', 'carol'], 2],
    ],
    [
      'waits for its proposer who declined',
      [said(2, 'alice', 'declined'), said(3, 'bob')],
      ['open', ['bob'], ['alice'], ['alice'], 1],
    ],
    [
      'is approved by who declined before',
      [said(2, 'bob', 'declined'), said(3, 'alice'), said(4, 'bob')],
      ['approved', ['alice', 'bob'], [], ['carol'], 0],
    ],
    ['is revoked', [said(2, 'alice', 'revoked'), said(3, 'bob')], ['revoked', [], [], ['alice', 'bob', 'carol'], 2]],
    ['is replaced', [replacing(2, 'bob'), said(3, 'bob')], ['replaced', [], [], ['alice', 'bob', 'carol'], 2]],
    [
      'stays approved',
      [said(2, 'alice'), said(3, 'bob'), said(4, 'bob', 'declined'), replacing(5, 'bob'), said(6, 'alice', 'revoked')],
      ['approved', ['alice', 'bob'], [], ['carol'], 0],
    ],
  ])('%s', (_, later, expected) => {
    expect(summary(of(later))).toEqual(expected);
  });

  it('that one must confirm is approved by its proposer alone', () => {
    expect(summary(of([said(2, 'bob')], ['bob'], 1))).toEqual(['open', ['bob'], [], ['alice'], 1]);
    expect(summary(of([said(2, 'alice')], ['bob'], 1))[0]).toBe('approved');
  });

  it('of an open board knows no names but that of its proposer', () => {
    expect(summary(of([said(2, 'dave')], null, 3))).toEqual(['open', ['dave'], [], ['alice'], 2]);
  });

  it.each<[string, readonly JournalEntry[], readonly string[], number, boolean]>([
    ['its proposer', [], ['bob', 'carol'], 2, true],
    ['its proposer, who has confirmed', [said(2, 'alice')], ['bob', 'carol'], 2, false],
    [
      'its proposer, who has confirmed and declined',
      [said(2, 'alice'), said(3, 'alice', 'declined')],
      ['bob'],
      2,
      true,
    ],
    ['one of two others', [], ['alice', 'carol'], 2, false],
    ['one of two others that it needs', [], ['alice', 'carol'], 3, true],
    ['one that it needs, who has confirmed', [said(2, 'bob')], ['alice', 'carol'], 3, false],
    ['one, where the other has declined and may change that', [said(2, 'bob', 'declined')], ['alice', 'bob'], 2, false],
    ['all others', [], ['alice'], 2, true],
    ['all others, who are not needed', [], ['alice'], 1, false],
  ])('without %s', (_, later, here, required, expected) => {
    const state = of(later, ['alice', 'bob', 'carol'], required);
    expect(isOutOfReach(state, (name) => here.includes(name))).toBe(expected);
  });

  it('of an open board is out of reach without its proposer alone', () => {
    expect(isOutOfReach(of([], null, 3), (name) => name === 'alice')).toBe(false);
    expect(isOutOfReach(of([said(2, 'bob')], null, 3), (name) => name !== 'alice')).toBe(true);
  });

  it('is over at the instant of its deadline, unless something ended it before', () => {
    expect(statusOfProposal(of([]), DEADLINE_MS - 1)).toBe('open');
    expect(statusOfProposal(of([]), DEADLINE_MS)).toBe('expired');
    expect(statusOfProposal(of([said(2, 'alice'), said(3, 'bob')]), DEADLINE_MS)).toBe('approved');
  });

  it.each<[string, Partial<JournalEntry>]>([
    ['a message', { kind: 'post', type: 'confirmed', content: STATEMENT }],
    ['a gist', { kind: 'gist', type: 'confirmed' }],
    ['an answer to another proposal', { refs: [{ seq: 9, relation: 'answers' }] }],
    ['a reply', { refs: [{ seq: 1, relation: 'replies' }] }],
    ['who is no voter', { author: agent('mallory') }],
    ['a word that there is not', { type: 'approved' }],
    ['an earlier entry', { seq: 1 }],
  ])('counts no %s', (_, forged) => {
    const state = of([said(2, 'alice'), { ...said(3, 'bob'), ...forged }]);
    expect(summary(state)).toEqual(['open', ['alice'], [], ['bob', 'carol'], 1]);
  });

  it.each<Partial<JournalEntry>>([
    { kind: 'post' },
    { data: {} },
    { data: { required: '2', deadline_at: 5 } },
    { data: { required: 2 } },
  ])('is none where its entry is %j', (fields) => {
    const entry = entryAbout(1, 2, 'bob', { kind: 'proposal', data: { required: 2, deadline_at: 5 }, ...fields });
    expect(proposalOf(entry)).toBeUndefined();
  });

  it('is approved in no order of entries without its proposer and as many as are required', () => {
    const step = fc.record({
      by: fc.constantFrom('alice', 'bob', 'carol', 'dave', 'mallory'),
      type: fc.constantFrom('confirmed', 'declined', 'revoked', 'confirmed', 'other'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.integer({ min: 1, max: 4 }), (steps, required) => {
        const later = steps.map(({ by, type }, index) => said(index + 2, by, type));
        const state = of(later, ['alice', 'bob', 'carol', 'dave'], required);
        const confirmed = confirmedOf(state).map(({ agent: name }) => String(name));
        expect(new Set(confirmed).size).toBe(confirmed.length);
        expect(confirmed).not.toContain('mallory');
        const isEnough = confirmed.length >= required && confirmed.includes('alice');
        expect(state.end?.kind === 'approved').toBe(isEnough);
      }),
    );
  });
});

describe('the statement', () => {
  it('confirms byte for byte, and by nothing like it', () => {
    expect(() => {
      requireStatement(STATEMENT);
    }).not.toThrow();
    const others = [
      `${STATEMENT} `,
      ` ${STATEMENT}`,
      STATEMENT.toLowerCase(),
      STATEMENT.replace('I ', 'Ι '),
      `${STATEMENT}.`,
      '',
      STATEMENT.replace(' ', '\u00A0'),
    ];
    for (const other of others) {
      expect(() => {
        requireStatement(other);
      }).toThrow(STATEMENT);
    }
  });
});

describe('the text of a proposal', () => {
  const codeOf = (path: 'text' | 'reason', text: string): string => {
    try {
      return agreementText(path, text);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return error.code;
    }
  };

  it.each([
    ['text', ' a\r\nb\u202E ', 'a\nb'],
    ['text', ' \n ', 'bad_request'],
    ['text', `AKIA${'A'.repeat(16)}`, '[redacted:aws-key]'],
    ['text', '😀'.repeat(4_000), '😀'.repeat(4_000)],
    ['text', '😀'.repeat(4_001), 'too_large'],
    ['text', 'x'.repeat(100_000), 'too_large'],
    ['reason', 'x'.repeat(1_000), 'x'.repeat(1_000)],
    ['reason', 'x'.repeat(1_001), 'too_large'],
  ] as const)('%s %j is kept as %j', (path, text, kept) => {
    expect(codeOf(path, text)).toBe(kept);
  });
});

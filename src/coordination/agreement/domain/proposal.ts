import type { EntryDraft } from '../../../journal/domain/entry-draft.js';
import type { JournalEntry } from '../../../journal/domain/journal-entry.js';
import type { AgentName, Seq } from '../../../kernel/ids.js';
import { agentKey } from '../../../kernel/names.js';

/** The most confirmations that a proposal may require, and the most voters that it may name. */
export const MAX_REQUIRED = 16;
export const MAX_VOTERS = 64;

/** A plan that needs stated agreement, as it was proposed. */
export interface Proposal {
  /** Of the entry that proposes it; its label names it. */
  readonly seq: Seq;
  readonly proposer: AgentName;
  readonly text: string;
  /** How many must confirm; the proposer is one of them in any case. */
  readonly required: number;
  /** Who may answer, the proposer included; null: every agent of an open board. */
  readonly voters: readonly AgentName[] | null;
  /** By the database's clock, in milliseconds since 1970; over at that very instant. */
  readonly deadlineMs: number;
  readonly createdAtMs: number;
}

export type ProposalTerms = Omit<Proposal, 'seq' | 'createdAtMs'>;

/** `replaces`: the proposal that was open until then. */
export const proposalDraft = (
  { proposer, text, required, voters, deadlineMs }: ProposalTerms,
  replaces: Seq | null,
): EntryDraft => ({
  kind: 'proposal',
  type: 'proposed',
  author: proposer,
  content: text,
  refs: replaces === null ? [] : [{ seq: replaces, relation: 'supersedes' }],
  data: { required, ...(voters === null ? {} : { voters }), deadline_at: deadlineMs },
});

/** The proposal that an entry makes; undefined where it makes none. */
export function proposalOf(entry: JournalEntry): Proposal | undefined {
  const { required, voters = null, deadline_at: deadlineMs } = entry.data;
  if (entry.kind !== 'proposal' || typeof required !== 'number' || typeof deadlineMs !== 'number') return undefined;
  return {
    seq: entry.seq,
    proposer: entry.author,
    text: entry.content,
    required,
    voters: Array.isArray(voters) ? voters.map((name) => String(name) as AgentName) : null,
    deadlineMs,
    createdAtMs: entry.createdAtMs,
  };
}

export const mayAnswer = ({ voters, proposer }: Proposal, agent: AgentName): boolean =>
  voters === null || [proposer, ...voters].some((name) => agentKey(name) === agentKey(agent));

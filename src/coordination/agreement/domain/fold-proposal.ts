import type { JournalEntry } from '../../../journal/domain/journal-entry.js';
import type { AgentName, Seq } from '../../../kernel/ids.js';
import { agentKey } from '../../../kernel/names.js';
import { mayAnswer, type Proposal } from './proposal.js';

/** What a voter answered last. */
export interface ProposalAnswer {
  readonly seq: Seq;
  readonly agent: AgentName;
  readonly kind: 'confirmed' | 'declined';
  /** Of a refusal: why. */
  readonly text: string;
  readonly createdAtMs: number;
  /** How often the agent has answered, this time included. */
  readonly times: number;
}

export interface ProposalState {
  readonly proposal: Proposal;
  /** One of each agent, in the order in which they stand in the journal. */
  readonly answers: readonly ProposalAnswer[];
  /** The entry that ended it; null: nothing but time can. */
  readonly end: {
    readonly kind: 'approved' | 'revoked' | 'replaced';
    readonly seq: Seq;
    readonly by: AgentName;
  } | null;
}

export type ProposalStatus = 'open' | 'approved' | 'revoked' | 'replaced' | 'expired';

/**
 * The state of a proposal, from the entries behind it (ascending). Only entries of the kinds that its own operations write
 * count, and of those only what a voter answered while nothing had ended it: a message that says "confirmed" is a message.
 */
export const foldProposal = (proposal: Proposal, later: readonly JournalEntry[]): ProposalState =>
  later.reduce(evolveProposal, { proposal, answers: [], end: null });

/** The state after one more entry. */
export function evolveProposal(state: ProposalState, entry: JournalEntry): ProposalState {
  const { proposal, end } = state;
  if (end !== null || entry.seq <= proposal.seq) return state;
  if (entry.kind === 'proposal' && bears(entry, 'supersedes', proposal)) return ended(state, 'replaced', entry);
  if (entry.kind !== 'answer' || !bears(entry, 'answers', proposal)) return state;
  if (entry.type === 'revoked') return ended(state, 'revoked', entry);
  if (!mayAnswer(proposal, entry.author)) return state;
  if (entry.type !== 'confirmed' && entry.type !== 'declined') return state;
  const times = (lastAnswerOf(state, entry.author)?.times ?? 0) + 1;
  const answer = answerOf(entry, entry.type, times);
  const next = { ...state, answers: [...answersOfOthers(state, entry.author), answer] };
  return isAgreed(next) ? ended(next, 'approved', entry) : next;
}

const bears = ({ refs }: JournalEntry, relation: 'supersedes' | 'answers', { seq }: Proposal): boolean =>
  refs.some((ref) => ref.relation === relation && ref.seq === seq);

const ended = (
  state: ProposalState,
  kind: 'approved' | 'revoked' | 'replaced',
  { seq, author }: JournalEntry,
): ProposalState => ({ ...state, end: { kind, seq, by: author } });

const answerOf = (entry: JournalEntry, kind: ProposalAnswer['kind'], times: number): ProposalAnswer => ({
  seq: entry.seq,
  agent: entry.author,
  kind,
  text: kind === 'declined' ? entry.content : '',
  createdAtMs: entry.createdAtMs,
  times,
});

const answersOfOthers = ({ answers }: ProposalState, agent: AgentName): readonly ProposalAnswer[] =>
  answers.filter((answer) => agentKey(answer.agent) !== agentKey(agent));

/** As many as are required, the proposer among them. */
const isAgreed = (state: ProposalState): boolean => missingOf(state) === 0;

const isProposerIn = (state: ProposalState): boolean =>
  lastAnswerOf(state, state.proposal.proposer)?.kind === 'confirmed';

export const confirmedOf = ({ answers }: ProposalState): readonly ProposalAnswer[] =>
  answers.filter(({ kind }) => kind === 'confirmed');

export const declinedOf = ({ answers }: ProposalState): readonly ProposalAnswer[] =>
  answers.filter(({ kind }) => kind === 'declined');

export const lastAnswerOf = ({ answers }: ProposalState, agent: AgentName): ProposalAnswer | undefined =>
  answers.find((answer) => agentKey(answer.agent) === agentKey(agent));

/**
 * Whose confirmations can complete it, the proposer first: its proposer alone where no other is needed; else named voters
 * who have not answered, with those who declined where it needs them too. Of an open board only the proposer has a name.
 */
export function awaitedOf(state: ProposalState): readonly AgentName[] {
  const { proposer } = state.proposal;
  const own = isProposerIn(state) ? [] : [proposer];
  const lacking = missingOf(state) - own.length;
  if (lacking === 0 && own.length > 0) return own;
  const others = othersOf(state).filter((name) => lastAnswerOf(state, name)?.kind !== 'confirmed');
  const silent = others.filter((name) => lastAnswerOf(state, name) === undefined);
  return [...own, ...(silent.length < lacking ? others : silent)];
}

/**
 * Whether no confirmation of those who may still come can complete an open proposal. Where nobody is named, whoever comes
 * may be enough, as long as its proposer may come or has confirmed.
 */
export function isOutOfReach(state: ProposalState, mayCome: (agent: AgentName) => boolean): boolean {
  const { proposer, voters } = state.proposal;
  const own = isProposerIn(state) ? 0 : 1;
  if (own === 1 && !mayCome(proposer)) return true;
  const open = othersOf(state).filter((name) => lastAnswerOf(state, name)?.kind !== 'confirmed' && mayCome(name));
  return voters !== null && open.length + own < missingOf(state);
}

/** The named voters but the proposer. */
const othersOf = ({ proposal: { proposer, voters } }: ProposalState): readonly AgentName[] =>
  (voters ?? []).filter((name) => agentKey(name) !== agentKey(proposer));

/** How many confirmations are missing: one at least as long as the proposer's is. */
export function missingOf(state: ProposalState): number {
  return Math.max(state.proposal.required - confirmedOf(state).length, isProposerIn(state) ? 0 : 1);
}

/** `nowMs`: the database's time. */
export function statusOfProposal({ end, proposal }: ProposalState, nowMs: number): ProposalStatus {
  if (end !== null) return end.kind;
  return nowMs < proposal.deadlineMs ? 'open' : 'expired';
}

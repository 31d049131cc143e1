import type { EntryDraft } from '../../../journal/domain/entry-draft.js';
import type { AgentName, Seq } from '../../../kernel/ids.js';
import { labelOf } from '../../../kernel/label.js';
import { agentKey } from '../../../kernel/names.js';
import { confirmedOf, lastAnswerOf, type ProposalState, statusOfProposal } from './fold-proposal.js';
import { mayAnswer } from './proposal.js';

export interface AnswerRequest {
  readonly agent: AgentName;
  readonly kind: 'confirmed' | 'declined';
  /** Of a refusal: why. */
  readonly text: string;
}

export type AnswerDecision =
  | { readonly kind: 'write' }
  /** It is so already. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'not-open' }
  | { readonly kind: 'no-voter' }
  | { readonly kind: 'too-often' };

/** How often one agent may change its mind about one proposal. */
export const MAX_ANSWERS = 10;

/**
 * Whether a voter's answer is written. The last answer of each counts, so the same one again changes nothing; and what was
 * approved stays so: a confirmation that comes late is told that it is not needed.
 */
export function decideAnswer(state: ProposalState, request: AnswerRequest, nowMs: number): AnswerDecision {
  const status = statusOfProposal(state, nowMs);
  if (status === 'approved' && request.kind === 'confirmed') return { kind: 'nothing' };
  if (status !== 'open') return { kind: 'not-open' };
  if (!mayAnswer(state.proposal, request.agent)) return { kind: 'no-voter' };
  const last = lastAnswerOf(state, request.agent);
  if (last?.kind === request.kind && last.text === request.text) return { kind: 'nothing' };
  return { kind: (last?.times ?? 0) < MAX_ANSWERS ? 'write' : 'too-often' };
}

/** By the proposer or an operator. */
export function decideRevoke(
  state: ProposalState,
  by: { readonly agent: AgentName; readonly isOperator: boolean },
  nowMs: number,
): Exclude<AnswerDecision, { kind: 'too-often' }> {
  const status = statusOfProposal(state, nowMs);
  if (status === 'revoked') return { kind: 'nothing' };
  if (status !== 'open') return { kind: 'not-open' };
  const isProposer = agentKey(state.proposal.proposer) === agentKey(by.agent);
  return { kind: isProposer || by.isOperator ? 'write' : 'no-voter' };
}

/** The entry of an answer to the proposal. */
export function answerDraft(state: ProposalState, { agent, kind, text }: AnswerRequest): EntryDraft {
  const { seq, required } = state.proposal;
  const others = confirmedOf(state).filter((answer) => agentKey(answer.agent) !== agentKey(agent)).length;
  const content = kind === 'confirmed' ? `${labelOf(seq)}: ${others + 1} of ${required}` : text;
  return { kind: 'answer', type: kind, author: agent, content, refs: refTo(seq) };
}

export const revokeDraft = ({ proposal: { seq } }: ProposalState, agent: AgentName, reason: string): EntryDraft => ({
  kind: 'answer',
  type: 'revoked',
  author: agent,
  content: reason === '' ? labelOf(seq) : reason,
  refs: refTo(seq),
});

const refTo = (seq: Seq): EntryDraft['refs'] & object => [{ seq, relation: 'answers' }];

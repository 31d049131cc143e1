import { labelOf } from '../../kernel/label.js';
import type { ConfirmationDto, ProposalDto } from './plan.dto.js';
import {
  awaitedOf,
  confirmedOf,
  declinedOf,
  missingOf,
  type ProposalAnswer,
  type ProposalState,
  statusOfProposal,
} from './domain/fold-proposal.js';

const timeOf = (ms: number): string => new Date(ms).toISOString();

const answerDto = ({ agent, createdAtMs, seq }: ProposalAnswer): ConfirmationDto => ({
  agent,
  at: timeOf(createdAtMs),
  label: labelOf(seq),
});

/** `nowMs`: the database's time. Nobody is awaited any more where it is over. */
export function proposalDto(state: ProposalState, nowMs: number): ProposalDto {
  const { proposal, end } = state;
  const status = statusOfProposal(state, nowMs);
  return {
    label: labelOf(proposal.seq),
    status,
    proposer: proposal.proposer,
    text: proposal.text,
    at: timeOf(proposal.createdAtMs),
    deadline_at: timeOf(proposal.deadlineMs),
    required: proposal.required,
    missing: missingOf(state),
    voters: proposal.voters === null ? null : [...proposal.voters],
    confirmed: confirmedOf(state).map(answerDto),
    declined: declinedOf(state).map((answer) => ({ ...answerDto(answer), reason: answer.text })),
    awaited: status === 'open' ? [...awaitedOf(state)] : [],
    ended_by: end === null ? null : labelOf(end.seq),
  };
}

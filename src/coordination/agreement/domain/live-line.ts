import { capText, foldSpaces } from '../../../kernel/text.js';

/** An open proposal as the plan answers it, as far as a line shows it. */
export interface LiveProposal {
  readonly label: string;
  readonly proposer: string;
  readonly text: string;
  /** RFC 3339, UTC; `deadline_at` likewise. */
  readonly at: string;
  readonly deadline_at: string;
  readonly required: number;
  readonly confirmed: readonly unknown[];
}

const EXCERPT = 300;

/** What stands over an open proposal where views and snapshots show it. */
export const PROPOSAL_SECTION = 'PROPOSAL';

/** `G57 alice 2026-11-30 13:05 open until 2026-12-01 13:05, 1 of 2 confirmed, see plan: Move the budget.` */
export function liveProposalLine(proposal: LiveProposal): string {
  const { label, proposer, text, at, deadline_at, required, confirmed } = proposal;
  const state = `open until ${minuteOf(deadline_at)}, ${confirmed.length} of ${required} confirmed, see plan`;
  return `${label} ${proposer} ${minuteOf(at)} ${state}: ${capText(foldSpaces(text), EXCERPT).text}`;
}

const minuteOf = (at: string): string => at.slice(0, 16).replace('T', ' ');

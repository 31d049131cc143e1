import { callText } from './call-text.js';
import { proposalExcerpt, proposalLine, type ShownProposal } from './proposal-lines.js';

/** What every result of a board begins with while a proposal is open there. */
export interface Banner {
  /** In our own words. */
  readonly ours: readonly string[];
  /** What its author wrote, for the frame. */
  readonly theirs: readonly string[];
}

export const NO_BANNER: Banner = { ours: [], theirs: [] };

interface BannerOf {
  readonly board: string;
  readonly proposal: ShownProposal;
  /** What confirms. */
  readonly statement: string;
  /** Whether the connection has the tools; else the command line is told. */
  readonly hasTools: boolean;
}

/** What is open, whom it waits for, and the whole call. */
export function bannerOf({ board, proposal, statement, hasTools }: BannerOf): Banner {
  const { label } = proposal;
  const read = hasTools ? callText('plan', { board }) : `gistboard plan --board ${board}`;
  const confirm = hasTools
    ? callText('confirm', { board, proposal: label, statement })
    : `gistboard confirm ${label} '${statement}' --board ${board}`;
  return {
    ours: [
      `OPEN PROPOSAL ${proposalLine(board, proposal)}`,
      `Read it first: ${read}`,
      `Only if you have read it and agree: ${confirm}`,
    ],
    theirs: proposalExcerpt(proposal),
  };
}

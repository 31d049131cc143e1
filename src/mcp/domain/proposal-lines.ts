import { capText, foldSpaces } from '../../kernel/text.js';
import { minuteOf } from './entry-lines.js';
import { labelled } from './frame.js';

/** A proposal as the plan answers it. */
export interface ShownProposal {
  readonly label: string;
  readonly status: string;
  readonly proposer: string;
  readonly text: string;
  readonly at: string;
  readonly deadline_at: string;
  readonly required: number;
  readonly missing: number;
  readonly voters: readonly string[] | null;
  readonly confirmed: readonly { readonly agent: string }[];
  readonly declined: readonly {
    readonly agent: string;
    readonly at: string;
    readonly label: string;
    readonly reason: string;
  }[];
  readonly awaited: readonly string[];
}

/** What somebody wrote, as lines. */
export interface LabelledText {
  readonly label: string;
  readonly lines: readonly string[];
}

/** Characters of a proposal that each result shows. */
const EXCERPT = 200;
const MOST_NAMED = 5;

/** `G57 on main by alice is open until 2026-12-01 13:05: 1 of 2 confirmed (bob); waits for 1 more of alice, carol.` */
export function proposalLine(board: string, proposal: ShownProposal): string {
  const { label, status, proposer, deadline_at, required, confirmed } = proposal;
  const until = status === 'open' ? ` until ${minuteOf(deadline_at)}` : '';
  const who = confirmed.length === 0 ? '' : ` (${named(confirmed.map(({ agent }) => agent))})`;
  const waits = status === 'open' ? `; ${waitsFor(proposal)}` : '';
  return `${label} on ${board} by ${proposer} is ${status}${until}: ${confirmed.length} of ${required} confirmed${who}${waits}.`;
}

/** What is proposed, and why some declined it. */
export const proposalTexts = ({ label, proposer, at, text, declined }: ShownProposal): readonly LabelledText[] => [
  { label, lines: labelled([label, 'proposal', proposer, minuteOf(at)], text) },
  ...declined.map((each) => ({
    label: each.label,
    lines: labelled([each.label, 'declined', each.agent, minuteOf(each.at)], each.reason),
  })),
];

/** The beginning of what is proposed, on one line. */
export const proposalExcerpt = ({ label, proposer, text }: ShownProposal): readonly string[] =>
  labelled([label, 'proposal', proposer], capText(foldSpaces(text), EXCERPT).text);

/** Whom an open proposal waits for. */
export function waitsFor({ missing, awaited, voters }: ShownProposal): string {
  const more = `waits for ${missing} more`;
  if (voters !== null || missing === awaited.length) return `${more} of ${named(awaited)}`;
  return awaited.length === 0 ? more : `${more}, ${awaited.join(', ')} among them`;
}

function named(agents: readonly string[]): string {
  const names = agents.slice(0, MOST_NAMED);
  const more = agents.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} others` : ''}`;
}

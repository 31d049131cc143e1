import type { JournalEntry } from '../../src/journal/domain/journal-entry.js';
import type { AgentName, Seq } from '../../src/kernel/ids.js';
import { searchText } from '../../src/kernel/text.js';
import { type Proposal, proposalDraft, proposalOf } from '../../src/coordination/agreement/domain/proposal.js';

export const agent = (name: string): AgentName => name as AgentName;
/** Instants of specs, in milliseconds. */
export const DEADLINE_MS = 10_000;

/** An entry that says something of a proposal, or pretends to. */
export const entryAbout = (of: Seq, seq: Seq, by: string, fields: Partial<JournalEntry> = {}): JournalEntry => ({
  seq,
  kind: 'answer',
  type: 'confirmed',
  author: agent(by),
  recipient: null,
  workLabel: null,
  refs: [{ seq: of, relation: 'answers' }],
  content: '',
  searchText: '',
  hasDetail: false,
  data: {},
  createdAtMs: seq,
  ...fields,
});

/** A proposal of alice, the first entry of its board. */
export function proposalBy(voters: readonly string[] | null, required = 2): Proposal {
  const terms = {
    proposer: agent('alice'),
    text: 'move on',
    required,
    voters: voters === null ? null : voters.map(agent),
    deadlineMs: DEADLINE_MS,
  };
  const { content, data = {}, ...draft } = proposalDraft(terms, null);
  const entry = { ...entryAbout(0, 1, 'alice'), ...draft, content, data, searchText: searchText(content) };
  const proposal = proposalOf({ ...entry, recipient: null, workLabel: null, refs: [] });
  if (proposal === undefined) throw new Error('the draft proposes nothing');
  return proposal;
}

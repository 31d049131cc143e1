import type { AgentName } from '../../kernel/ids.js';
import type { EntryKind, JournalEntry } from './journal-entry.js';

/** Somebody who looks at a board. */
export interface Viewer {
  readonly agent: AgentName;
  readonly isOperator: boolean;
}

/** What administers a board is recorded in its journal, and shown to operators only. */
export const OPERATOR_KINDS: readonly EntryKind[] = ['member', 'token', 'board', 'redaction'];

/** Law 11: an entry addressed to one agent is visible to its two ends and to operators only. */
export const isVisibleTo = (viewer: Viewer, entry: Pick<JournalEntry, 'kind' | 'recipient' | 'author'>): boolean =>
  viewer.isOperator ||
  (!OPERATOR_KINDS.includes(entry.kind) &&
    (entry.recipient === null || entry.recipient === viewer.agent || entry.author === viewer.agent));

import type { AgentName } from '../../kernel/ids.js';
import type { EntryKind, JournalEntry } from './journal-entry.js';

/** Somebody who looks at a board. */
export interface Viewer {
  readonly agent: AgentName;
  readonly isOperator: boolean;
  /** Of who has a role of the board's goal. Members and operators have none. */
  readonly scope?: ViewerScope | undefined;
}

export interface ViewerScope {
  /** The kinds of artifacts that the viewer may read: the types of entries of kind `artifact`. */
  readonly reads: 'all' | readonly string[];
  /** False: beside artifacts, only messages to the viewer or by it. */
  readonly seesBoard: boolean;
}

/** What administers a board is recorded in its journal, and shown to operators only. */
export const OPERATOR_KINDS: readonly EntryKind[] = ['member', 'token', 'board', 'redaction'];

/** Shown to operators and to roles that may read artifacts of the entry's type, by whomever they are. */
export const ARTIFACT_ENTRY: EntryKind = 'artifact';

/** Beside artifacts, all that a role sees which does not see the board, where it is an end of it. */
export const MESSAGE_KINDS: readonly EntryKind[] = ['post', 'edit', 'deletion', 'reaction'];

/**
 * Law 11: an entry addressed to one agent is visible to its two ends and to operators only. And no role sees more than
 * its scope. `visibleClause` is the same for a search.
 */
export function isVisibleTo(
  viewer: Viewer,
  entry: Pick<JournalEntry, 'kind' | 'type' | 'recipient' | 'author'>,
): boolean {
  const { agent, isOperator, scope } = viewer;
  if (isOperator) return true;
  if (OPERATOR_KINDS.includes(entry.kind)) return false;
  if (entry.kind === ARTIFACT_ENTRY)
    return scope !== undefined && (scope.reads === 'all' || scope.reads.includes(entry.type));
  const isEnd = entry.recipient === agent || entry.author === agent;
  if (scope !== undefined && !scope.seesBoard) return isEnd && MESSAGE_KINDS.includes(entry.kind);
  return isEnd || entry.recipient === null;
}

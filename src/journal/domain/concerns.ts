import type { AgentName } from '../../kernel/ids.js';
import type { EntryKind, JournalEntry } from './journal-entry.js';
import { isVisibleTo, type Viewer } from './visibility.js';

/** The type of a post that says no more than that its author is there. */
export const HEARTBEAT = 'heartbeat';

/**
 * Kinds that are told to all members where they are for nobody in particular. Gists are told by their own rules, and
 * the rest is looked up by who wants to know.
 */
export const TOLD_TO_ALL: readonly EntryKind[] = [
  ...(['post', 'edit', 'deletion', 'lease', 'fact', 'proposal', 'answer', 'file', 'artifact'] as const),
];

/** Types of those kinds that are no news: who is there, and who goes on holding what it held. */
export const UNTOLD_TYPES: readonly string[] = [HEARTBEAT, 'renewed', 'touched'];

/** What decides whom an entry concerns. */
export type Told = Pick<JournalEntry, 'kind' | 'type' | 'author' | 'recipient'>;

export const isHeartbeat = ({ kind, type }: Pick<Told, 'kind' | 'type'>): boolean =>
  kind === 'post' && type === HEARTBEAT;

/** Whether an entry is told to somebody who may see it: by somebody else, and to it or to all. */
export const isToldTo = (viewer: Viewer, entry: Told): boolean =>
  entry.author !== viewer.agent &&
  isVisibleTo(viewer, entry) &&
  (entry.recipient === viewer.agent ||
    (entry.recipient === null && TOLD_TO_ALL.includes(entry.kind) && !UNTOLD_TYPES.includes(entry.type)));

/**
 * Whether an entry may be a notice to an agent in the middle of its turn: a gist of somebody else, a post to all, or
 * something for the agent.
 */
export const concerns = (agent: AgentName, entry: Told): boolean =>
  entry.author !== agent &&
  (entry.kind === 'gist' ||
    entry.recipient === agent ||
    (entry.recipient === null && entry.kind === 'post' && !isHeartbeat(entry)));

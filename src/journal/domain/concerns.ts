import type { AgentName } from '../../kernel/ids.js';
import type { JournalEntry } from './journal-entry.js';

/** Whether an entry is news to an agent: a gist of somebody else, or something by somebody else for the agent. */
export const concerns = (agent: AgentName, entry: Pick<JournalEntry, 'kind' | 'author' | 'recipient'>): boolean =>
  entry.author !== agent && (entry.kind === 'gist' || entry.recipient === agent);

import type { EntryDraft } from '../../../journal/domain/entry-draft.js';
import type { AgentName } from '../../../kernel/ids.js';
import type { Goal } from './goal.js';

export type GoalEvent = 'declared' | 'closed' | 'emptied';

/** What happened to the goal of a board, for its journal; roles that don't see the board don't see it. */
export const goalDraft = (type: GoalEvent, goal: Goal, by: AgentName): EntryDraft => ({
  kind: 'goal',
  type,
  author: by,
  content: type === 'declared' ? declaration(goal) : `the goal was ${type}`,
});

/** The goal and who is to reach it: `roles: orchestrator, review x2`. */
function declaration({ goal, roles }: Goal): string {
  const names = roles.map(({ name, count }) => (count === 1 ? name : `${name} x${count}`));
  return `${goal}\n\nroles: ${names.join(', ')}`;
}

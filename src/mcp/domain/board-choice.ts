import { badRequest, Problem } from '../../kernel/problem.js';

const MAX_NAMED = 20;

/** The refusal where a call names no board and there is not exactly one. */
export function noBoardChosen(boards: readonly string[]): Problem {
  if (boards.length === 0) {
    return new Problem('not_found', 'You may use no board yet. Ask an operator to add you to one.');
  }
  const named = boards.slice(0, MAX_NAMED).join(', ');
  const more = boards.length > MAX_NAMED ? ` and ${boards.length - MAX_NAMED} more` : '';
  return badRequest('board', `name one of your boards: ${named}${more}`);
}

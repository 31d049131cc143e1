import type { components } from '../../client/api.js';
import { CliError } from './cli-error.js';

type Goal = components['schemas']['DeclareGoalDto'];

const FORM = 'It must be JSON: {"goal": "...", "roles": [{"name": "orchestrator"}, {"name": "review", "count": 2}]}';

/** A goal and its roles, as a file has them; what is wrong with their values is for the service to say. */
export function goalOf(text: string): Goal {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new CliError('usage', `The goal can't be read: ${error instanceof Error ? error.message : ''}. ${FORM}`);
  }
  if (typeof value !== 'object' || value === null || !('goal' in value) || !('roles' in value))
    throw new CliError('usage', `The goal can't be read. ${FORM}`);
  return value as Goal;
}

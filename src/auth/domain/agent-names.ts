import { agentKey, isReservedName } from '../../kernel/names.js';
import { Problem } from '../../kernel/problem.js';

/**
 * Throws `reserved_name` for names that no agent may have: `all`, `system`, the operator's. `path` is where the request
 * has the name.
 */
export function refuseReservedName(agent: string, operator: string, path = 'agent'): void {
  if (!isReservedName(agent) && agentKey(agent) !== agentKey(operator)) return;
  const message = `"${agent}" is a reserved name. Choose another.`;
  throw new Problem('reserved_name', message, { errors: [{ path, message }] });
}

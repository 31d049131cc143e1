import { agentKey, isReservedName } from '../../kernel/names.js';
import { Problem } from '../../kernel/problem.js';

/** Throws `reserved_name` for names that no agent may have: `all`, `system`, the operator's. */
export function refuseReservedName(agent: string, operator: string): void {
  if (!isReservedName(agent) && agentKey(agent) !== agentKey(operator)) return;
  throw new Problem('reserved_name', `"${agent}" is a reserved name. Choose another.`);
}

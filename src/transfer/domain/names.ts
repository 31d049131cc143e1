import { AGENT_NAME, isReservedName } from '../../kernel/names.js';
import { type Fields, LineFault, textOf } from './line-fields.js';

/** An agent's name, which is none of those that no agent may have. */
export function nameOf(fields: Fields, path: string): string {
  const name = textOf(fields, path, { pattern: AGENT_NAME, is: "an agent's name" });
  if (isReservedName(name)) throw new LineFault(path, `"${name}" is a reserved name`);
  return name;
}

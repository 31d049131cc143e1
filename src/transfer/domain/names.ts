import { AGENT_NAME, isReservedName, NAME_ON_BOARD } from '../../kernel/names.js';
import { type Fields, LineFault, textOf } from './line-fields.js';

/** An agent's name, which is none of those that no agent may have. */
export function nameOf(fields: Fields, path: string): string {
  const name = textOf(fields, path, { pattern: AGENT_NAME, is: "an agent's name" });
  if (isReservedName(name)) throw new LineFault(path, `"${name}" is a reserved name`);
  return name;
}

/** How one is named who has a role of a board's goal. */
export const CONTRIBUTOR = /^[a-z][a-z0-9-]{0,31}(#[2-8])?$/;

export const contributorOf = (fields: Fields, path: string): string =>
  textOf(fields, path, { pattern: CONTRIBUTOR, is: "a contributor's name" });

/** The same, or the name of one who has a role of the board's goal: `review#2`. */
export function nameOnBoardOf(fields: Fields, path: string): string {
  const name = textOf(fields, path, { pattern: NAME_ON_BOARD, is: 'the name of an agent or of a role' });
  if (isReservedName(name)) throw new LineFault(path, `"${name}" is a reserved name`);
  return name;
}

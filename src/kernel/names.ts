/** An agent's name: letters, digits, `.`, `_`, `-`; at most 64; starts with a letter or digit. */
export const AGENT_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Somebody on a board: an agent, or a contributor to its goal, of whom a role may have several: `review#2`. */
export const NAME_ON_BOARD = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}(#[2-8])?$/;

/** A board's slug: as an agent's name, in lower case. */
export const BOARD_SLUG = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** `delegation_id`: which piece of its author's work a note belongs to. */
export const WORK_LABEL = /^[A-Za-z0-9._:/#-]{1,64}$/;

/** Names that no agent may take, beside the operator's. */
const RESERVED_NAMES: ReadonlySet<string> = new Set(['all', 'system']);

/** Agent names are compared without case; the first spelling that a workspace saw is the canonical one. */
export const agentKey = (name: string): string => name.toLowerCase();

export const isReservedName = (name: string): boolean => RESERVED_NAMES.has(agentKey(name));

import { Problem } from '../../../kernel/problem.js';
import { contributorOf, type RoleScope } from './scope.js';

/** What is open to every role; tools and routes have the same names. */
const OPEN = 'whoami, guide, inbox, wait, events and artifacts';

/** `reads spec, diff; writes findings`. */
export function grantsText({ reads, writes }: Pick<RoleScope, 'reads' | 'writes'>): string {
  const read = reads === 'all' ? 'every kind' : listed(reads);
  return `reads ${read}; writes ${listed(writes)}`;
}

const listed = (kinds: readonly string[]): string => (kinds.length === 0 ? 'nothing' : kinds.join(', '));

/** Refuses what a role does not see that sees nothing but artifacts and messages to it. */
export function fenced(scope: RoleScope): Problem {
  const who = contributorOf(scope.role, scope.ordinal);
  const sees = `sees of this board artifacts (${grantsText(scope)}) and messages to it, nothing else`;
  return new Problem('forbidden', `The role ${who} ${sees}. It may use ${OPEN}.`);
}

/** Refuses what belongs to no role, whatever it sees. */
export const closedToRoles = (contributor: string): Problem =>
  new Problem('forbidden', `This is for members and operators. The role ${contributor} may use ${OPEN}.`);

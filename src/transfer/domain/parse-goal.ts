import { isArtifactKind } from '../../boards/roles/domain/artifact-kinds.js';
import { GOAL_LIMITS, ROLE_NAME } from '../../boards/roles/domain/check-goal.js';
import type { Goal } from '../../boards/roles/domain/goal.js';
import type { DeclaredRole } from '../../boards/roles/domain/scope.js';
import { codePointCount } from '../../kernel/text.js';
import {
  blockOf,
  type Fields,
  instantOf,
  integerOf,
  isObject,
  LineFault,
  oneOf,
  refuseOthers,
  textOf,
} from './line-fields.js';

const OF_GOAL = ['goal', 'state', 'declared', 'closed_at', 'emptied_at', 'roles'];
const OF_ROLE = ['name', 'count', 'reads', 'writes', 'purpose', 'backend', 'model', 'may_edit', 'board'];

/** The goal of a board and its roles, as a line tells them. Throws `LineFault`. */
export function goalOfFields(fields: Fields): Goal {
  refuseOthers(fields, OF_GOAL);
  const { roles } = fields;
  if (!Array.isArray(roles) || roles.length > GOAL_LIMITS.roles)
    throw new LineFault('roles', `must be at most ${GOAL_LIMITS.roles}`);
  const read = roles.map((role: unknown, index) => roleOf(role, `roles.${index}`));
  if (new Set(read.map(({ name }) => name)).size < read.length) throw new LineFault('roles', 'names one role twice');
  return {
    goal: shortText(fields, 'goal'),
    state: oneOf(fields, 'state', ['open', 'closed']),
    declaredSeq: integerOf(fields, 'declared', 1),
    closedAtMs: fields.closed_at === null ? null : instantOf(fields, 'closed_at'),
    emptiedAtMs: fields.emptied_at === null ? null : instantOf(fields, 'emptied_at'),
    roles: read,
  };
}

function roleOf(role: unknown, path: string): DeclaredRole {
  if (!isObject(role)) throw new LineFault(path, 'must be an object');
  refuseOthers(role, OF_ROLE);
  if (typeof role.may_edit !== 'boolean' || typeof role.board !== 'boolean')
    throw new LineFault(path, 'must say may_edit and board as true or false');
  const has = (name: string): boolean => Object.hasOwn(role, name);
  return {
    name: textOf(role, 'name', { pattern: ROLE_NAME, is: "a role's name" }),
    count: integerOf(role, 'count', 1, GOAL_LIMITS.count),
    // What is absent stays absent: an empty list would grant nothing.
    ...(has('reads') ? { reads: kindsOf(role, 'reads') } : {}),
    ...(has('writes') ? { writes: kindsOf(role, 'writes') } : {}),
    ...(has('purpose') ? { purpose: shortText(role, 'purpose') } : {}),
    ...(has('backend') ? { backend: shortText(role, 'backend') } : {}),
    ...(has('model') ? { model: shortText(role, 'model') } : {}),
    mayEdit: role.may_edit,
    seesBoard: role.board,
  };
}

function kindsOf(role: Fields, name: string): readonly string[] {
  const list = role[name];
  if (Array.isArray(list) && list.length <= GOAL_LIMITS.kinds && list.every(isKind)) return list;
  throw new LineFault(name, 'must be a list of kinds of documents');
}

const isKind = (value: unknown): value is string => typeof value === 'string' && isArtifactKind(value);

function shortText(fields: Fields, name: 'goal' | 'purpose' | 'backend' | 'model'): string {
  const text = blockOf(fields, name);
  if (codePointCount(text) <= GOAL_LIMITS[name]) return text;
  throw new LineFault(name, `is longer than ${GOAL_LIMITS[name]} characters`);
}

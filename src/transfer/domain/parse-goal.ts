import { checkGoal, type GoalDraft, type RoleDraft } from '../../boards/roles/domain/check-goal.js';
import type { Goal } from '../../boards/roles/domain/goal.js';
import { Problem } from '../../kernel/problem.js';
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

type Ends = Pick<Goal, 'state' | 'closedAtMs' | 'emptiedAtMs'>;

/** The goal of a board and its roles, as a line tells them; held to what may be declared. Throws `LineFault`. */
export function goalOfFields(fields: Fields): Goal {
  refuseOthers(fields, OF_GOAL);
  const { roles } = fields;
  if (!Array.isArray(roles)) throw new LineFault('roles', 'must be a list');
  const read = roles.map((role: unknown, index) => roleOf(role, `roles.${index}`));
  return {
    ...checked({ goal: blockOf(fields, 'goal'), roles: read }),
    ...endsOf(fields),
    declaredSeq: integerOf(fields, 'declared', 1),
  };
}

/** An open goal has no end, a closed one has, and only that is emptied. */
function endsOf(fields: Fields): Ends {
  const state = oneOf(fields, 'state', ['open', 'closed']);
  const closedAtMs = fields.closed_at === null ? null : instantOf(fields, 'closed_at');
  const emptiedAtMs = fields.emptied_at === null ? null : instantOf(fields, 'emptied_at');
  if ((state === 'closed') !== (closedAtMs !== null))
    throw new LineFault('closed_at', 'must be an instant where the goal is closed, and null where it is open');
  if (state === 'open' && emptiedAtMs !== null)
    throw new LineFault('emptied_at', 'must be null: an open goal is not emptied');
  return { state, closedAtMs, emptiedAtMs };
}

function roleOf(role: unknown, path: string): RoleDraft {
  if (!isObject(role)) throw new LineFault(path, 'must be an object');
  refuseOthers(role, OF_ROLE);
  if (typeof role.may_edit !== 'boolean' || typeof role.board !== 'boolean')
    throw new LineFault(path, 'must say may_edit and board as true or false');
  const has = (name: string): boolean => Object.hasOwn(role, name);
  return {
    name: textOf(role, 'name', { is: "a role's name" }),
    count: integerOf(role, 'count', 1),
    // What is absent stays absent: an empty list would grant nothing.
    ...(has('reads') ? { reads: textsOf(role, 'reads') } : {}),
    ...(has('writes') ? { writes: textsOf(role, 'writes') } : {}),
    ...(has('purpose') ? { purpose: blockOf(role, 'purpose') } : {}),
    ...(has('backend') ? { backend: blockOf(role, 'backend') } : {}),
    ...(has('model') ? { model: blockOf(role, 'model') } : {}),
    may_edit: role.may_edit,
    board: role.board,
  };
}

function textsOf(role: Fields, name: string): readonly string[] {
  const list = role[name];
  if (Array.isArray(list) && list.every((each) => typeof each === 'string')) return list;
  throw new LineFault(name, 'must be a list of kinds of documents');
}

function checked(draft: GoalDraft): Pick<Goal, 'goal' | 'roles'> {
  try {
    return checkGoal(draft);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const [first] = error.extras.errors ?? [];
    throw new LineFault(first?.path ?? 'goal', first?.message ?? error.detail);
  }
}

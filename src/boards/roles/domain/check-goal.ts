import { isReservedName } from '../../../kernel/names.js';
import { badRequest, Problem } from '../../../kernel/problem.js';
import { redactSecrets } from '../../../kernel/secrets.js';
import { codePointCount, normaliseBlock, normaliseLine } from '../../../kernel/text.js';
import { isArtifactKind, KINDS_TEXT } from './artifact-kinds.js';
import { type DeclaredRole, ORCHESTRATOR } from './scope.js';

/** Of a goal and its roles; lengths in code points. */
export const GOAL_LIMITS = {
  goal: 8_192,
  roles: 16,
  count: 8,
  others: 12,
  purpose: 500,
  backend: 64,
  model: 128,
  kinds: 50,
};

/** How a role is named. */
export const ROLE_NAME = /^[a-z][a-z0-9-]{0,31}$/;

/** A role as a request declares it. What is absent is not declared. */
export interface RoleDraft {
  readonly name: string;
  readonly count?: number;
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
  readonly purpose?: string;
  readonly backend?: string;
  readonly model?: string;
  readonly may_edit?: boolean;
  readonly board?: boolean;
}

export interface GoalDraft {
  readonly goal: string;
  readonly roles: readonly RoleDraft[];
}

/** A goal as it is kept: texts normalised, secrets redacted. Throws `bad_request`, `invalid_kind`, `already_exists`. */
export function checkGoal({ goal, roles }: GoalDraft): {
  readonly goal: string;
  readonly roles: readonly DeclaredRole[];
} {
  const text = textOf(goal, { path: 'goal', limit: GOAL_LIMITS.goal, normalise: normaliseBlock });
  if (text === '') throw badRequest('goal', 'is empty; write what is to be reached');
  if (roles.length < 1 || roles.length > GOAL_LIMITS.roles)
    throw badRequest('roles', `must hold 1 to ${GOAL_LIMITS.roles} roles`);
  const checked = roles.map((role, index) => checkRole(role, `roles.${index}`));
  refuseTwins(checked);
  refuseWrongNumbers(checked);
  return { goal: text, roles: checked };
}

function checkRole(role: RoleDraft, path: string): DeclaredRole {
  const { name, count = 1, may_edit: mayEdit = false, board: seesBoard = false } = role;
  if (!ROLE_NAME.test(name)) throw badRequest(`${path}.name`, 'must be 1-32 of a-z, 0-9, "-", starting with a letter');
  if (isReservedName(name)) throw reservedRole(name, `${path}.name`);
  if (!Number.isInteger(count) || count < 1 || count > GOAL_LIMITS.count)
    throw badRequest(`${path}.count`, `must be a whole number from 1 to ${GOAL_LIMITS.count}`);
  return {
    name,
    count,
    ...kindsOf(role, 'reads', path),
    ...kindsOf(role, 'writes', path),
    ...lineOf(role, 'purpose', path),
    ...lineOf(role, 'backend', path),
    ...lineOf(role, 'model', path),
    mayEdit,
    seesBoard,
  };
}

/** Absent stays absent, and empty empty: the one means the default, the other nothing. */
function kindsOf(role: RoleDraft, field: 'reads' | 'writes', path: string): Pick<DeclaredRole, 'reads' | 'writes'> {
  const kinds = role[field];
  if (kinds === undefined) return {};
  if (kinds.length > GOAL_LIMITS.kinds) throw badRequest(`${path}.${field}`, `must hold at most ${GOAL_LIMITS.kinds}`);
  const wrong = kinds.findIndex((kind) => !isArtifactKind(kind));
  if (wrong >= 0) {
    const message = `role ${role.name}, ${field}: ${JSON.stringify(kinds[wrong])} is no kind of artifact. Kinds are ${KINDS_TEXT}.`;
    throw new Problem('invalid_kind', message, { errors: [{ path: `${path}.${field}.${wrong}`, message }] });
  }
  return { [field]: [...new Set(kinds)] };
}

function lineOf(
  role: RoleDraft,
  field: 'purpose' | 'backend' | 'model',
  path: string,
): Partial<Pick<DeclaredRole, 'purpose' | 'backend' | 'model'>> {
  const given = role[field];
  if (given === undefined) return {};
  const terms = { path: `${path}.${field}`, limit: GOAL_LIMITS[field], normalise: normaliseLine };
  return { [field]: textOf(given, terms) };
}

function textOf(
  given: string,
  { path, limit, normalise }: { readonly path: string; readonly limit: number; normalise(text: string): string },
): string {
  const tooLong = badRequest(path, `must be at most ${limit} characters`);
  // What has far more units can't become short enough, and need not be normalised to find that out.
  if (given.length > 8 * limit) throw tooLong;
  const text = normalise(given).trim();
  if (codePointCount(text) > limit) throw tooLong;
  return redactSecrets(text).text;
}

function refuseTwins(roles: readonly DeclaredRole[]): void {
  const twin = roles.findIndex(({ name }, index) => roles.findIndex((other) => other.name === name) < index);
  if (twin >= 0)
    throw badRequest(`roles.${twin}.name`, `"${roles[twin]?.name}" stands there already; count says how many`);
}

function refuseWrongNumbers(roles: readonly DeclaredRole[]): void {
  const leader = roles.findIndex(({ name }) => name === ORCHESTRATOR);
  if (leader < 0) throw badRequest('roles', `must hold exactly one role "${ORCHESTRATOR}"`);
  if (roles[leader]?.count !== 1) throw badRequest(`roles.${leader}.count`, `must be 1: one ${ORCHESTRATOR} leads`);
  const others = roles.reduce((sum, { count }) => sum + count, -1);
  if (others > GOAL_LIMITS.others)
    throw badRequest('roles', `make ${others} agents beside the ${ORCHESTRATOR}; ${GOAL_LIMITS.others} are the most`);
}

/** For names that are the service's own, or the operator's. */
export function reservedRole(name: string, path: string): Problem {
  const message = `"${name}" is a reserved name. Give the role another.`;
  return new Problem('already_exists', message, { errors: [{ path, message }] });
}

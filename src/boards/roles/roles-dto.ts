import { labelOf } from '../../kernel/label.js';
import type { BoardAccess } from '../board-access.service.js';
import { ROLE_TOOLS, type Seat } from './domain/brief.js';
import type { Goal } from './domain/goal.js';
import { contributorsOf, type DeclaredRole, resolveScope, type RoleScope } from './domain/scope.js';
import type { BriefDto, RoleDto, RolesDto, RoleScopeDto } from './role-answers.dto.js';

export const rolesDto = (access: Pick<BoardAccess, 'slug' | 'head'>, goal: Goal): RolesDto => ({
  board: access.slug,
  head: access.head,
  goal: goal.goal,
  state: goal.state,
  declared: labelOf(goal.declaredSeq),
  closed_at: goal.closedAtMs === null ? null : new Date(goal.closedAtMs).toISOString(),
  roles: goal.roles.map(roleDto),
});

const roleDto = (role: DeclaredRole): RoleDto => ({
  name: role.name,
  count: role.count,
  contributors: [...contributorsOf([role])],
  ...scopeDto(resolveScope(role, 1)),
  purpose: role.purpose ?? null,
  backend: role.backend ?? null,
  model: role.model ?? null,
});

export const scopeDto = ({ reads, writes, mayEdit, seesBoard }: RoleScope): RoleScopeDto => ({
  reads: reads === 'all' ? ['*'] : [...reads],
  writes: [...writes],
  may_edit: mayEdit,
  sees_board: seesBoard,
});

export const briefDto = (board: string, { scope, contributor, goal, purpose, lines }: Seat): BriefDto => ({
  board,
  role: scope.role,
  contributor,
  goal,
  purpose,
  ...scopeDto(scope),
  tools: [...ROLE_TOOLS],
  text: lines.join('\n'),
});

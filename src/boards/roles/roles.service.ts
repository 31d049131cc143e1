import { Injectable } from '@nestjs/common';
import type { Identity } from '../../auth/domain/identity.js';
import type { WriteContext } from '../../journal/journal-command.js';
import { JournalWriter } from '../../journal/journal-writer.js';
import { Problem } from '../../kernel/problem.js';
import { Answer } from '../../platform/http/answer.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import { type BoardAccess, BoardAccessService, requireAdministrator } from '../board-access.service.js';
import { ContributorsService } from './contributors.service.js';
import { type Seat, seatOf } from './domain/brief.js';
import { checkGoal, type GoalDraft } from './domain/check-goal.js';
import { closedToRoles } from './domain/fence.js';
import { goalDraft } from './domain/goal-entries.js';
import { type Goal, refuseClosed } from './domain/goal.js';
import type { DeclaredRole } from './domain/scope.js';
import { GoalsRepository } from './goals.repository.js';
import { noGoal } from './open-goal.service.js';
import { rolesDto } from './roles-dto.js';
import type { RolesDto } from './role-answers.dto.js';

/** What another slice must agree to before roles change, in the same transaction; throws what it refuses. */
export type RolesGuard = (
  context: WriteContext,
  change: { readonly board: BoardAccess; readonly roles: readonly DeclaredRole[] },
) => Promise<void>;

/** The goal of a board and its roles: declared by operators and owners, and read by who sees the board. */
@Injectable()
export class RolesService {
  readonly #guards: RolesGuard[] = [];

  constructor(
    private readonly goals: GoalsRepository,
    private readonly contributors: ContributorsService,
    private readonly writer: JournalWriter,
    private readonly access: BoardAccessService,
  ) {}

  /** For slices that roles mean something to, once, when the module starts. */
  beforeChange(guard: RolesGuard): void {
    this.#guards.push(guard);
  }

  /**
   * Declares the goal, or changes it while it is open; the same again changes nothing. Who is dropped loses its tokens
   * at once. Throws `bad_request`, `invalid_kind`, `already_exists` (a name that is somebody's), `goal_closed`.
   */
  declare(
    caller: Identity,
    access: BoardAccess,
    { dto, key }: { readonly dto: GoalDraft; readonly key: RequestKey | undefined },
  ): Promise<Answer<RolesDto>> {
    requireAdministrator(access);
    return this.writer.writePrepared({ board: access.ref, key }, async () => {
      const checked = checkGoal(dto);
      return {
        kind: 'own',
        board: access.ref,
        key,
        decide: async (context) => {
          const before = await this.goals.rolesOf(access.ref, context.tx);
          if (before !== undefined) refuseClosed(before);
          if (before !== undefined && isSame(before, checked))
            return { drafts: [], answer: answerOf(access, before, 0) };
          for (const guard of this.#guards) await guard(context, { board: access, roles: checked.roles });
          const goal: Goal = { ...NEW, declaredSeq: context.firstSeq, ...before, ...checked };
          const left = await this.contributors.change(context, { access, by: caller.agent, before, after: goal });
          await this.goals.save(context.tx, access.ref, goal);
          const drafts = [...left, goalDraft('declared', goal, caller.agent)];
          return { drafts, answer: answerOf({ ...access, head: context.head }, goal, drafts.length) };
        },
      };
    });
  }

  /** Throws `not_found` where the board has no goal. */
  async describe(access: BoardAccess): Promise<RolesDto> {
    return rolesDto(access, await this.#require(access));
  }

  /** What an agent is told that takes the role; a role is told of nobody but itself. Throws `not_found`, `forbidden`. */
  async brief(
    access: BoardAccess,
    asked: { readonly name: string; readonly ordinal: number | undefined },
  ): Promise<Seat> {
    const { name, ordinal = access.scope?.role === asked.name ? access.scope.ordinal : 1 } = asked;
    const { scope } = access;
    if (scope !== undefined && !scope.seesBoard && (scope.role !== name || scope.ordinal !== ordinal))
      throw new Problem('forbidden', `You have the role ${scope.role}, and may read its brief alone.`);
    const goal = await this.#require(access);
    const role = goal.roles.find((declared) => declared.name === name);
    if (role === undefined || ordinal > role.count) throw noSuchSeat(goal.roles, name);
    return seatOf(goal, role, ordinal);
  }

  /** The same for a caller who has a role, of its own. */
  async ownBrief(caller: Identity): Promise<Seat> {
    const [access] = await this.access.list(caller, { forRoles: true });
    if (access?.scope === undefined) throw closedToRoles(caller.agent);
    return this.brief(access, { name: access.scope.role, ordinal: access.scope.ordinal });
  }

  async #require({ ref }: BoardAccess): Promise<Goal> {
    const goal = await this.goals.rolesOf(ref);
    if (goal === undefined) throw noGoal();
    return goal;
  }
}

const NEW = { state: 'open', closedAtMs: null, emptiedAtMs: null } as const;

const answerOf = (access: BoardAccess, goal: Goal, written: number): Answer<RolesDto> =>
  new Answer(200, rolesDto({ ...access, head: access.head + written }, goal));

const isSame = ({ goal, roles }: Goal, other: Pick<Goal, 'goal' | 'roles'>): boolean =>
  JSON.stringify([goal, roles]) === JSON.stringify([other.goal, other.roles]);

/** The goal has no such role, or fewer agents of it. */
export const noSuchSeat = (roles: readonly DeclaredRole[], name: string): Problem => {
  const seats = roles.map((role) => (role.count === 1 ? role.name : `${role.name} (1 to ${role.count})`));
  return new Problem('not_found', `The goal has no such role "${name}" of that ordinal, but ${seats.join(', ')}.`);
};

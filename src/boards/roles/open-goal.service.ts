import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Identity } from '../../auth/domain/identity.js';
import { TokensRepository } from '../../auth/tokens.repository.js';
import type { BoardRef } from '../../journal/domain/board-ref.js';
import { Problem } from '../../kernel/problem.js';
import { closedToRoles } from './domain/fence.js';
import { type Goal, refuseClosed } from './domain/goal.js';
import { type RoleScope, standingScope } from './domain/scope.js';
import { GoalsRepository } from './goals.repository.js';

/** A contributor that still may act, as a transaction sees it. */
export interface Seated {
  readonly goal: Goal;
  readonly scope: RoleScope;
}

/**
 * What a request found before its body came may be over by then: so whatever writes to a goal asks again here, inside the
 * transaction that holds the board's row.
 */
@Injectable()
export class OpenGoalService {
  constructor(
    private readonly goals: GoalsRepository,
    private readonly tokens: TokensRepository,
  ) {}

  /** The board's goal. Throws `not_found` where it has none. */
  async find(tx: EntityManager, board: BoardRef): Promise<Goal> {
    const goal = await this.goals.rolesOf(board, tx);
    if (goal === undefined) throw noGoal();
    return goal;
  }

  /** The same while it is open: throws `goal_closed` too. */
  async require(tx: EntityManager, board: BoardRef): Promise<Goal> {
    const goal = await this.find(tx, board);
    refuseClosed(goal);
    return goal;
  }

  /**
   * The scope of a caller who has a role. Throws `goal_closed`, `unauthenticated` where this very token has ended, and
   * `forbidden` for members and for a role that was dropped.
   */
  async requireSeat(tx: EntityManager, caller: Identity, board: BoardRef): Promise<Seated> {
    const goal = await this.require(tx, board);
    const { role, tokenId, agent } = caller;
    if (role === undefined || tokenId === undefined)
      throw new Problem(
        'forbidden',
        `${agent} has no role of this goal. Artifacts are written by roles, by their tokens.`,
      );
    if (!(await this.tokens.isAliveIn(tx, tokenId)))
      throw new Problem('unauthenticated', 'This token has ended meanwhile, and nothing was written.');
    const scope = standingScope(goal.roles, role);
    if (scope === undefined) throw closedToRoles(agent);
    return { goal, scope };
  }
}

export const noGoal = (): Problem =>
  new Problem('not_found', 'This board has no goal. PUT /board/{board}/roles declares one with its roles.');

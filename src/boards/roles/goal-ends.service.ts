import { Injectable } from '@nestjs/common';
import type { Identity } from '../../auth/domain/identity.js';
import { JournalWriter } from '../../journal/journal-writer.js';
import { Answer } from '../../platform/http/answer.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import { type BoardAccess, requireAdministrator } from '../board-access.service.js';
import { ContributorsService } from './contributors.service.js';
import { goalDraft } from './domain/goal-entries.js';
import { contributorsOf } from './domain/scope.js';
import { GoalsRepository } from './goals.repository.js';
import { OpenGoalService } from './open-goal.service.js';
import { rolesDto } from './roles-dto.js';
import type { RolesDto } from './role-answers.dto.js';

/** The end of a goal. */
@Injectable()
export class GoalEndsService {
  constructor(
    private readonly open: OpenGoalService,
    private readonly goals: GoalsRepository,
    private readonly contributors: ContributorsService,
    private readonly writer: JournalWriter,
  ) {}

  /**
   * First ends the tokens of all roles, then closes the goal, in one transaction: nobody writes between the two, or
   * after. Operators and owners; repeating it is harmless. Throws `not_found` where the board has no goal.
   */
  close(caller: Identity, access: BoardAccess, key: RequestKey | undefined): Promise<Answer<RolesDto>> {
    requireAdministrator(access);
    const { ref: board } = access;
    return this.writer.write({
      kind: 'own',
      board,
      key,
      decide: async (context) => {
        const { tx, head, nowMs } = context;
        const before = await this.open.find(tx, board);
        if (before.state === 'closed')
          return { drafts: [], answer: new Answer(200, rolesDto({ ...access, head }, before)) };
        const contributors = contributorsOf(before.roles);
        const ended = await this.contributors.end(context, { access, by: caller.agent, contributors });
        const goal = { ...before, state: 'closed' as const, closedAtMs: nowMs };
        await this.goals.save(tx, board, goal);
        const drafts = [...ended, goalDraft('closed', goal, caller.agent)];
        return { drafts, answer: new Answer(200, rolesDto({ ...access, head: head + drafts.length }, goal)) };
      },
    });
  }
}

import { Injectable } from '@nestjs/common';
import { type Identity, isOperator } from '../auth/domain/identity.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import { goalDraft } from '../boards/roles/domain/goal-entries.js';
import { GoalsRepository } from '../boards/roles/goals.repository.js';
import { noGoal } from '../boards/roles/open-goal.service.js';
import type { Decision, WriteContext } from '../journal/journal-command.js';
import { JournalWriter } from '../journal/journal-writer.js';
import { Problem } from '../kernel/problem.js';
import { Answer } from '../platform/http/answer.js';
import type { RequestKey } from '../platform/http/idempotency-keys.repository.js';
import type { EmptyAnswerDto } from './artifact-answers.dto.js';
import { ArtifactsRepository } from './artifacts.repository.js';

/** Takes the texts of a closed goal away for good. Entries and digests stay: what was handed over can still be proven. */
@Injectable()
export class EmptyingService {
  constructor(
    private readonly artifacts: ArtifactsRepository,
    private readonly goals: GoalsRepository,
    private readonly writer: JournalWriter,
  ) {}

  /** Operators only; repeating it is harmless. Throws `forbidden`, `not_found` for a board without a goal, `goal_open`. */
  async empty(
    caller: Identity,
    access: BoardAccess,
    requestKey: RequestKey | undefined,
  ): Promise<Answer<EmptyAnswerDto>> {
    if (!isOperator(caller)) throw new Problem('forbidden', 'Only an operator may empty a goal. Ask one.');
    return this.writer.write({
      kind: 'own',
      board: access.ref,
      key: requestKey,
      decide: (context) => this.#decide(caller, access, context),
    });
  }

  async #decide(
    caller: Identity,
    { ref: board, slug }: BoardAccess,
    { tx, head, firstSeq, nowMs }: WriteContext,
  ): Promise<Decision<EmptyAnswerDto>> {
    const goal = await this.goals.rolesOf(board, tx);
    if (goal === undefined) throw noGoal();
    if (goal.state === 'open')
      throw new Problem('goal_open', `The goal is open. Close it first: POST /board/${slug}/close`);
    if (goal.emptiedAtMs !== null) return { drafts: [], answer: new Answer(200, { board: slug, head, texts: 0 }) };
    const { texts } = await this.artifacts.counts(tx, board);
    await this.artifacts.removeBodies(tx, board);
    const emptied = { ...goal, emptiedAtMs: nowMs };
    await this.goals.save(tx, board, emptied);
    return {
      drafts: [goalDraft('emptied', emptied, caller.agent)],
      answer: new Answer(200, { board: slug, head: firstSeq, texts }),
    };
  }
}

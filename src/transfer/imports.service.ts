import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Identity, isOperator } from '../auth/domain/identity.js';
import { HiddenBoardsRepository } from '../boards/hidden-boards.repository.js';
import { Problem } from '../kernel/problem.js';
import { Answer } from '../platform/http/answer.js';
import { Idempotency } from '../platform/http/idempotency.js';
import type { RequestKey } from '../platform/http/idempotency-keys.repository.js';
import { NOTHING_TAKEN } from './domain/take-line.js';
import { ImportSweepsService } from './import-sweeps.service.js';
import { ImportsRepository } from './imports.repository.js';
import { importDto } from './import-dto.js';
import type { ImportDto } from './transfer.dto.js';

/** Begins imports of boards and gives them up. Operators only. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly imports: ImportsRepository,
    private readonly boards: HiddenBoardsRepository,
    private readonly sweeps: ImportSweepsService,
    private readonly idempotency: Idempotency,
  ) {}

  /** In the place of an earlier one to the same name. Throws `forbidden`, or `already_exists` where entries are. */
  async begin(caller: Identity, slug: string, key: RequestKey | undefined): Promise<Answer<ImportDto>> {
    requireOperator(caller);
    const { workspaceId } = caller;
    const id = randomBytes(16).toString('hex');
    const answer = await this.idempotency.transact(key, async (tx) => {
      await this.boards.lockEmpty(tx, workspaceId, slug);
      await this.imports.dropOthers(tx, workspaceId, slug);
      const boardId = await this.boards.insert(tx, id);
      await this.imports.insert(tx, { id, workspaceId, slug, boardId });
      return { answer: new Answer(201, importDto({ id, slug, state: 'open', taken: NOTHING_TAKEN })) };
    });
    void this.sweeps.sweep();
    return answer;
  }

  /** Leaves nothing of it, unless it is done; repeating it is harmless. */
  async giveUp(caller: Identity, id: string): Promise<void> {
    requireOperator(caller);
    await this.sweeps.giveUp({ workspaceId: caller.workspaceId, id });
  }
}

export function requireOperator(caller: Identity): void {
  if (!isOperator(caller)) throw new Problem('forbidden', 'Only an operator may export or import a board. Ask one.');
}

import { Injectable } from '@nestjs/common';
import { type Identity, isOperator } from '../../auth/domain/identity.js';
import { WorkspacesRepository } from '../../auth/workspaces.repository.js';
import { Clock } from '../../kernel/clock.js';
import { Problem } from '../../kernel/problem.js';
import { classifyDatabaseError } from '../../platform/database/database-errors.js';
import { Answer } from '../../platform/http/answer.js';
import { Idempotency } from '../../platform/http/idempotency.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import { TokenMaker } from '../tokens/token-maker.service.js';
import type { CreateWorkspaceDto, NewWorkspaceDto } from './workspaces.dto.js';

/** Makes tenants. Nothing crosses from one to another: whose request it is decides which one it is about. */
@Injectable()
export class WorkspacesService {
  constructor(
    private readonly workspaces: WorkspacesRepository,
    private readonly maker: TokenMaker,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  /** For operators of the `default` workspace. Answers the new one's operator's token, this once. */
  async create(
    caller: Identity,
    { workspace }: CreateWorkspaceDto,
    key: RequestKey | undefined,
  ): Promise<Answer<NewWorkspaceDto>> {
    if (!isOperator(caller) || caller.workspaceId !== (await this.workspaces.defaultId())) {
      throw new Problem('forbidden', 'Only an operator of the workspace "default" may make workspaces.');
    }
    const nowMs = this.clock.now();
    try {
      return await this.idempotency.transact(key, async (tx) => {
        const workspaceId = await this.workspaces.insert(tx, workspace, nowMs);
        const { dto, stored } = await this.maker.makeForOperator(tx, workspaceId);
        const created_at = new Date(nowMs).toISOString();
        return { answer: new Answer(201, { workspace, created_at, operator_token: dto }), stored };
      });
    } catch (error) {
      if (classifyDatabaseError(error) !== 'duplicate') throw error;
      throw new Problem('already_exists', `There is a workspace "${workspace}" already.`);
    }
  }
}

import { Injectable } from '@nestjs/common';
import { AgentNamesService } from '../auth/agent-names.service.js';
import type { Identity } from '../auth/domain/identity.js';
import { badRequest } from '../kernel/problem.js';
import type { Answer } from '../platform/http/answer.js';
import type { RequestKey } from '../platform/http/idempotency-keys.repository.js';
import type { BoardAccess } from './board-access.service.js';
import type { BoardDto } from './boards.dto.js';
import { ANY_AGENT } from './domain/membership.js';
import { MemberCommitsService } from './member-commits.service.js';
import { NewMembersService } from './new-members.service.js';
import { RemovalsService } from './removals.service.js';

export interface MemberRequest {
  readonly agent: string;
  readonly key: RequestKey | undefined;
  /** It is to administer the board too; absent: it stays what it is. */
  readonly isOwner?: boolean;
}

/** Who may use a board, changed by its operators and owners. */
@Injectable()
export class MembersService {
  constructor(
    private readonly names: AgentNamesService,
    private readonly commits: MemberCommitsService,
    private readonly newMembers: NewMembersService,
    private readonly removals: RemovalsService,
  ) {}

  /** Adds a member; repeating it is harmless. Operators and owners of the board only. */
  async add(caller: Identity, access: BoardAccess, request: MemberRequest): Promise<Answer<BoardDto>> {
    const { agent, key, isOwner = false } = request;
    this.names.refuseReserved(agent);
    if (isOwner && agent === ANY_AGENT) throw badRequest('owner', 'belongs to no "*": an owner is named');
    return this.commits.commit({ caller, access, agent, key }, async ({ tx }) => {
      await this.newMembers.add(tx, access.ref, { agent, isOwner });
      return [];
    });
  }

  /**
   * Takes a member away with all by which it is on the board, effective at the next request; repeating it is harmless.
   */
  async remove(caller: Identity, access: BoardAccess, { agent, key }: MemberRequest): Promise<Answer<BoardDto>> {
    return this.commits.commit({ caller, access, agent, key }, (context) =>
      this.removals.remove(context, access, { agent, by: caller.agent }),
    );
  }
}

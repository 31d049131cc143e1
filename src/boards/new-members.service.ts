import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AgentNamesService } from '../auth/agent-names.service.js';
import type { BoardId, WorkspaceId } from '../kernel/ids.js';
import { ANY_AGENT } from './domain/membership.js';
import { MembersRepository } from './members.repository.js';
import { type MadeToken, TokenMaker } from './tokens/token-maker.service.js';

/** Where somebody becomes a member; the caller has checked who asked for it. */
interface JoinedBoard {
  readonly workspaceId: WorkspaceId;
  readonly boardId: BoardId;
}

/** Makes somebody a member by request, and gives them the way in. */
@Injectable()
export class NewMembersService {
  constructor(
    private readonly names: AgentNamesService,
    private readonly members: MembersRepository,
    private readonly maker: TokenMaker,
  ) {}

  /**
   * Adds an agent, or `*`; the workspace knows the name afterwards. Repeating it is harmless. Throws `already_exists`
   * under the name of a contributor to the board's goal.
   */
  async add(
    tx: EntityManager,
    { workspaceId, boardId }: JoinedBoard,
    { agent, isOwner }: { readonly agent: string; readonly isOwner: boolean },
  ): Promise<void> {
    if (agent !== ANY_AGENT) await this.names.register(tx, workspaceId, agent);
    await this.members.add(tx, boardId, { agent, source: 'api', isOwner });
  }

  /** Makes a member's token, which opens this board alone and never ends. Throws `reserved_name`. */
  makeToken(
    tx: EntityManager,
    { workspaceId, slug }: { readonly workspaceId: WorkspaceId; readonly slug: string },
    agent: string,
  ): Promise<MadeToken> {
    return this.maker.make(tx, { workspaceId, agent, kind: 'member', boards: [slug], expiresAtMs: null });
  }
}

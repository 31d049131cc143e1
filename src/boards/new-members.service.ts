import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AgentNamesService } from '../auth/agent-names.service.js';
import type { BoardId, WorkspaceId } from '../kernel/ids.js';
import { agentKey } from '../kernel/names.js';
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

  /** Gives a board that was just made its owner and members in a few statements, however many they are. */
  async addFirst(
    tx: EntityManager,
    { workspaceId, boardId }: JoinedBoard,
    { owner, members }: { readonly owner: string | undefined; readonly members: readonly string[] },
  ): Promise<void> {
    const agents = owner === undefined ? members : [owner, ...members];
    const named = agents.filter((agent) => agent !== ANY_AGENT);
    await this.names.registerAll(tx, workspaceId, named);
    const ownerKey = owner === undefined ? undefined : agentKey(owner);
    const rows = agents
      .map(agentKey)
      .map((key) => ({ agentKey: key, source: 'api' as const, isOwner: key === ownerKey }));
    await this.members.insertAll(tx, boardId, rows);
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

import { Injectable } from '@nestjs/common';
import { AgentsRepository } from '../auth/agents.repository.js';
import { refuseReservedName } from '../auth/domain/agent-names.js';
import { type Identity, isOperator } from '../auth/domain/identity.js';
import { Clock } from '../kernel/clock.js';
import { Problem } from '../kernel/problem.js';
import { classifyDatabaseError } from '../platform/database/database-errors.js';
import { Settings } from '../platform/config/settings.js';
import { Answer } from '../platform/http/answer.js';
import { Idempotency } from '../platform/http/idempotency.js';
import type { RequestKey } from '../platform/http/idempotency-keys.repository.js';
import type { BoardAccess } from './board-access.service.js';
import { boardDto } from './board-dto.js';
import type {
  BoardDto,
  BoardListDto,
  BoardQuery,
  CreateBoardDto,
  CreatedBoardDto,
  ListBoardsQuery,
} from './boards.dto.js';
import { BoardsRepository } from './boards.repository.js';
import { ANY_AGENT } from './domain/membership.js';
import { MembersRepository } from './members.repository.js';
import { TokenMaker } from './tokens/token-maker.service.js';

/** Boards and who may use them. */
@Injectable()
export class BoardsService {
  constructor(
    private readonly boards: BoardsRepository,
    private readonly members: MembersRepository,
    private readonly agents: AgentsRepository,
    private readonly idempotency: Idempotency,
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly maker: TokenMaker,
  ) {}

  /**
   * Operators only. In token mode the owner's token is answered, this once: a repeat is `already_created`. Throws
   * `already_exists` where the name is taken.
   */
  async create(caller: Identity, dto: CreateBoardDto, key: RequestKey | undefined): Promise<Answer<CreatedBoardDto>> {
    if (!isOperator(caller)) throw new Problem('forbidden', 'Only an operator may make boards. Ask one.');
    const owner = dto.owner === undefined ? [] : [{ agent: dto.owner, source: 'api' as const, isOwner: true }];
    const named = (dto.members ?? []).map((agent) => ({ agent, source: 'api' as const, isOwner: false }));
    for (const { agent } of owner) refuseReservedName(agent, this.settings.operator, 'owner');
    for (const [index, { agent }] of named.entries())
      refuseReservedName(agent, this.settings.operator, `members.${index}`);
    const { workspaceId } = caller;
    try {
      return await this.idempotency.transact(key, async (tx) => {
        const board = await this.boards.insert(tx, workspaceId, dto.board, this.clock.now());
        for (const member of [...owner, ...named]) {
          if (member.agent !== ANY_AGENT) await this.agents.register(tx, workspaceId, member.agent);
          await this.members.add(tx, board.id, member);
        }
        const made = boardDto({ ...board, members: await this.members.list(board.id, tx) });
        if (dto.owner === undefined || this.settings.auth === 'trusted') return { answer: new Answer(201, made) };
        const plan = {
          workspaceId,
          agent: dto.owner,
          kind: 'member' as const,
          boards: [board.slug],
          expiresAtMs: null,
        };
        const { dto: token, stored } = await this.maker.make(tx, plan);
        return { answer: new Answer(201, { ...made, owner_token: token }), stored };
      });
    } catch (error) {
      if (classifyDatabaseError(error) !== 'duplicate') throw error;
      throw new Problem('already_exists', `There is a board "${dto.board}" already.`);
    }
  }

  /** A page of the boards given, which are by name. */
  list(boards: readonly BoardAccess[], { after = '', limit = 500 }: ListBoardsQuery): BoardListDto {
    const left = boards.filter(({ slug }) => slug > after);
    const items = left.slice(0, limit).map(({ slug, head }) => ({ board: slug, head }));
    const last = items.at(-1)?.board;
    return { items, ...(last === undefined || items.length === left.length ? {} : { next_after: last }) };
  }

  async describe(access: BoardAccess, { members_after: after = '' }: BoardQuery): Promise<BoardDto> {
    const members = await this.members.list(access.ref.boardId);
    return boardDto({ ...access, members: members.filter(({ agentKey }) => agentKey > after) });
  }
}

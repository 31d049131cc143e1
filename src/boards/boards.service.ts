import { Injectable } from '@nestjs/common';
import { AgentNamesService } from '../auth/agent-names.service.js';
import { type Identity, isOperator } from '../auth/domain/identity.js';
import { Problem } from '../kernel/problem.js';
import { classifyDatabaseError } from '../platform/database/database-errors.js';
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
import { MembersRepository } from './members.repository.js';
import { NewBoardsService } from './new-boards.service.js';

/** Boards and who may use them. */
@Injectable()
export class BoardsService {
  constructor(
    private readonly newBoards: NewBoardsService,
    private readonly members: MembersRepository,
    private readonly names: AgentNamesService,
    private readonly idempotency: Idempotency,
  ) {}

  /**
   * Operators only. In token mode the owner's token is answered, this once: a repeat is `already_created`. Throws
   * `already_exists` where the name is taken.
   */
  async create(caller: Identity, dto: CreateBoardDto, key: RequestKey | undefined): Promise<Answer<CreatedBoardDto>> {
    if (!isOperator(caller)) throw new Problem('forbidden', 'Only an operator may make boards. Ask one.');
    if (dto.owner !== undefined) this.names.refuseReserved(dto.owner, 'owner');
    for (const [index, agent] of (dto.members ?? []).entries()) this.names.refuseReserved(agent, `members.${index}`);
    try {
      return await this.idempotency.transact(key, async (tx) => {
        const { board, ownerToken } = await this.newBoards.make(tx, caller.workspaceId, dto);
        const made = boardDto({ ...board, members: await this.members.list(board.id, tx) });
        if (ownerToken === undefined) return { answer: new Answer(201, made) };
        return { answer: new Answer(201, { ...made, owner_token: ownerToken.dto }), stored: ownerToken.stored };
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

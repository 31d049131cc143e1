import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Identity } from '../auth/domain/identity.js';
import { Caller } from '../auth/identity.guard.js';
import type { Answer } from '../platform/http/answer.js';
import { BoardParam, Documented } from '../platform/http/api-docs.js';
import type { RequestKey } from '../platform/http/idempotency-keys.repository.js';
import { IdempotencyKey } from '../platform/http/request-key.js';
import { BoardAccessService } from './board-access.service.js';
import type { BoardAccess } from './board-access.service.js';
import {
  AddMemberQuery,
  BoardDto,
  BoardListDto,
  BoardQuery,
  CreateBoardDto,
  CreatedBoardDto,
  ListBoardsQuery,
  MemberParams,
} from './boards.dto.js';
import { BoardsService } from './boards.service.js';
import { MembersService } from './members.service.js';
import { ForRoles } from './roles/for-roles.js';
import { TOKEN } from './tokens/examples.js';
import { OnBoard } from './membership.guard.js';

const BOARD = {
  board: 'infra',
  head: 0,
  created_at: '2026-11-30T13:05:07.123Z',
  members: [{ agent: 'alice', source: 'api', is_owner: true }],
};

@ApiTags('boards')
@Controller('board')
export class BoardsController {
  constructor(
    private readonly boards: BoardsService,
    private readonly members: MembersService,
    private readonly access: BoardAccessService,
  ) {}

  @ForRoles('seeing-board')
  @Get()
  @Documented({
    id: 'listBoards',
    summary: 'The boards that the caller may use',
    answer: BoardListDto,
    example: { items: [{ board: 'main', head: 57 }] },
  })
  async list(@Caller() caller: Identity, @Query() query: ListBoardsQuery): Promise<BoardListDto> {
    return this.boards.list(await this.access.list(caller), query);
  }

  @Post()
  @Documented({
    id: 'createBoard',
    summary: 'Makes a board (operators)',
    status: 201,
    answer: CreatedBoardDto,
    example: { ...BOARD, owner_token: { ...TOKEN, token: 'gbt_<43 characters>' } },
    body: CreateBoardDto,
    bodies: { board: { board: 'infra', members: ['bob'], owner: 'alice' } },
    problems: ['forbidden', 'already_exists', 'already_created', 'reserved_name'],
    isWrite: true,
  })
  create(
    @Caller() caller: Identity,
    @Body() dto: CreateBoardDto,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<CreatedBoardDto>> {
    return this.boards.create(caller, dto, key);
  }

  @Get(':board')
  @BoardParam()
  @Documented({
    id: 'getBoard',
    summary: 'A board and its members',
    answer: BoardDto,
    example: BOARD,
    problems: ['not_found'],
  })
  describe(@OnBoard() board: BoardAccess, @Query() query: BoardQuery): Promise<BoardDto> {
    return this.boards.describe(board, query);
  }

  @Put(':board/members/:agent')
  @Documented({
    id: 'addMember',
    summary: 'Adds a member (operators and owners); repeating it is harmless',
    answer: BoardDto,
    example: BOARD,
    problems: ['not_found', 'forbidden', 'reserved_name', 'already_exists'],
    isWrite: true,
  })
  add(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Param() { agent }: MemberParams,
    @Query() { owner }: AddMemberQuery,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<BoardDto>> {
    return this.members.add(caller, board, { agent, key, isOwner: owner === 'true' });
  }

  @Delete(':board/members/:agent')
  @Documented({
    id: 'removeMember',
    summary: 'Takes a member away with its tokens for the board (operators and owners); repeating it is harmless',
    answer: BoardDto,
    example: BOARD,
    problems: ['not_found', 'forbidden', 'already_exists'],
    isWrite: true,
  })
  remove(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Param() { agent }: MemberParams,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<BoardDto>> {
    return this.members.remove(caller, board, { agent, key });
  }
}

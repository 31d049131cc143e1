import { Body, Controller, Get, HttpCode, Param, Post, Put, Query, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Identity } from '../../auth/domain/identity.js';
import { Caller } from '../../auth/identity.guard.js';
import type { Answer } from '../../platform/http/answer.js';
import { BoardParam, Documented } from '../../platform/http/api-docs.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import { IdempotencyKey } from '../../platform/http/request-key.js';
import { QueryGuard } from '../../platform/http/query.guard.js';
import type { BoardAccess } from '../board-access.service.js';
import { OnBoard } from '../membership.guard.js';
import { BRIEF, GOAL } from './examples.js';
import { ForRoles } from './for-roles.js';
import { GoalEndsService } from './goal-ends.service.js';
import { briefDto } from './roles-dto.js';
import { BriefDto, RolesDto } from './role-answers.dto.js';
import { DeclareGoalDto, OrdinalQuery, RoleParams } from './roles.dto.js';
import { RolesService } from './roles.service.js';

@ApiTags('goals')
@BoardParam()
@UseGuards(QueryGuard)
@Controller('board/:board')
export class RolesController {
  constructor(
    private readonly roles: RolesService,
    private readonly ends: GoalEndsService,
  ) {}

  @Put('roles')
  @Documented({
    id: 'declareGoal',
    summary: "Declares the board's goal and its roles, or changes them while it is open (operators and owners)",
    description:
      'Scopes count from the next call on; roles and ordinals that are dropped lose their tokens at once. The same again changes nothing.',
    body: DeclareGoalDto,
    bodies: {
      defaults: {
        goal: GOAL.goal,
        roles: [{ name: 'orchestrator' }, { name: 'implement', may_edit: true }, { name: 'review', count: 2 }],
      },
      scopes: {
        goal: GOAL.goal,
        roles: [{ name: 'orchestrator' }, { name: 'security', reads: ['spec', 'diff'], writes: ['extra/threats'] }],
      },
    },
    answer: RolesDto,
    example: GOAL,
    problems: ['not_found', 'forbidden', 'already_exists', 'invalid_kind', 'goal_closed', 'slots_frozen', 'timed_out'],
    isWrite: true,
  })
  declare(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Body() dto: DeclareGoalDto,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<RolesDto>> {
    return this.roles.declare(caller, board, { dto, key });
  }

  @Get('roles')
  @Documented({
    id: 'getGoal',
    summary: "The board's goal and its roles, with what each may do",
    answer: RolesDto,
    example: GOAL,
    problems: ['not_found', 'forbidden'],
  })
  describe(@OnBoard() board: BoardAccess): Promise<RolesDto> {
    return this.roles.describe(board);
  }

  @Get('roles/:name/brief')
  @ForRoles()
  @Documented({
    id: 'roleBrief',
    summary: 'What an agent is told that takes a role; a role that does not see the board gets its own alone',
    answer: BriefDto,
    example: BRIEF,
    problems: ['not_found', 'forbidden'],
  })
  async brief(
    @OnBoard() board: BoardAccess,
    @Param() { name }: RoleParams,
    @Query() { ordinal }: OrdinalQuery,
  ): Promise<BriefDto> {
    return briefDto(board.slug, await this.roles.brief(board, { name, ordinal }));
  }

  @Post('close')
  @HttpCode(200)
  @Documented({
    id: 'closeGoal',
    summary: "Closes the board's goal: its roles' tokens end, and nothing is written any more (operators and owners)",
    description: 'Repeating it is harmless. What was written stays readable for operators, and can be exported.',
    answer: RolesDto,
    example: { ...GOAL, state: 'closed', closed_at: '2026-11-30T13:05:07.123Z' },
    problems: ['not_found', 'forbidden', 'timed_out'],
    isWrite: true,
  })
  close(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<RolesDto>> {
    return this.ends.close(caller, board, key);
  }
}

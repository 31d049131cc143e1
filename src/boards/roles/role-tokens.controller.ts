import { Body, Controller, Delete, Param, Post, Query, UseGuards } from '@nestjs/common';
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
import { TOKEN } from '../tokens/examples.js';
import { NewTokenDto } from '../tokens/tokens.dto.js';
import { RoleTokensService } from './role-tokens.service.js';
import { RoleTokensRevokedDto } from './role-answers.dto.js';
import { CreateRoleTokenDto, OrdinalQuery, RoleParams } from './roles.dto.js';

@ApiTags('goals')
@BoardParam()
@UseGuards(QueryGuard)
@Controller('board/:board/roles/:name/tokens')
export class RoleTokensController {
  constructor(private readonly tokens: RoleTokensService) {}

  @Post()
  @Documented({
    id: 'createRoleToken',
    summary: 'Makes a token for an agent of a role; its text is shown this once (operators, owners, the orchestrator)',
    description: 'The token is the scope: it opens this board alone, as that agent. One that was made before ends.',
    status: 201,
    answer: NewTokenDto,
    example: { ...TOKEN, agent: 'review#2', kind: 'role', token: 'gbt_<43 characters>' },
    body: CreateRoleTokenDto,
    bodies: { first: {}, second: { ordinal: 2, expires_in_s: 86_400 } },
    problems: ['forbidden', 'not_found', 'goal_closed', 'already_created', 'timed_out'],
    isWrite: true,
  })
  create(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Param() { name }: RoleParams,
    @Body() { ordinal = 1, expires_in_s: expiresInS }: CreateRoleTokenDto,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<NewTokenDto>> {
    return this.tokens.mint(caller, board, { name, ordinal, expiresInS, key });
  }

  @Delete()
  @Documented({
    id: 'revokeRoleToken',
    summary: "Ends an agent's token of a role, effective at once (operators, owners, the orchestrator)",
    description: 'Also a request that is under way writes nothing any more. Repeating it is harmless.',
    answer: RoleTokensRevokedDto,
    example: { board: 'main', contributor: 'review#2', revoked: 1 },
    problems: ['forbidden', 'not_found', 'timed_out'],
    isWrite: true,
  })
  revoke(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Param() { name }: RoleParams,
    @Query() { ordinal = 1 }: OrdinalQuery,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<RoleTokensRevokedDto>> {
    return this.tokens.revoke(caller, board, { name, ordinal, key });
  }
}

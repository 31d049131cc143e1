import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Identity } from '../../auth/domain/identity.js';
import { Caller } from '../../auth/identity.guard.js';
import type { Answer } from '../../platform/http/answer.js';
import { Documented } from '../../platform/http/api-docs.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import { IdempotencyKey } from '../../platform/http/request-key.js';
import { TOKEN } from './examples.js';
import { TokenEndsService } from './token-ends.service.js';
import {
  CreateTokenDto,
  ListTokensQuery,
  NewTokenDto,
  RotateTokenDto,
  TokenDto,
  TokenListDto,
  TokenParams,
} from './tokens.dto.js';
import { TokensService } from './tokens.service.js';

@ApiTags('identity')
@Controller('tokens')
export class TokensController {
  constructor(
    private readonly tokens: TokensService,
    private readonly ends: TokenEndsService,
  ) {}

  @Post()
  @Documented({
    id: 'createToken',
    summary: 'Makes a token (operators; owners for their boards); its text is shown this once',
    status: 201,
    answer: NewTokenDto,
    example: { ...TOKEN, token: 'gbt_<43 characters>' },
    body: CreateTokenDto,
    bodies: { member: { agent: 'alice' }, board: { agent: 'alice', boards: ['infra'], expires_in_s: 86_400 } },
    problems: ['forbidden', 'not_found', 'reserved_name', 'unknown_agent', 'already_created'],
    isWrite: true,
  })
  create(
    @Caller() caller: Identity,
    @Body() dto: CreateTokenDto,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<NewTokenDto>> {
    return this.tokens.create(caller, dto, key);
  }

  @Get()
  @Documented({
    id: 'listTokens',
    summary: 'The tokens of the workspace (operators) or of a board (its owners), newest first',
    answer: TokenListDto,
    example: { items: [TOKEN], next_before: null },
    problems: ['forbidden', 'not_found'],
  })
  list(@Caller() caller: Identity, @Query() query: ListTokensQuery): Promise<TokenListDto> {
    return this.tokens.list(caller, query);
  }

  @Post(':id/rotate')
  @Documented({
    id: 'rotateToken',
    summary: 'Makes another token in the place of one (operators; owners for their boards)',
    status: 201,
    answer: NewTokenDto,
    example: { ...TOKEN, id: 8, token: 'gbt_<43 characters>' },
    body: RotateTokenDto,
    bodies: { grace: { grace_s: 3_600 } },
    problems: ['forbidden', 'not_found', 'not_live', 'already_created'],
    isWrite: true,
  })
  rotate(
    @Caller() caller: Identity,
    @Param() { id }: TokenParams,
    @Body() dto: RotateTokenDto,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<NewTokenDto>> {
    return this.ends.rotate(caller, { id: Number(id), key }, dto);
  }

  @Delete(':id')
  @Documented({
    id: 'revokeToken',
    summary:
      'Revokes a token and those that it took the place of (operators; owners for their boards), effective at the next request',
    answer: TokenDto,
    example: { ...TOKEN, revoked_at: '2026-11-30T14:00:00.000Z' },
    problems: ['forbidden', 'not_found'],
    isWrite: true,
  })
  revoke(
    @Caller() caller: Identity,
    @Param() { id }: TokenParams,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<TokenDto>> {
    return this.ends.revoke(caller, { id: Number(id), key });
  }
}

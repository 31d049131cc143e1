import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Answer } from '../platform/http/answer.js';
import { Documented } from '../platform/http/api-docs.js';
import type { RequestKey } from '../platform/http/idempotency-keys.repository.js';
import { IdempotencyKey } from '../platform/http/request-key.js';
import type { Identity } from './domain/identity.js';
import { Caller } from './identity.guard.js';
import { CreateTokenDto, ListTokensQuery, NewTokenDto, TokenDto, TokenListDto, TokenParams } from './tokens.dto.js';
import { TokensService } from './tokens.service.js';

const TOKEN = {
  id: 7,
  agent: 'alice',
  kind: 'member',
  prefix: 'gbt_Zk3vQ0aB',
  created_at: '2026-11-30T13:05:07.123Z',
  revoked_at: null,
};

@ApiTags('identity')
@Controller('tokens')
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @Post()
  @Documented({
    id: 'createToken',
    summary: 'Makes a token (operators); its text is shown this once',
    status: 201,
    answer: NewTokenDto,
    example: { ...TOKEN, token: 'gbt_<43 characters>' },
    body: CreateTokenDto,
    bodies: { member: { agent: 'alice' } },
    problems: ['forbidden', 'reserved_name', 'already_created'],
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
    summary: 'The tokens of the workspace (operators), newest first',
    answer: TokenListDto,
    example: { items: [TOKEN], next_before: null },
    problems: ['forbidden'],
  })
  list(@Caller() caller: Identity, @Query() query: ListTokensQuery): Promise<TokenListDto> {
    return this.tokens.list(caller, query);
  }

  @Delete(':id')
  @Documented({
    id: 'revokeToken',
    summary: 'Revokes a token (operators), effective at the next request',
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
    return this.tokens.revoke(caller, Number(id), key);
  }
}

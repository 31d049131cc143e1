import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Identity } from '../../auth/domain/identity.js';
import { Caller } from '../../auth/identity.guard.js';
import type { Answer } from '../../platform/http/answer.js';
import { Documented } from '../../platform/http/api-docs.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import { IdempotencyKey } from '../../platform/http/request-key.js';
import { CreateInviteDto, InviteDto, InviteListDto, InviteParams, InvitesQuery, NewInviteDto } from './invites.dto.js';
import { InvitesService } from './invites.service.js';
import { NewInvitesService } from './new-invites.service.js';

const INVITE = {
  id: 3,
  board: 'infra',
  agent: 'dora',
  prefix: 'gbi_Zk3vQ0aB',
  created_by: 'alice',
  created_at: '2026-11-30T13:05:07.123Z',
  expires_at: '2026-12-01T13:05:07.123Z',
};

@ApiTags('identity')
@Controller('invites')
export class InvitesController {
  constructor(
    private readonly newInvites: NewInvitesService,
    private readonly invites: InvitesService,
  ) {}

  @Post()
  @Documented({
    id: 'createInvite',
    summary: 'Invites somebody to a board (operators and owners); the URL is shown this once and works once',
    status: 201,
    answer: NewInviteDto,
    example: { ...INVITE, url: 'http://127.0.0.1:8660/join#gbi_Zk3vQ0aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789_' },
    body: CreateInviteDto,
    bodies: { invite: { board: 'infra', agent: 'dora' } },
    problems: ['forbidden', 'not_found', 'already_exists', 'already_created', 'reserved_name'],
    isWrite: true,
  })
  create(
    @Caller() caller: Identity,
    @Body() dto: CreateInviteDto,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<NewInviteDto>> {
    return this.newInvites.create(caller, dto, key);
  }

  @Get()
  @Documented({
    id: 'listInvites',
    summary: 'The open invites of a board (operators and owners), newest first',
    answer: InviteListDto,
    example: { items: [INVITE] },
    problems: ['forbidden', 'not_found'],
  })
  list(@Caller() caller: Identity, @Query() { board }: InvitesQuery): Promise<InviteListDto> {
    return this.invites.list(caller, board);
  }

  @Delete(':id')
  @Documented({
    id: 'cancelInvite',
    summary: 'Cancels an open invite (operators and owners)',
    answer: InviteDto,
    example: INVITE,
    problems: ['forbidden', 'not_found'],
    isWrite: true,
  })
  cancel(
    @Caller() caller: Identity,
    @Param() { id }: InviteParams,
    @Query() { board }: InvitesQuery,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<InviteDto>> {
    return this.invites.cancel(caller, { id: Number(id), board, key });
  }
}

import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Identity } from '../../auth/domain/identity.js';
import { Caller } from '../../auth/identity.guard.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { OnBoard } from '../../boards/membership.guard.js';
import type { Answer } from '../../platform/http/answer.js';
import { BoardParam, Documented } from '../../platform/http/api-docs.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import { IdempotencyKey } from '../../platform/http/request-key.js';
import { ClaimService } from './claim.service.js';
import * as examples from './examples.js';
import { LeaseListDto, ListLeasesQuery } from './lease-list.dto.js';
import { LeaseListService } from './lease-list.service.js';
import { CheckAnswerDto, ClaimAnswerDto } from './lease-answers.dto.js';
import { CheckQuery, ClaimDto } from './leases.dto.js';

@ApiTags('leases')
@BoardParam()
@Controller('board/:board/leases')
export class LeasesController {
  constructor(
    private readonly claims: ClaimService,
    private readonly lists: LeaseListService,
  ) {}

  @Post()
  @Documented({
    id: 'claim',
    summary: 'Claims resources exclusively, for a time: all of them or none',
    description:
      '201: granted. 200: renewed, because the caller holds exactly these; or not granted (`ok: false`), because others hold some of them.',
    status: 201,
    answer: ClaimAnswerDto,
    example: examples.GRANTED,
    body: ClaimDto,
    bodies: { claim: { resources: ['src/net/retry.ts', 'task:release'], lease_s: 900, intent: 'cap the delay' } },
    also: { 200: 'Renewed, or held by others' },
    problems: ['not_found', 'too_many_leases', 'timed_out'],
    isWrite: true,
  })
  claim(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Body() dto: ClaimDto,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<ClaimAnswerDto>> {
    return this.claims.claim(caller, board, { dto, key });
  }

  @Get()
  @Documented({
    id: 'listLeases',
    summary: 'Who holds what, the oldest first; leases that ran out and were not released are marked',
    answer: LeaseListDto,
    example: { board: 'main', head: 57, items: [examples.LEASE] },
    problems: ['not_found', 'timed_out'],
  })
  list(@OnBoard() board: BoardAccess, @Query() query: ListLeasesQuery): Promise<LeaseListDto> {
    return this.lists.list(board, query);
  }

  @Get('check')
  @Documented({
    id: 'checkLease',
    summary: 'Whether another agent holds a file',
    answer: CheckAnswerDto,
    example: { board: 'main', head: 57, path: 'src/net/retry.ts', ok: false, conflicts: [examples.CONFLICT] },
    problems: ['not_found', 'timed_out'],
  })
  check(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Query() { path }: CheckQuery,
  ): Promise<CheckAnswerDto> {
    return this.lists.check(caller, board, path);
  }
}

import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Identity } from '../../auth/domain/identity.js';
import { Caller } from '../../auth/identity.guard.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { OnBoard } from '../../boards/membership.guard.js';
import { LabelParams } from '../../gists/claims.dto.js';
import { seqOfLabel } from '../../kernel/label.js';
import type { Answer } from '../../platform/http/answer.js';
import { BoardParam, Documented } from '../../platform/http/api-docs.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import { IdempotencyKey } from '../../platform/http/request-key.js';
import { BreakLeaseService } from './break-lease.service.js';
import * as examples from './examples.js';
import { ReleaseLeaseAnswerDto, RenewAnswerDto } from './lease-answers.dto.js';
import { BreakDto, ReleaseLeaseDto, ReleaseResourcesDto, RenewDto } from './leases.dto.js';
import { ReleaseService } from './release.service.js';
import { RenewLeaseService } from './renew-lease.service.js';

const RELEASE = { answer: ReleaseLeaseAnswerDto, example: examples.RELEASED, isWrite: true } as const;

/** What becomes of leases that were granted. */
@ApiTags('leases')
@BoardParam()
@Controller('board/:board/leases')
export class HeldLeasesController {
  constructor(
    private readonly releases: ReleaseService,
    private readonly renewals: RenewLeaseService,
    private readonly breaks: BreakLeaseService,
  ) {}

  @Post('release')
  @HttpCode(200)
  @Documented({
    ...RELEASE,
    id: 'releaseResources',
    summary: 'Releases resources, whichever leases of the caller hold them',
    body: ReleaseResourcesDto,
    bodies: { done: { resources: ['src/net/retry.ts'], outcome: 'done' } },
    problems: ['not_found', 'not_claimed', 'lease_held', 'stale_fence', 'unknown_agent', 'timed_out'],
  })
  releaseResources(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Body() { resources, ...dto }: ReleaseResourcesDto,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<ReleaseLeaseAnswerDto>> {
    return this.releases.byResources(caller, board, { resources, dto, key });
  }

  @Post(':label/release')
  @HttpCode(200)
  @Documented({
    ...RELEASE,
    id: 'releaseLease',
    summary: 'Releases a lease (its holder), or a CLAIM (its author)',
    body: ReleaseLeaseDto,
    bodies: { done: { outcome: 'done' }, handoff: { outcome: 'handoff', to: 'bob', note: 'tests are missing' } },
    problems: [
      'not_found',
      'not_claimed',
      'lease_held',
      'stale_fence',
      'forbidden',
      'not_a_claim',
      'unknown_agent',
      'timed_out',
    ],
  })
  release(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Param() { label }: LabelParams,
    @Body() dto: ReleaseLeaseDto,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<ReleaseLeaseAnswerDto>> {
    return this.releases.byLabel(caller, board, { label, dto, key });
  }

  @Post(':label/renew')
  @HttpCode(200)
  @Documented({
    id: 'renewLease',
    summary: 'Moves the end of a lease that is live (its holder); it may get shorter',
    answer: RenewAnswerDto,
    example: examples.RENEWED,
    body: RenewDto,
    bodies: { longer: { lease_s: 1_800 } },
    problems: ['not_found', 'not_claimed', 'lease_held', 'timed_out'],
    isWrite: true,
  })
  renew(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Param() { label }: LabelParams,
    @Body() dto: RenewDto,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<RenewAnswerDto>> {
    return this.renewals.renew(caller, board, { seq: seqOfLabel(label) ?? 0, dto, key });
  }

  @Post(':label/break')
  @HttpCode(200)
  @Documented({
    ...RELEASE,
    id: 'breakLease',
    summary: 'Ends a lease of somebody else (operators); its holder is told',
    body: BreakDto,
    bodies: { gone: { reason: 'its session is gone' } },
    problems: ['not_found', 'not_claimed', 'forbidden', 'timed_out'],
  })
  break(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Param() { label }: LabelParams,
    @Body() dto: BreakDto,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<ReleaseLeaseAnswerDto>> {
    return this.breaks.break(caller, board, { seq: seqOfLabel(label) ?? 0, dto, key });
  }
}

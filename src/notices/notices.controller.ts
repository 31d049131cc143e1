import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Identity } from '../auth/domain/identity.js';
import { Caller } from '../auth/identity.guard.js';
import { InstanceHeader, InstanceId } from '../auth/instances.service.js';
import { ForRoles } from '../boards/roles/for-roles.js';
import { Documented } from '../platform/http/api-docs.js';
import * as examples from './examples.js';
import { CursorsDto } from './notices.dto.js';
import { AgentParams, PendingDto, PendingQuery, ShownDto } from './pending.dto.js';
import { PendingService } from './pending.service.js';
import { SessionWarningsService } from './session-warnings.service.js';
import { ShownService } from './shown.service.js';
import { AckDto, SnapshotDto, SnapshotQuery } from './snapshot.dto.js';
import { SnapshotService } from './snapshot.service.js';

@ApiTags('turns')
@ForRoles('seeing-board')
@Controller()
export class NoticesController {
  constructor(
    private readonly snapshots: SnapshotService,
    private readonly pending: PendingService,
    private readonly shown: ShownService,
    private readonly warnings: SessionWarningsService,
  ) {}

  @Get('snapshot')
  @InstanceHeader()
  @Documented({
    id: 'snapshot',
    summary: 'Unread context for the start of a turn; counts as shown by being fetched',
    description: 'With `advance=false` nothing counts as shown until `POST /snapshot/ack` says so.',
    answer: SnapshotDto,
    example: examples.SNAPSHOT,
    problems: ['not_found', 'forbidden', 'timed_out'],
  })
  async snapshot(
    @Caller() caller: Identity,
    @Query() query: SnapshotQuery,
    @InstanceId() instance: string | undefined,
  ): Promise<SnapshotDto> {
    // First: once the snapshot counts as shown, nothing may fail any more.
    const warning = await this.warnings.of(caller, query.for, instance);
    return { ...(await this.snapshots.take(caller, query)), ...warning };
  }

  @Post('snapshot/ack')
  @HttpCode(200)
  @Documented({
    id: 'acknowledgeSnapshot',
    summary: 'Says that snapshots were shown; repeating it is harmless',
    body: AckDto,
    bodies: { ack: { boards: { main: 57 } } },
    answer: CursorsDto,
    example: examples.CURSORS,
    problems: ['not_found', 'forbidden', 'not_offered', 'timed_out', 'too_large', 'unsupported_media_type'],
  })
  acknowledge(@Caller() caller: Identity, @Body() dto: AckDto): Promise<CursorsDto> {
    return this.shown.acknowledge(caller, dto);
  }

  @Get('pending/:agent')
  @InstanceHeader()
  @Documented({
    id: 'pending',
    summary: 'Leases unread notices in the middle of a turn; `wait` holds the request until there are some',
    answer: PendingDto,
    example: examples.PENDING,
    problems: ['not_found', 'forbidden', 'timed_out'],
  })
  async poll(
    @Caller() caller: Identity,
    @Param() { agent }: AgentParams,
    @Query() query: PendingQuery,
    @InstanceId() instance: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PendingDto> {
    const departure = new AbortController();
    response.once('close', () => {
      departure.abort();
    });
    const warning = await this.warnings.of(caller, agent, instance);
    return { ...(await this.pending.poll(caller, agent, { query, isGone: departure.signal })), ...warning };
  }

  @Post('shown/:agent')
  @HttpCode(200)
  @Documented({
    id: 'shown',
    summary: 'Confirms notices of a lease that were shown; partial, late and repeated confirmations are fine',
    body: ShownDto,
    bodies: { all: { lease_id: 'q83vEjRWeJq83vEjRWeJqg', events: ['G55'], boards: { main: 57 } } },
    answer: CursorsDto,
    example: examples.CURSORS,
    problems: ['not_found', 'forbidden', 'not_offered', 'timed_out', 'too_large', 'unsupported_media_type'],
  })
  confirm(@Caller() caller: Identity, @Param() { agent }: AgentParams, @Body() dto: ShownDto): Promise<CursorsDto> {
    return this.shown.confirm(caller, agent, dto);
  }
}

import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Identity } from '../auth/domain/identity.js';
import { Caller } from '../auth/identity.guard.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import { OnBoard } from '../boards/membership.guard.js';
import type { Answer } from '../platform/http/answer.js';
import { BoardParam, Documented } from '../platform/http/api-docs.js';
import type { RequestKey } from '../platform/http/idempotency-keys.repository.js';
import { IdempotencyKey } from '../platform/http/request-key.js';
import { LabelParams, RedactAnswerDto, RedactDto, ReleaseAnswerDto, ReleaseDto } from './claims.dto.js';
import { ClaimsService } from './claims.service.js';
import * as examples from './examples.js';
import { WriteAnswerDto, WriteDto } from './gists.dto.js';
import { GistsService } from './gists.service.js';
import { LiveViewDto, ReadAllQuery, ReadQuery, RetainedWindowDto } from './reading.dto.js';
import { ReadingService } from './reading.service.js';
import { RedactService } from './redact.service.js';

@ApiTags('gists')
@BoardParam()
@Controller('board/:board')
export class GistsController {
  constructor(
    private readonly gists: GistsService,
    private readonly reading: ReadingService,
    private readonly claims: ClaimsService,
    private readonly redaction: RedactService,
  ) {}

  @Post('write')
  @Documented({
    id: 'write',
    summary: 'Writes notes',
    description:
      'Each note is checked and admitted, ignored or rejected by itself; admitted ones are stored when this answers. 201: some were admitted; 200: all were ignored; 422: none was admitted and some were rejected.',
    status: 201,
    answer: WriteAnswerDto,
    example: examples.WRITE_ANSWER,
    body: WriteDto,
    bodies: examples.WRITE_BODIES,
    also: { 200: 'All notes were ignored; nothing was written' },
    problems: ['not_found', 'nothing_admitted', 'timed_out'],
    isWrite: true,
  })
  write(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Body() dto: WriteDto,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<WriteAnswerDto>> {
    return this.gists.write(caller, board, { dto, key });
  }

  @Get('read')
  @Documented({
    id: 'read',
    summary: 'The live view: what the team knows now',
    description: 'Text by default; `format=json` answers a LiveViewDto. A full view carries an ETag.',
    answer: 'text',
    json: LiveViewDto,
    example: examples.LIVE_VIEW,
    problems: ['not_found', 'timed_out'],
  })
  async read(
    @OnBoard() board: BoardAccess,
    @Query() query: ReadQuery,
    @Headers('if-none-match') known: string | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const { body, contentType, etag } = await this.reading.read(board, query);
    if (etag !== undefined) response.setHeader('ETag', etag);
    response.setHeader('Cache-Control', 'private, no-cache');
    if (etag !== undefined && known?.split(/, */).includes(etag) === true) {
      response.status(304).end();
      return;
    }
    response.setHeader('Content-Type', contentType);
    response.end(body);
  }

  @Get('read_all')
  @Documented({
    id: 'readAll',
    summary: 'The raw retained window, expired and released claims included',
    answer: RetainedWindowDto,
    example: { board: 'main', head: 57, items: [examples.ENTRY] },
    problems: ['not_found', 'timed_out'],
  })
  readAll(@OnBoard() board: BoardAccess, @Query() query: ReadAllQuery): Promise<RetainedWindowDto> {
    return this.reading.readAll(board, query);
  }

  @Post('claims/:label/release')
  @HttpCode(200)
  @Documented({
    id: 'releaseClaim',
    summary: 'Releases a claim (its author or an operator); repeating it is harmless',
    answer: ReleaseAnswerDto,
    example: { board: 'main', head: 59, label: 'G41', status: 'released', message: 'G59' },
    body: ReleaseDto,
    bodies: { done: { outcome: 'done' }, handoff: { outcome: 'handoff', to: 'bob', note: 'tests are missing' } },
    problems: ['not_found', 'forbidden', 'not_a_claim', 'unknown_agent', 'timed_out'],
    isWrite: true,
  })
  release(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Param() { label }: LabelParams,
    @Body() dto: ReleaseDto,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<ReleaseAnswerDto>> {
    return this.claims.release(caller, board, { label, dto, key });
  }

  @Post('entries/:label/redact')
  @HttpCode(200)
  @Documented({
    id: 'redact',
    summary: 'Takes the text of an entry away for good (operators)',
    answer: RedactAnswerDto,
    example: { board: 'main', head: 58, label: 'G41' },
    body: RedactDto,
    bodies: { reason: { reason: 'held a customer name' } },
    problems: ['not_found', 'forbidden', 'timed_out'],
    isWrite: true,
  })
  redact(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Param() { label }: LabelParams,
    @Body() dto: RedactDto,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<RedactAnswerDto>> {
    return this.redaction.redact(caller, board, { label, dto, key });
  }
}

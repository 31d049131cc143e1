import { Body, Controller, Get, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Identity } from '../auth/domain/identity.js';
import { Caller } from '../auth/identity.guard.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import { OnBoard } from '../boards/membership.guard.js';
import { ForRoles } from '../boards/roles/for-roles.js';
import type { Answer } from '../platform/http/answer.js';
import { BoardParam, Documented } from '../platform/http/api-docs.js';
import type { RequestKey } from '../platform/http/idempotency-keys.repository.js';
import { IdempotencyKey } from '../platform/http/request-key.js';
import { QueryGuard } from '../platform/http/query.guard.js';
import {
  AllArtifactsDto,
  ArtifactAnswerDto,
  ArtifactIndexDto,
  WriteArtifactAnswerDto,
} from './artifact-answers.dto.js';
import { ArtifactParams, ReadArtifactQuery, WriteArtifactDto } from './artifacts.dto.js';
import * as examples from './examples.js';
import { ReadersService } from './readers.service.js';
import { WritesService } from './writes.service.js';

@ApiTags('artifacts')
@BoardParam()
@ForRoles()
@UseGuards(QueryGuard)
@Controller('board/:board/artifacts')
export class ArtifactsController {
  constructor(
    private readonly readers: ReadersService,
    private readonly writes: WritesService,
  ) {}

  @Get()
  @Documented({
    id: 'artifactIndex',
    summary: 'The documents of a goal, without their texts, and what the caller may read and write',
    answer: ArtifactIndexDto,
    example: examples.INDEX,
    problems: ['not_found', 'forbidden', 'timed_out'],
  })
  index(@Caller() caller: Identity, @OnBoard() access: BoardAccess): Promise<ArtifactIndexDto> {
    return this.readers.of({ caller }).index({ caller, access });
  }

  @Get(':kind')
  @Documented({
    id: 'readArtifact',
    summary: 'One document of a goal, or why there is none to show yet',
    description: 'Not written yet, and one of several writers to be named, are answers, not errors: see `state`.',
    answer: ArtifactAnswerDto,
    example: examples.ANSWER,
    problems: ['not_found', 'forbidden', 'invalid_kind', 'timed_out'],
  })
  read(
    @Caller() caller: Identity,
    @OnBoard() access: BoardAccess,
    @Param() { kind }: ArtifactParams,
    @Query() query: ReadArtifactQuery,
  ): Promise<ArtifactAnswerDto> {
    return this.readers.of({ caller }).read({ caller, access }, kind, query);
  }

  @Get(':kind/all')
  @Documented({
    id: 'readAllArtifacts',
    summary: 'The newest version of each writer of a kind, with their texts, at most 1 MiB of them',
    answer: AllArtifactsDto,
    example: examples.ALL,
    problems: ['not_found', 'forbidden', 'invalid_kind', 'timed_out'],
  })
  all(
    @Caller() caller: Identity,
    @OnBoard() access: BoardAccess,
    @Param() { kind }: ArtifactParams,
  ): Promise<AllArtifactsDto> {
    return this.readers.of({ caller }).all({ caller, access }, kind);
  }

  @Post(':kind')
  @Documented({
    id: 'writeArtifact',
    summary: 'Writes the next version of a document (roles of a goal only)',
    description:
      "Whose document it is follows from the token. With `if_version`, a version that has moved on is refused with the newest one as `current`; so is a write after the token's end or the goal's, however early it began.",
    status: 201,
    body: WriteArtifactDto,
    bodies: {
      text: { content: '# Retry budget' },
      findings: { content: '[{"severity":"blocking","text":"..."}]', media_type: 'application/json' },
      'compare and set': { content: '- [ ] cap the delay', if_version: 2 },
    },
    answer: WriteArtifactAnswerDto,
    example: examples.WRITTEN,
    problems: ['not_found', 'forbidden', 'invalid_kind', 'bad_content', 'version_conflict', 'goal_closed', 'timed_out'],
    isWrite: true,
  })
  write(
    @Caller() caller: Identity,
    @OnBoard() access: BoardAccess,
    @Param() { kind }: ArtifactParams,
    @Body() dto: WriteArtifactDto,
    @IdempotencyKey() requestKey: RequestKey | undefined,
  ): Promise<Answer<WriteArtifactAnswerDto>> {
    return this.writes.write(caller, access, { kind, dto, requestKey });
  }
}

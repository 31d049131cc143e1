import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Identity } from '../../auth/domain/identity.js';
import { Caller } from '../../auth/identity.guard.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { OnBoard } from '../../boards/membership.guard.js';
import type { Answer } from '../../platform/http/answer.js';
import { BoardParam, Documented } from '../../platform/http/api-docs.js';
import { DownloadsService } from './downloads.service.js';
import * as examples from './examples.js';
import { FileParams, FilesDto, ListFilesQuery, UploadAnswerDto } from './files.dto.js';
import { ListFilesService } from './list-files.service.js';
import { UploadsService } from './uploads.service.js';

const FORM = {
  type: 'object' as const,
  properties: {
    file: { type: 'string' as const, format: 'binary', description: 'The file, with a plain name.' },
    to: { type: 'string' as const, description: 'The one agent that it is for; absent: all members.' },
    sha256: { type: 'string' as const, description: 'Its digest in hexadecimal: other bytes are refused.' },
  },
  required: ['file'],
  additionalProperties: false,
};

@ApiTags('files')
@BoardParam()
@Controller('board/:board/files')
export class FilesController {
  constructor(
    private readonly uploads: UploadsService,
    private readonly downloads: DownloadsService,
    private readonly files: ListFilesService,
  ) {}

  @Post()
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: FORM })
  @Documented({
    id: 'uploadFile',
    summary: 'Shares a file with all members, or with one agent',
    description:
      'At most 10 MiB unless BOARD_FILE_LIMIT_MB says otherwise. It counts as the same request under an Idempotency-Key where name, recipient and bytes are the same. An upload that is cut off leaves nothing.',
    status: 201,
    answer: UploadAnswerDto,
    example: examples.UPLOADED,
    problems: ['not_found', 'unknown_agent', 'files_full', 'digest_mismatch', 'too_many_requests', 'timed_out'],
    isWrite: true,
  })
  upload(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Req() request: Request,
  ): Promise<Answer<UploadAnswerDto>> {
    return this.uploads.fromForm(caller, board, request);
  }

  @Get()
  @Documented({
    id: 'listFiles',
    summary: 'The files of a board that the caller may see, newest first',
    answer: FilesDto,
    example: { board: 'main', head: 57, items: [examples.FILE], ...examples.LIMITS },
    problems: ['not_found', 'timed_out'],
  })
  list(@Caller() caller: Identity, @OnBoard() board: BoardAccess, @Query() query: ListFilesQuery): Promise<FilesDto> {
    return this.files.list(caller, board, query);
  }

  @Get(':label')
  @Documented({
    id: 'downloadFile',
    summary: 'The bytes of a file',
    description:
      'As an attachment of no particular type, since others wrote it. `Repr-Digest` has its SHA-256; an answer that is shorter than its `Content-Length` was cut.',
    answer: 'text',
    media: 'application/octet-stream',
    example: 'npm test: 12 passed',
    problems: ['not_found', 'timed_out'],
  })
  download(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Param() { label }: FileParams,
    @Res() response: Response,
  ): Promise<void> {
    return this.downloads.send(caller, board, { label, response });
  }
}

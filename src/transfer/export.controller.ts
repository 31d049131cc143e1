import { Controller, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Identity } from '../auth/domain/identity.js';
import { Caller } from '../auth/identity.guard.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import { OnBoard } from '../boards/membership.guard.js';
import { BoardParam, Documented } from '../platform/http/api-docs.js';
import { LINES_TYPE } from '../platform/http/lines-body.js';
import * as examples from './examples.js';
import { ExportStreamService } from './export-stream.service.js';

@ApiTags('transfer')
@BoardParam()
@Controller('board/:board/export')
export class ExportController {
  constructor(private readonly exports: ExportStreamService) {}

  @Get()
  @Documented({
    id: 'exportBoard',
    summary: 'A whole board, as lines of JSON (operators)',
    description:
      'All entries up to the head at the beginning, details, relations, members; no cursors of agents. The last line has the counts and the digest: a file without it was cut.',
    answer: 'text',
    media: LINES_TYPE,
    example: examples.EXPORT,
    problems: ['not_found', 'forbidden'],
  })
  send(@Caller() caller: Identity, @OnBoard() board: BoardAccess, @Res() response: Response): Promise<void> {
    return this.exports.send(caller, board, response);
  }
}

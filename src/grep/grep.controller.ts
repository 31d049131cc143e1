import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Identity } from '../auth/domain/identity.js';
import { Caller } from '../auth/identity.guard.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import { OnBoard } from '../boards/membership.guard.js';
import { ENTRY } from '../gists/examples.js';
import { BoardParam, Documented } from '../platform/http/api-docs.js';
import { GrepAnswerDto, GrepQuery } from './grep.dto.js';
import { GrepService } from './grep.service.js';

@ApiTags('gists')
@Controller('board/:board/grep')
export class GrepController {
  constructor(private readonly service: GrepService) {}

  @Get()
  @BoardParam()
  @Documented({
    id: 'grep',
    summary: 'Searches everything ever written to the board',
    answer: GrepAnswerDto,
    example: {
      board: 'main',
      head: 57,
      query: 'retry&(budget|limit)',
      normalized: 'retry & (budget | limit)',
      total: 1,
      returned: 1,
      truncated: false,
      matches: [ENTRY],
    },
    problems: ['bad_query', 'not_found', 'timed_out'],
  })
  grep(@Caller() caller: Identity, @OnBoard() board: BoardAccess, @Query() query: GrepQuery): Promise<GrepAnswerDto> {
    return this.service.grep(caller, board, query);
  }
}

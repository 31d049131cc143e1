import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Identity } from '../auth/domain/identity.js';
import { Caller } from '../auth/identity.guard.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import { OnBoard } from '../boards/membership.guard.js';
import { ENTRY } from '../gists/examples.js';
import { BoardParam, Documented } from '../platform/http/api-docs.js';
import { UnfoldAnswerDto, UnfoldQuery } from './unfold.dto.js';
import { UnfoldService } from './unfold.service.js';

@ApiTags('gists')
@Controller('board/:board/unfold')
export class UnfoldController {
  constructor(private readonly service: UnfoldService) {}

  @Get()
  @BoardParam()
  @Documented({
    id: 'unfold',
    summary: 'The details behind labels',
    answer: UnfoldAnswerDto,
    example: {
      board: 'main',
      head: 57,
      items: [{ ...ENTRY, detail: 'src/net/retry.ts:40 RetryBudget', detail_length: 31 }],
      missing: ['G99'],
      left_out: [],
    },
    problems: ['bad_label', 'not_found', 'timed_out'],
  })
  unfold(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Query() query: UnfoldQuery,
  ): Promise<UnfoldAnswerDto> {
    return this.service.unfold(caller, board, query);
  }
}

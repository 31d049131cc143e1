import { Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Identity } from '../auth/domain/identity.js';
import { Caller } from '../auth/identity.guard.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import { OnBoard } from '../boards/membership.guard.js';
import type { Answer } from '../platform/http/answer.js';
import { BoardParam, Documented } from '../platform/http/api-docs.js';
import type { RequestKey } from '../platform/http/idempotency-keys.repository.js';
import { IdempotencyKey } from '../platform/http/request-key.js';
import { QueryGuard } from '../platform/http/query.guard.js';
import { EmptyAnswerDto } from './artifact-answers.dto.js';
import { EmptyingService } from './emptying.service.js';

@ApiTags('artifacts')
@BoardParam()
@UseGuards(QueryGuard)
@Controller('board/:board/empty')
export class EmptyingController {
  constructor(private readonly emptying: EmptyingService) {}

  @Post()
  @HttpCode(200)
  @Documented({
    id: 'emptyGoal',
    summary: 'Removes the texts of the documents of a closed goal, for good (operators); repeating it is harmless',
    description: 'Their versions, entries and digests stay.',
    answer: EmptyAnswerDto,
    example: { board: 'main', head: 58, texts: 12 },
    problems: ['not_found', 'forbidden', 'goal_open', 'timed_out'],
    isWrite: true,
  })
  empty(
    @Caller() caller: Identity,
    @OnBoard() access: BoardAccess,
    @IdempotencyKey() requestKey: RequestKey | undefined,
  ): Promise<Answer<EmptyAnswerDto>> {
    return this.emptying.empty(caller, access, requestKey);
  }
}

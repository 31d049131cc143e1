import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Identity } from '../../auth/domain/identity.js';
import { Caller } from '../../auth/identity.guard.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { OnBoard } from '../../boards/membership.guard.js';
import type { Answer } from '../../platform/http/answer.js';
import { BoardParam, Documented } from '../../platform/http/api-docs.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import { IdempotencyKey } from '../../platform/http/request-key.js';
import {
  FactAnswerDto,
  FactHistoryDto,
  FactHistoryQuery,
  FactParams,
  FactsDto,
  ListFactsQuery,
  SetFactAnswerDto,
  SetFactDto,
} from './facts.dto.js';
import { FactsService } from './facts.service.js';

const PLACE = { board: 'main', head: 57 };
const FACT = {
  key: 'build.command',
  value: 'npm test',
  version: 3,
  author: 'alice',
  at: '2026-11-30T13:05:07.123Z',
  label: 'G57',
};

@ApiTags('facts')
@BoardParam()
@Controller('board/:board/facts')
export class FactsController {
  constructor(private readonly facts: FactsService) {}

  @Get()
  @Documented({
    id: 'listFacts',
    summary: 'The facts of a board, by key',
    answer: FactsDto,
    example: { ...PLACE, items: [FACT] },
    problems: ['not_found', 'timed_out'],
  })
  list(@OnBoard() board: BoardAccess, @Query() query: ListFactsQuery): Promise<FactsDto> {
    return this.facts.list(board, query);
  }

  @Get(':key')
  @Documented({
    id: 'getFact',
    summary: 'One fact',
    answer: FactAnswerDto,
    example: { ...PLACE, fact: FACT },
    problems: ['not_found', 'timed_out'],
  })
  get(@OnBoard() board: BoardAccess, @Param() { key }: FactParams): Promise<FactAnswerDto> {
    return this.facts.get(board, key);
  }

  @Get(':key/history')
  @Documented({
    id: 'factHistory',
    summary: 'All that a fact ever was, newest first',
    answer: FactHistoryDto,
    example: { ...PLACE, items: [FACT] },
    problems: ['not_found', 'timed_out'],
  })
  history(
    @OnBoard() board: BoardAccess,
    @Param() { key }: FactParams,
    @Query() query: FactHistoryQuery,
  ): Promise<FactHistoryDto> {
    return this.facts.history(board, key, query);
  }

  @Put(':key')
  @Documented({
    id: 'setFact',
    summary: 'Sets a fact, or removes it by null; the latest value wins unless `if_version` says otherwise',
    description: 'Another version than `if_version` is refused with the present fact as `current`.',
    body: SetFactDto,
    bodies: { set: { value: 'npm test' }, 'compare and set': { value: { retries: 3 }, if_version: 2 } },
    answer: SetFactAnswerDto,
    example: { ...PLACE, key: 'build.command', value: 'npm test', version: 3, label: 'G57' },
    problems: ['not_found', 'version_mismatch', 'too_many_facts', 'timed_out'],
    isWrite: true,
  })
  set(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Param() { key }: FactParams,
    @Body() dto: SetFactDto,
    @IdempotencyKey() requestKey: RequestKey | undefined,
  ): Promise<Answer<SetFactAnswerDto>> {
    return this.facts.set(caller, board, { key, dto, requestKey });
  }
}

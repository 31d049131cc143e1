import { Body, Controller, Delete, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Identity } from '../auth/domain/identity.js';
import { Caller } from '../auth/identity.guard.js';
import type { Answer } from '../platform/http/answer.js';
import { Documented } from '../platform/http/api-docs.js';
import type { RequestKey } from '../platform/http/idempotency-keys.repository.js';
import { LINES_TYPE, LinesBody } from '../platform/http/lines-body.js';
import { IdempotencyKey } from '../platform/http/request-key.js';
import * as examples from './examples.js';
import { ImportLinesService } from './import-lines.service.js';
import { ImportsService } from './imports.service.js';
import { BeginImportDto, GivenUpDto, ImportDto, ImportParams, LinesQuery } from './transfer.dto.js';

@ApiTags('transfer')
@Controller('imports')
export class ImportsController {
  constructor(
    private readonly imports: ImportsService,
    private readonly lines: ImportLinesService,
  ) {}

  @Post()
  @Documented({
    id: 'beginImport',
    summary: 'Begins the import of a board (operators)',
    description:
      'Send the lines of an export then. Nobody sees the board before its last line was taken. An earlier import to the same name is given up, and so is one that is not gone on with for an hour.',
    status: 201,
    answer: ImportDto,
    example: examples.IMPORT,
    body: BeginImportDto,
    bodies: { main: { board: 'main' } },
    problems: ['forbidden', 'already_exists'],
    isWrite: true,
  })
  begin(
    @Caller() caller: Identity,
    @Body() { board }: BeginImportDto,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<ImportDto>> {
    return this.imports.begin(caller, board, key);
  }

  @Post(':import/lines')
  @HttpCode(200)
  @ApiConsumes(LINES_TYPE)
  @ApiBody({ schema: { type: 'string' }, description: 'Lines of an export, at most 2,000.', required: true })
  @Documented({
    id: 'sendImportLines',
    summary: 'Takes lines of an export; the last line makes the board visible (operators)',
    description:
      'In the order of the file, at most 2,000 lines and 1 MiB at once. Lines that were taken before are skipped, so to repeat a request is harmless. A line that can not be taken ends the import, and nothing is left of it.',
    answer: ImportDto,
    example: examples.WHOLE_IMPORT,
    problems: ['forbidden', 'not_found', 'already_exists', 'bad_import', 'too_large', 'unsupported_media_type'],
  })
  take(
    @Caller() caller: Identity,
    @Param() params: ImportParams,
    @Query() { first = 1 }: LinesQuery,
    @LinesBody() lines: readonly string[],
  ): Promise<ImportDto> {
    return this.lines.take(caller, { import: params.import, first, lines });
  }

  @Delete(':import')
  @Documented({
    id: 'giveUpImport',
    summary: 'Gives an import up and leaves nothing of it (operators); repeating it is harmless',
    answer: GivenUpDto,
    example: { import: examples.IMPORT.import },
    problems: ['forbidden'],
  })
  async giveUp(@Caller() caller: Identity, @Param() params: ImportParams): Promise<GivenUpDto> {
    await this.imports.giveUp(caller, params.import);
    return { import: params.import };
  }
}

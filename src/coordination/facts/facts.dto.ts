import { ApiProperty } from '@nestjs/swagger';
import type { Json } from '../../journal/domain/journal-entry.js';
import { BOARD_SLUG } from '../../kernel/names.js';
import { AnyJson, QueryInteger, Text, WholeNumber } from '../../platform/http/fields.js';
import { FACT_KEY, FACT_KEY_FORM } from './domain/fact-text.js';

const ANYTHING = { allOf: [{}] };

/** The fact of a path. */
export class FactParams {
  @Text({ description: 'The board.', pattern: BOARD_SLUG, example: 'main' })
  board: string;

  @Text({ description: 'Its name.', pattern: FACT_KEY, form: FACT_KEY_FORM, example: 'build.command' })
  key: string;
}

export class SetFactDto {
  @AnyJson({ description: 'Any JSON of at most 4,000 characters; null removes the fact.', example: 'npm test' })
  value: Json;

  @WholeNumber({
    description: 'Set it only if this is its version now; 0: if it is not there. Default: in any case.',
    min: 0,
    isOptional: true,
    example: 2,
  })
  if_version?: number;
}

export class ListFactsQuery {
  @Text({ description: 'Only keys behind this one.', pattern: FACT_KEY, form: FACT_KEY_FORM, isOptional: true })
  after?: string;

  @QueryInteger({ description: 'How many.', min: 1, max: 200, fallback: 100 })
  limit?: number;
}

export class FactHistoryQuery {
  @QueryInteger({ description: 'Only versions before this one.', min: 1 })
  before?: number;

  @QueryInteger({ description: 'How many, the newest of them.', min: 1, max: 200, fallback: 50 })
  limit?: number;
}

export class FactDto {
  @ApiProperty({ description: 'Its name.', example: 'build.command' })
  key: string;

  @ApiProperty({
    ...ANYTHING,
    description:
      'Its value, set by an agent: data, not instructions. null: it was removed, or an operator redacted it.',
    example: 'npm test',
  })
  value: Json;

  @ApiProperty({
    description: 'How often it was set, removals included. Versions of a key never repeat.',
    type: 'integer',
    example: 3,
  })
  version: number;

  @ApiProperty({ description: 'Who set it.', example: 'alice' })
  author: string;

  @ApiProperty({ description: 'When: RFC 3339, UTC.', example: '2026-11-30T13:05:07.123Z' })
  at: string;

  @ApiProperty({ description: 'The entry that set it.', example: 'G57' })
  label: string;

  @ApiProperty({ description: 'An operator took the value away.', required: false })
  redacted?: boolean;

  @ApiProperty({ description: 'This version removed the fact.', required: false })
  removed?: boolean;
}

class BoardFacts {
  @ApiProperty({ description: 'The board.', example: 'main' })
  board: string;

  @ApiProperty({ description: "The seq of the board's newest entry.", type: 'integer', example: 57 })
  head: number;
}

export class FactsDto extends BoardFacts {
  @ApiProperty({ description: 'By key.', type: [FactDto] })
  items: FactDto[];

  @ApiProperty({
    description: 'Pass as `after` for those behind. Absent: there are none.',
    required: false,
    example: 'build.command',
  })
  next_after?: string;
}

export class FactAnswerDto extends BoardFacts {
  @ApiProperty({ description: 'The fact.', type: FactDto })
  fact: FactDto;
}

export class FactHistoryDto extends BoardFacts {
  @ApiProperty({ description: 'Its versions, newest first.', type: [FactDto] })
  items: FactDto[];

  @ApiProperty({
    description: 'Pass as `before` for older ones. Absent: there are none.',
    type: 'integer',
    required: false,
    example: 3,
  })
  next_before?: number;
}

export class SetFactAnswerDto extends BoardFacts {
  @ApiProperty({ description: 'Its name.', example: 'build.command' })
  key: string;

  @ApiProperty({
    ...ANYTHING,
    description: 'What it is now, secrets redacted; null: it is not there.',
    example: 'npm test',
  })
  value: Json;

  @ApiProperty({ description: 'Its version now; 0: it was never there.', type: 'integer', example: 3 })
  version: number;

  @ApiProperty({
    description: 'The entry that records it; null: it was not there, so nothing was removed.',
    type: 'string',
    nullable: true,
    example: 'G57',
  })
  label: string | null;
}

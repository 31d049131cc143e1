import { ApiProperty } from '@nestjs/swagger';
import { AGENT_NAME, BOARD_SLUG } from '../kernel/names.js';
import { Text } from '../platform/http/fields.js';

/** The entry of a path: `/claims/{label}/release`. */
export class LabelParams {
  @Text({ description: 'The board.', pattern: BOARD_SLUG, example: 'main' })
  board: string;

  @Text({
    description: 'The label.',
    pattern: /^[Gg][1-9]\d{0,14}$/,
    form: 'must be a label such as G41',
    example: 'G41',
  })
  label: string;
}

export class ReleaseDto {
  @Text({ description: 'How the claimed work ended.', values: ['done', 'abandoned', 'handoff'], example: 'handoff' })
  outcome: 'done' | 'abandoned' | 'handoff';

  @Text({
    description: 'handoff only: who goes on with it; gets a message.',
    pattern: AGENT_NAME,
    form: 'must be an agent name',
    isOptional: true,
    example: 'bob',
  })
  to?: string;

  @Text({ description: 'What others should know, at most 1,000 characters.', maxLength: 1_000, isOptional: true })
  note?: string;
}

export class ReleaseAnswerDto {
  @ApiProperty({ description: 'The board.', example: 'main' })
  board: string;

  @ApiProperty({ description: "The seq of the board's newest entry.", type: 'integer', example: 58 })
  head: number;

  @ApiProperty({ description: 'The claim.', example: 'G41' })
  label: string;

  @ApiProperty({ description: 'What it is now.', enum: ['released', 'superseded'], example: 'released' })
  status: string;

  @ApiProperty({
    description: 'The entry that tells `to` of it; null: none was sent.',
    type: 'string',
    nullable: true,
    example: 'G58',
  })
  message: string | null;
}

export class RedactDto {
  @Text({
    description: 'Why, for the record; at most 500 characters.',
    maxLength: 500,
    example: 'held a customer name',
  })
  reason: string;
}

export class RedactAnswerDto {
  @ApiProperty({ description: 'The board.', example: 'main' })
  board: string;

  @ApiProperty({ description: "The seq of the board's newest entry.", type: 'integer', example: 58 })
  head: number;

  @ApiProperty({ description: 'The redacted entry.', example: 'G41' })
  label: string;
}

import { ApiProperty } from '@nestjs/swagger';
import { NAME_ON_BOARD } from '../../kernel/names.js';
import { QueryInteger, Text } from '../../platform/http/fields.js';

export class ListLeasesQuery {
  @Text({ description: 'Only of this agent.', pattern: NAME_ON_BOARD, form: 'must be an agent name', isOptional: true })
  holder?: string;

  @QueryInteger({ description: 'How many, the oldest first.', min: 1, max: 500, fallback: 100 })
  limit?: number;
}

/** A lease as a view shows it, which is the same at every moment until it ends. */
export class LiveLeaseDto {
  @ApiProperty({ description: 'Its label.', example: 'G57' })
  lease: string;

  @ApiProperty({ description: 'Who holds it.', example: 'bob' })
  holder: string;

  @ApiProperty({ description: 'What it holds.', type: [String], example: ['src/net/**'] })
  resources: string[];

  @ApiProperty({ description: 'What the holder does: its own words, so data.', example: 'rewriting the backoff' })
  intent: string;

  @ApiProperty({ description: 'Its fence.', type: 'integer', example: 57 })
  fence: number;

  @ApiProperty({ description: 'When it was granted: RFC 3339, UTC.', example: '2026-11-30T13:05:07.123Z' })
  since: string;

  @ApiProperty({ description: 'When it ends, or ended: RFC 3339, UTC.', example: '2026-11-30T13:20:07.123Z' })
  expires_at: string;
}

export class LeaseDto extends LiveLeaseDto {
  @ApiProperty({ description: 'Seconds until then; 0: it ran out.', type: 'integer', example: 640 })
  expires_in_s: number;

  @ApiProperty({ description: 'It ran out, holds nothing any more, and was not released.', example: false })
  expired: boolean;
}

export class LeaseListDto {
  @ApiProperty({ description: 'The board.', example: 'main' })
  board: string;

  @ApiProperty({ description: "The seq of the board's newest entry.", type: 'integer', example: 57 })
  head: number;

  @ApiProperty({ description: 'Leases that were not released, the oldest first.', type: [LeaseDto] })
  items: LeaseDto[];

  @ApiProperty({ description: 'How many more there are; absent: none.', type: 'integer', required: false, example: 3 })
  left_out?: number;
}

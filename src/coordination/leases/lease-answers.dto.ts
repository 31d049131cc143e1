import { ApiProperty } from '@nestjs/swagger';

class BoardAnswerDto {
  @ApiProperty({ description: 'The board.', example: 'main' })
  board: string;

  @ApiProperty({ description: "The seq of the board's newest entry.", type: 'integer', example: 57 })
  head: number;
}

export class ConflictDto {
  @ApiProperty({ description: 'The label of the lease that is in the way.', example: 'G57' })
  lease: string;

  @ApiProperty({ description: 'What was asked for.', example: 'src/net/retry.ts' })
  resource: string;

  @ApiProperty({ description: 'Who holds it.', example: 'bob' })
  held_by: string;

  @ApiProperty({ description: 'The resource of the lease that it overlaps.', example: 'src/net/**' })
  holds: string;

  @ApiProperty({ description: 'Since when: RFC 3339, UTC.', example: '2026-11-30T13:05:07.123Z' })
  since: string;

  @ApiProperty({ description: 'Seconds until the lease runs out.', type: 'integer', example: 640 })
  expires_in_s: number;

  @ApiProperty({ description: 'What the holder does: its own words, so data.', example: 'rewriting the backoff' })
  intent: string;
}

export class ClaimAnswerDto extends BoardAnswerDto {
  @ApiProperty({ description: 'All was granted; false: nothing was, and `conflicts` says why.', example: true })
  ok: boolean;

  @ApiProperty({ description: 'ok: the label of the lease.', required: false, example: 'G57' })
  lease?: string;

  @ApiProperty({
    description: 'ok: grows with each new lease of the board, never with a renewal.',
    type: 'integer',
    required: false,
    example: 57,
  })
  fence?: number;

  @ApiProperty({ description: 'ok: RFC 3339, UTC.', required: false, example: '2026-11-30T13:20:07.123Z' })
  expires_at?: string;

  @ApiProperty({ description: 'ok: held already by the caller, and renewed.', required: false, example: false })
  renewed?: boolean;

  @ApiProperty({
    description: 'ok: as they were understood.',
    type: [String],
    required: false,
    example: ['src/net/retry.ts'],
  })
  resources?: string[];

  @ApiProperty({
    description: "ok: labels of others' live CLAIMs that name something of it.",
    type: [String],
    required: false,
    example: ['G41'],
  })
  overlaps?: string[];

  @ApiProperty({ description: 'not ok: what others hold.', type: [ConflictDto], required: false })
  conflicts?: ConflictDto[];

  @ApiProperty({ description: 'not ok: how many conflicts are not listed.', type: 'integer', required: false })
  left_out?: number;
}

export class RenewAnswerDto extends BoardAnswerDto {
  @ApiProperty({ description: 'The label of the lease.', example: 'G57' })
  lease: string;

  @ApiProperty({ description: 'As before.', type: 'integer', example: 57 })
  fence: number;

  @ApiProperty({ description: 'RFC 3339, UTC.', example: '2026-11-30T13:20:07.123Z' })
  expires_at: string;
}

export class ReleaseLeaseAnswerDto extends BoardAnswerDto {
  @ApiProperty({ description: 'Labels of leases, or of the CLAIM, that are over.', type: [String], example: ['G57'] })
  ended: string[];

  @ApiProperty({ description: 'Labels of leases that still hold something.', type: [String], example: [] })
  kept: string[];

  @ApiProperty({
    description: 'The entry that tells `to` of it; null: none was sent.',
    type: 'string',
    nullable: true,
    example: null,
  })
  message: string | null;
}

export class CheckAnswerDto extends BoardAnswerDto {
  @ApiProperty({ description: 'As it was understood.', example: 'src/net/retry.ts' })
  path: string;

  @ApiProperty({ description: 'No other agent holds it.', example: false })
  ok: boolean;

  @ApiProperty({ description: 'The leases of others that hold it.', type: [ConflictDto] })
  conflicts: ConflictDto[];
}

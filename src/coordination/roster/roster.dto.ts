import { ApiProperty } from '@nestjs/swagger';
import { QueryInteger } from '../../platform/http/fields.js';
import { LiveLeaseDto } from '../leases/lease-list.dto.js';
import { PRESENCE_STATES } from './domain/presence-state.js';

export const STALE_AFTER_S = 900;
export const ROSTER_LIMIT = 50;

export class RosterQuery {
  @QueryInteger({
    description: 'Who was not there for more seconds is stale.',
    min: 1,
    max: 604_800,
    fallback: STALE_AFTER_S,
  })
  stale_after_s?: number;

  @QueryInteger({ description: 'How many, those who were there last first.', min: 1, max: 200, fallback: ROSTER_LIMIT })
  limit?: number;
}

export class RosterMemberDto {
  @ApiProperty({ description: 'Who it is.', example: 'bob' })
  agent: string;

  @ApiProperty({
    description:
      'When it was there last: RFC 3339, UTC, kept to 15 s. Any request with its credential counts, on any board of its workspace. null: never.',
    type: 'string',
    nullable: true,
    example: '2026-11-30T13:20:07.123Z',
  })
  last_seen: string | null;

  @ApiProperty({ description: 'Whole seconds since then.', type: 'integer', nullable: true, example: 12 })
  age_s: number | null;

  @ApiProperty({
    description:
      '`active`: there in the last 60 s; `stale`: not there for more than `stale_after_s`; `idle`: in between; `never`: not there yet.',
    enum: PRESENCE_STATES,
    example: 'active',
  })
  state: string;

  @ApiProperty({
    description: "Its adapters' sessions of the last 60 s, of those that send X-Instance.",
    type: 'integer',
    example: 1,
  })
  sessions: number;

  @ApiProperty({ description: 'Its live leases here, the oldest first.', type: [LiveLeaseDto] })
  holds: LiveLeaseDto[];

  @ApiProperty({ description: 'Labels of its live CLAIM notes here.', type: [String], example: ['G41'] })
  claims: string[];

  @ApiProperty({
    description:
      'How many messages and coordination entries it has not been shown here, of the newest 200 to all and the newest 50 to it.',
    type: 'integer',
    example: 3,
  })
  unread: number;
}

export class RosterDto {
  @ApiProperty({ description: 'The board.', example: 'main' })
  board: string;

  @ApiProperty({ description: "The seq of the board's newest entry.", type: 'integer', example: 57 })
  head: number;

  @ApiProperty({
    description:
      'The members by name and, where any agent may use the board, those who came by and those who have a token for it; who was there last comes first.',
    type: [RosterMemberDto],
  })
  items: RosterMemberDto[];

  @ApiProperty({ description: 'How many more there are; absent: none.', type: 'integer', required: false, example: 3 })
  left_out?: number;
}

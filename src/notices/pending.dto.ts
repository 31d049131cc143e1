import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsString, Matches, ValidateIf } from 'class-validator';
import { EntryDto } from '../gists/entry.dto.js';
import { NAME_ON_BOARD } from '../kernel/names.js';
import { QueryInteger, Text } from '../platform/http/fields.js';
import { AGENT_FORM, BoardsQuery, EventDto } from './notices.dto.js';
import { SeqByBoard } from './seq-by-board.js';

const EVENT_LABEL = /^([a-z0-9][a-z0-9._-]{0,63}\/)?[Gg][1-9]\d{0,14}$/;

export class PendingQuery extends BoardsQuery {
  @QueryInteger({ description: 'The most notices.', min: 1, max: 200, fallback: 50 })
  limit?: number;

  @QueryInteger({
    description:
      'The most tokens (of 4 characters) that the notices take as lines; what does not fit is not leased. The first is in any case.',
    min: 50,
    max: 1_000_000,
  })
  budget?: number;

  @QueryInteger({ description: 'Seconds to wait for something new.', min: 0, max: 25, fallback: 0 })
  wait?: number;
}

export class ShownDto {
  @Text({
    description: 'The lease that was shown.',
    pattern: /^[A-Za-z0-9_-]{22}$/,
    form: 'must be a lease_id',
    example: 'q83vEjRWeJq83vEjRWeJqg',
  })
  lease_id: string;

  @ApiProperty({
    description: 'Labels of messages that were shown; `board/G7` where the lease is of several boards.',
    type: [String],
    required: false,
    example: ['G7'],
  })
  @ValidateIf((_, value: unknown) => value !== undefined)
  @IsArray({ message: 'must be a list of labels' })
  @ArrayMaxSize(200, { message: 'must hold at most 200' })
  @IsString({ each: true, message: 'must be text' })
  @Matches(EVENT_LABEL, { each: true, message: 'must be labels such as G7 or main/G7' })
  events?: string[];

  @SeqByBoard({ description: 'Board -> gists up to this seq were shown.', example: { main: 57 }, isOptional: true })
  boards?: Record<string, number>;
}

/** The agent of a path. */
export class AgentParams {
  @Text({
    description: 'Whose notices: the caller, or for operators any agent.',
    pattern: NAME_ON_BOARD,
    form: AGENT_FORM,
    example: 'alice',
  })
  agent: string;
}

export class BoardEventDto extends EventDto {
  @ApiProperty({ description: 'The board.', example: 'main' })
  board: string;
}

export class PendingGistsDto {
  @ApiProperty({ description: 'The board.', example: 'main' })
  board: string;

  @ApiProperty({ description: 'The leased gists are those above this seq ...', type: 'integer', example: 41 })
  from: number;

  @ApiProperty({ description: '... up to this one.', type: 'integer', example: 57 })
  to: number;

  @ApiProperty({ description: 'Raw gists of others, ascending: ended claims are here too.', type: [EntryDto] })
  items: EntryDto[];
}

export class PendingDto {
  @ApiProperty({
    description: 'Confirm with it what was shown; null: there is nothing new.',
    type: 'string',
    nullable: true,
    example: 'q83vEjRWeJq83vEjRWeJqg',
  })
  lease_id: string | null;

  @ApiProperty({
    description: 'When what was not confirmed is offered again: RFC 3339, UTC.',
    type: 'string',
    nullable: true,
    example: '2026-11-30T13:06:07.123Z',
  })
  expires_at: string | null;

  @ApiProperty({ description: 'New messages, by board.', type: [BoardEventDto] })
  events: BoardEventDto[];

  @ApiProperty({ description: 'New gists, by board.', type: [PendingGistsDto] })
  gists: PendingGistsDto[];

  @ApiProperty({ description: 'There is more than fitted.', example: false })
  more: boolean;

  @ApiProperty({ description: 'What the agent should know about its sessions.', required: false })
  warning?: string;
}

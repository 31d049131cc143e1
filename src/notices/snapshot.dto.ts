import { ApiProperty } from '@nestjs/swagger';
import { ProposalDto } from '../coordination/agreement/plan.dto.js';
import { LiveLeaseDto } from '../coordination/leases/lease-list.dto.js';
import { LeftOutDto, LiveEntryDto } from '../gists/reading.dto.js';
import { AGENT_NAME } from '../kernel/names.js';
import { QueryInteger, Text } from '../platform/http/fields.js';
import { AGENT_FORM, BoardsQuery, EventDto, FOR } from './notices.dto.js';
import { SeqByBoard } from './seq-by-board.js';

export class SnapshotQuery extends BoardsQuery {
  @Text({
    description: '`json`: lists; `text`: each board as text. Default: json.',
    values: ['json', 'text'],
    isOptional: true,
  })
  format?: 'json' | 'text';

  @QueryInteger({ description: 'The most tokens (of 4 characters) for all boards together.', min: 50, max: 1_000_000 })
  budget?: number;

  @Text({
    description: '`false`: nothing counts as shown until it is acknowledged. Default: true.',
    values: ['true', 'false'],
    isOptional: true,
  })
  advance?: 'true' | 'false';

  @Text({ description: FOR, pattern: AGENT_NAME, form: AGENT_FORM, isOptional: true })
  for?: string;
}

export class AckDto {
  @SeqByBoard({ description: 'Board -> the `to` of its snapshot.', example: { main: 57 } })
  boards: Record<string, number>;

  @Text({ description: FOR, pattern: AGENT_NAME, form: AGENT_FORM, isOptional: true })
  for?: string;
}

export class BoardSnapshotDto {
  @ApiProperty({ description: 'The board.', example: 'main' })
  board: string;

  @ApiProperty({
    description: 'The gist cursor before; 0: first contact, so the whole live view is here.',
    type: 'integer',
    example: 41,
  })
  from: number;

  @ApiProperty({
    description: 'What is here covers everything up to this seq; acknowledge it.',
    type: 'integer',
    example: 57,
  })
  to: number;

  @ApiProperty({ description: 'format=text: all of it as text; empty: nothing new.', required: false })
  text?: string;

  @ApiProperty({ description: 'format=json: live gists of others, ascending.', type: [LiveEntryDto], required: false })
  gists?: LiveEntryDto[];

  @ApiProperty({
    description: 'format=json: messages to the agent and what happened to messages, ascending.',
    type: [EventDto],
    required: false,
  })
  events?: EventDto[];

  @ApiProperty({
    description: 'The open proposal, whether it was shown before or not; `text` begins with its line.',
    type: ProposalDto,
    required: false,
  })
  open_proposal?: ProposalDto;

  @ApiProperty({
    description: 'First contact: live leases, ascending. Later ones are events.',
    type: [LiveLeaseDto],
    required: false,
  })
  leases?: LiveLeaseDto[];

  @ApiProperty({
    description: 'Gists that the budget left out; `GET read` with this `before` and `after` = `from` has them.',
    type: LeftOutDto,
    required: false,
  })
  left_out?: LeftOutDto;

  @ApiProperty({
    description: 'There were too many messages: `to` ends before the next one. Fetch again after acknowledging.',
    example: false,
  })
  more: boolean;
}

export class SnapshotDto {
  @ApiProperty({ description: 'Whose snapshot.', example: 'alice' })
  agent: string;

  @ApiProperty({ description: 'By board.', type: [BoardSnapshotDto] })
  boards: BoardSnapshotDto[];

  @ApiProperty({ description: 'What the agent should know about its sessions.', required: false })
  warning?: string;
}

import { ApiProperty } from '@nestjs/swagger';
import { POSITION, POSITION_FORM } from '../../gists/reading.dto.js';
import { NAME_ON_BOARD } from '../../kernel/names.js';
import { EventDto } from '../../notices/notices.dto.js';
import { QueryInteger, Text, WholeNumber } from '../../platform/http/fields.js';

const TYPE = /^[a-z][a-z._]{0,31}$/;
export const MAX_WAIT_S = 25;

export class InboxFilterQuery {
  @Text({ description: 'Only by this agent.', pattern: NAME_ON_BOARD, form: 'must be an agent name', isOptional: true })
  from?: string;

  @Text({
    description: 'Only of this type, such as signal.',
    pattern: TYPE,
    form: 'must be a word of small letters',
    isOptional: true,
  })
  type?: string;

  @Text({
    description: '`false`: nothing counts as shown until it is acknowledged. Default: true.',
    values: ['true', 'false'],
    isOptional: true,
  })
  ack?: 'true' | 'false';

  @QueryInteger({ description: 'How many, the oldest of them.', min: 1, max: 200, fallback: 50 })
  limit?: number;
}

export class InboxQuery extends InboxFilterQuery {
  @Text({
    description: '`true`: heartbeats of others too. Default: false.',
    values: ['true', 'false'],
    isOptional: true,
  })
  include_heartbeats?: 'true' | 'false';
}

export class WaitQuery extends InboxFilterQuery {
  @QueryInteger({ description: 'The most seconds to wait.', min: 0, max: MAX_WAIT_S, fallback: MAX_WAIT_S })
  timeout_s?: number;

  @Text({
    description: 'Only above this label or number: with a filter, what the last wait returned last.',
    pattern: POSITION,
    form: POSITION_FORM,
    isOptional: true,
  })
  after?: string;
}

export class InboxAckDto {
  @WholeNumber({ description: 'The `to` of what was shown.', min: 0, example: 57 })
  to: number;
}

export class InboxCursorDto {
  @ApiProperty({ description: 'The board.', example: 'main' })
  board: string;

  @ApiProperty({
    description: 'Everything for you up to it, but gists, counts as shown.',
    type: 'integer',
    example: 57,
  })
  cursor: number;
}

export class InboxDto extends InboxCursorDto {
  @ApiProperty({ description: "The seq of the board's newest entry.", type: 'integer', example: 57 })
  head: number;

  @ApiProperty({ description: 'Unread, oldest first; by others.', type: [EventDto] })
  items: EventDto[];

  @ApiProperty({
    description: 'Acknowledge it once the items were shown: how far that moves the cursor.',
    type: 'integer',
    example: 57,
  })
  to: number;

  @ApiProperty({ description: 'There is more that was asked for.', example: false })
  more: boolean;
}

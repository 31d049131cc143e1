import { ApiProperty } from '@nestjs/swagger';
import { ProposalDto } from '../coordination/agreement/plan.dto.js';
import { LiveLeaseDto } from '../coordination/leases/lease-list.dto.js';
import { NAME_ON_BOARD, WORK_LABEL } from '../kernel/names.js';
import { QueryInteger, QueryList, Text } from '../platform/http/fields.js';
import { NOTE_TYPES } from './domain/note-types.js';
import { EntryDto } from './entry.dto.js';

export const POSITION = /^(?:[Gg]?[1-9]\d{0,14}|0)$/;
export const POSITION_FORM = 'must be a label such as G41, or a number';

/** What narrows a list of gists. */
export class GistFilterQuery {
  @QueryList({ description: 'Only these types; may repeat.', values: NOTE_TYPES })
  type?: (typeof NOTE_TYPES)[number][];

  @Text({ description: 'Only by this agent.', pattern: NAME_ON_BOARD, form: 'must be an agent name', isOptional: true })
  author?: string;

  @Text({
    description: 'Only of this work label.',
    pattern: WORK_LABEL,
    form: 'must be a work label',
    isOptional: true,
  })
  delegation_id?: string;
}

export class ReadQuery extends GistFilterQuery {
  @Text({ description: 'How to answer. Default: text.', values: ['text', 'json'], isOptional: true })
  format?: 'text' | 'json';

  @QueryInteger({ description: 'The most tokens (of 4 characters) that the text may take.', min: 50, max: 1_000_000 })
  budget?: number;

  @Text({
    description: 'Only entries after this label or number.',
    pattern: POSITION,
    form: POSITION_FORM,
    isOptional: true,
  })
  after?: string;

  @Text({
    description: 'Only entries before this label or number.',
    pattern: POSITION,
    form: POSITION_FORM,
    isOptional: true,
  })
  before?: string;
}

export class ReadAllQuery {
  @Text({
    description: 'Only entries before this label or number.',
    pattern: POSITION,
    form: POSITION_FORM,
    isOptional: true,
  })
  before?: string;

  @QueryInteger({ description: 'How many, the newest of them. Default: all of the window.', min: 1, max: 20_000 })
  limit?: number;
}

export class LiveEntryDto extends EntryDto {
  @ApiProperty({ description: 'All who noted it, the first author first.', type: [String], example: ['alice', 'bob'] })
  authors: string[];

  @ApiProperty({ description: 'Labels of later gists that say the same.', type: [String], example: ['G44'] })
  repeats: string[];
}

export class LeftOutDto {
  @ApiProperty({ description: 'How many entries are not shown.', type: 'integer', example: 12 })
  count: number;

  @ApiProperty({ description: 'Pass as `before` to get them.', example: 'G12' })
  before: string;
}

class EntryListDto {
  @ApiProperty({ description: 'The board.', example: 'main' })
  board: string;

  @ApiProperty({ description: "The seq of the board's newest entry.", type: 'integer', example: 57 })
  head: number;

  @ApiProperty({ description: 'Absent: all are here.', type: LeftOutDto, required: false })
  left_out?: LeftOutDto;
}

export class LiveViewDto extends EntryListDto {
  @ApiProperty({ description: 'Ascending.', type: [LiveEntryDto] })
  items: LiveEntryDto[];

  @ApiProperty({
    description: 'The open proposal; never where filters narrow the view.',
    type: ProposalDto,
    required: false,
  })
  open_proposal?: ProposalDto;

  @ApiProperty({
    description: 'Live leases, ascending; absent: none, or filters narrow the view.',
    type: [LiveLeaseDto],
    required: false,
  })
  leases?: LiveLeaseDto[];
}

export class RetainedWindowDto extends EntryListDto {
  @ApiProperty({ description: 'Ascending; expired and released claims included.', type: [EntryDto] })
  items: EntryDto[];
}

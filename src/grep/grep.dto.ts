import { ApiProperty } from '@nestjs/swagger';
import { EntryDto } from '../gists/entry.dto.js';
import { GistFilterQuery, POSITION, POSITION_FORM } from '../gists/reading.dto.js';
import { QueryInteger, Text } from '../platform/http/fields.js';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const INSTANT_FORM = 'must be an instant of RFC 3339, such as 2026-11-30T13:05:00Z (write + as %2B)';

export class GrepQuery extends GistFilterQuery {
  @Text({
    description:
      'What to search: terms joined by `&` (and), `|` (or), `!` (not) and brackets; `"..."` for a text with those signs. Letters, case and width are folded; a term matches where it is contained.',
    example: 'deadlock & (shard | lease)',
  })
  q: string;

  @QueryInteger({ description: 'How many matches, the newest of them.', min: 1, max: 500, fallback: 500 })
  limit?: number;

  @Text({
    description: 'Only entries before this label or number.',
    pattern: POSITION,
    form: POSITION_FORM,
    isOptional: true,
  })
  before?: string;

  @Text({
    description: 'Only entries written at or after this instant.',
    pattern: INSTANT,
    form: INSTANT_FORM,
    isOptional: true,
  })
  since?: string;

  @Text({
    description: 'Only entries written before this instant.',
    pattern: INSTANT,
    form: INSTANT_FORM,
    isOptional: true,
  })
  until?: string;

  @Text({
    description: '`all`: also messages and what else the caller may see. Default: gists.',
    values: ['gist', 'all'],
    isOptional: true,
  })
  kinds?: 'gist' | 'all';

  @Text({
    description: 'Search the content, the details (of entries that have one), or both. Default: content.',
    values: ['content', 'detail', 'all'],
    isOptional: true,
  })
  in?: 'content' | 'detail' | 'all';
}

export class GrepAnswerDto {
  @ApiProperty({ description: 'The board.', example: 'main' })
  board: string;

  @ApiProperty({ description: "The seq of the board's newest entry.", type: 'integer', example: 57 })
  head: number;

  @ApiProperty({ description: 'The query as it was given.', example: 'deadlock & (shard|lease)' })
  query: string;

  @ApiProperty({ description: 'The query as it was understood.', example: 'deadlock & (shard | lease)' })
  normalized: string;

  @ApiProperty({
    description: 'How many match (below `before`, where that is given); exact.',
    type: 'integer',
    example: 2,
  })
  total: number;

  @ApiProperty({ description: 'How many of them are here.', type: 'integer', example: 2 })
  returned: number;

  @ApiProperty({ description: 'There are more: pass `next_before` as `before`.', example: false })
  truncated: boolean;

  @ApiProperty({ description: 'Absent: these are all.', required: false, example: 'G12' })
  next_before?: string;

  @ApiProperty({ description: 'Newest first.', type: [EntryDto] })
  matches: EntryDto[];
}

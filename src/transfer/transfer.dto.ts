import { ApiProperty } from '@nestjs/swagger';
import { BOARD_SLUG } from '../kernel/names.js';
import { QueryInteger, Text } from '../platform/http/fields.js';

export class BeginImportDto {
  @Text({
    description: 'The name that the board will have: one that is free, or that of a board without any entry.',
    example: 'main',
    pattern: BOARD_SLUG,
    form: 'must be 1-64 of a-z, 0-9, ".", "_", "-", starting with a letter or digit',
  })
  board: string;
}

/** The import of a path: `/imports/{import}`. */
export class ImportParams {
  @Text({
    description: 'The id of the import.',
    example: '5f2c8f0e6b1e4f0e9f550b8a2f2f6d11',
    pattern: /^[0-9a-f]{32}$/,
    form: 'must be the id of an import: 32 hex digits',
  })
  import: string;
}

export class LinesQuery {
  @QueryInteger({
    description:
      'The number of the first line of the body in the file; default: 1. Lines that came before are skipped.',
    example: 1,
    min: 1,
  })
  first?: number;
}

export class GivenUpDto {
  @ApiProperty({ description: 'The import that is no more.', example: '5f2c8f0e6b1e4f0e9f550b8a2f2f6d11' })
  import: string;
}

export class ImportDto {
  @ApiProperty({ description: 'Names the import.', example: '5f2c8f0e6b1e4f0e9f550b8a2f2f6d11' })
  import: string;

  @ApiProperty({ description: 'The name that the board has once it is whole.', example: 'main' })
  board: string;

  @ApiProperty({ description: 'The last line came and all was checked: the board is there.', example: false })
  done: boolean;

  @ApiProperty({ description: 'The lines of the file that were taken.', type: 'integer', example: 60 })
  lines: number;

  @ApiProperty({ description: 'The entries that were taken.', type: 'integer', example: 57 })
  entries: number;

  @ApiProperty({
    description: 'The entries that the first line announces; null before it.',
    type: 'integer',
    nullable: true,
    example: 57,
  })
  announced: number | null;
}

import { ApiProperty } from '@nestjs/swagger';
import { BOARD_SLUG } from '../../kernel/names.js';
import { Text } from '../../platform/http/fields.js';
import { NewTokenDto } from '../tokens/tokens.dto.js';

export class CreateWorkspaceDto {
  @Text({
    description: 'The name of the new workspace.',
    example: 'acme',
    pattern: BOARD_SLUG,
    form: 'must be 1-64 of a-z, 0-9, ".", "_", "-", starting with a letter or digit',
  })
  workspace: string;
}

export class NewWorkspaceDto {
  @ApiProperty({ description: 'The name of the workspace.', example: 'acme' })
  workspace: string;

  @ApiProperty({ description: 'When it was made: RFC 3339, UTC.', example: '2026-11-30T13:05:07.123Z' })
  created_at: string;

  @ApiProperty({
    description: "Its operator's token, shown this once: the only way into the workspace until it makes others.",
    type: NewTokenDto,
  })
  operator_token: NewTokenDto;
}

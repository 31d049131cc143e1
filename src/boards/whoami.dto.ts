import { ApiProperty } from '@nestjs/swagger';
import { VERSION } from '../kernel/product.js';
import { Text } from '../platform/http/fields.js';
import { BoardSummaryDto } from './boards.dto.js';

export class WhoamiQuery {
  @Text({ description: 'The board that it is about. Default: the only one of the caller.', isOptional: true })
  board?: string;
}

export class WhoamiDto {
  @ApiProperty({ description: 'Who the service takes the caller for, in the canonical spelling.', example: 'alice' })
  agent: string;

  @ApiProperty({ enum: ['member', 'operator', 'role'], description: 'What the caller may do.', example: 'member' })
  kind: string;

  @ApiProperty({ description: 'The workspace of the caller.', example: 'default' })
  workspace: string;

  @ApiProperty({ enum: ['trusted', 'token'], description: 'How callers are known here.', example: 'trusted' })
  auth: string;

  @ApiProperty({ description: 'Where the service is reached.', example: 'http://127.0.0.1:8660' })
  url: string;

  @ApiProperty({ description: 'The version of the service.', example: VERSION })
  version: string;

  @ApiProperty({
    description: 'The board that was asked for, else the only one; null: neither.',
    type: 'string',
    nullable: true,
    example: 'main',
  })
  board: string | null;

  @ApiProperty({
    description: 'The seq of the newest entry of that board.',
    type: 'integer',
    nullable: true,
    example: 57,
  })
  head: number | null;

  @ApiProperty({ description: 'The boards that the caller may use.', type: [BoardSummaryDto] })
  boards: BoardSummaryDto[];

  @ApiProperty({
    description: 'How many other sessions run under this name (for callers that send X-Instance).',
    type: 'integer',
    example: 0,
  })
  other_sessions: number;

  @ApiProperty({ description: 'What the agent should do about other sessions under its name.', required: false })
  warning?: string;
}

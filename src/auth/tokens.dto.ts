import { ApiProperty } from '@nestjs/swagger';
import { AGENT_NAME } from '../kernel/names.js';
import { QueryInteger, Text } from '../platform/http/fields.js';

const KINDS = ['member', 'operator'];
const KIND = '`member`: uses the boards of its agent; `operator`: uses and administers all boards.';

export class CreateTokenDto {
  @Text({
    description: 'Who calls with this token.',
    example: 'alice',
    pattern: AGENT_NAME,
    form: 'must be 1-64 letters, digits, ".", "_", "-", starting with a letter or digit',
  })
  agent: string;

  @Text({ description: `${KIND} Default: member.`, values: KINDS, example: 'member', isOptional: true })
  kind?: 'member' | 'operator';
}

export class ListTokensQuery {
  @QueryInteger({ description: 'Only tokens with a smaller id.', min: 1 })
  before?: number;

  @QueryInteger({ description: 'How many.', min: 1, max: 500, fallback: 100 })
  limit?: number;
}

/** The token of a path: `/tokens/{id}`. */
export class TokenParams {
  @Text({ description: 'The id of the token.', pattern: /^[1-9]\d{0,14}$/, form: 'must be a number', example: '7' })
  id: string;
}

export class TokenDto {
  @ApiProperty({ description: 'Names the token in the list and when it is revoked.', type: 'integer', example: 7 })
  id: number;

  @ApiProperty({ description: 'Who calls with it.', example: 'alice' })
  agent: string;

  @ApiProperty({ description: KIND, enum: KINDS, example: 'member' })
  kind: string;

  @ApiProperty({ description: 'How its text begins, to tell tokens apart.', example: 'gbt_Zk3v' })
  prefix: string;

  @ApiProperty({ description: 'When it was made: RFC 3339, UTC.', example: '2026-11-30T13:05:07.123Z' })
  created_at: string;

  @ApiProperty({ description: 'When it was revoked; null: it is live.', type: 'string', nullable: true, example: null })
  revoked_at: string | null;
}

export class NewTokenDto extends TokenDto {
  @ApiProperty({
    description: 'The token itself. Shown this once: only its SHA-256 is stored.',
    example: 'gbt_<43 characters>',
  })
  token: string;
}

export class TokenListDto {
  @ApiProperty({ description: 'Newest first.', type: [TokenDto] })
  items: TokenDto[];

  @ApiProperty({
    description: 'Pass as `before` for the next page; null: this was the last.',
    type: 'integer',
    nullable: true,
    example: null,
  })
  next_before: number | null;
}

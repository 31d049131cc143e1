import { ApiProperty } from '@nestjs/swagger';
import { AGENT_NAME, BOARD_SLUG } from '../../kernel/names.js';
import { QueryInteger, Text, TextList, WholeNumber } from '../../platform/http/fields.js';

const KINDS = ['member', 'operator', 'role'];
const MADE_KINDS = ['member', 'operator'];
const KIND = '`member`: uses the boards of its agent; `operator`: uses and administers all boards.';
const ANY_KIND = `${KIND} \`role\`: what a role of one goal may do.`;
const SLUG_FORM = 'must be the name of a board: 1-64 of a-z, 0-9, ".", "_", "-"';
const YEAR_S = 31_536_000;
const WEEK_S = 604_800;

export class CreateTokenDto {
  @Text({
    description: 'Who calls with this token.',
    example: 'alice',
    pattern: AGENT_NAME,
    form: 'must be 1-64 letters, digits, ".", "_", "-", starting with a letter or digit',
  })
  agent: string;

  @Text({ description: `${KIND} Default: member.`, values: MADE_KINDS, example: 'member', isOptional: true })
  kind?: 'member' | 'operator';

  @TextList({
    description:
      'The boards that it opens, of which its agent must be a member. Default: all that its agent may use, which only an operator may ask for.',
    example: ['infra'],
    pattern: BOARD_SLUG,
    form: SLUG_FORM,
    min: 1,
    max: 50,
    maxLength: 64,
    isOptional: true,
  })
  boards?: string[];

  @WholeNumber({
    description: 'Seconds until it ends. Default: it has no end.',
    min: 1,
    max: YEAR_S,
    example: 86_400,
    isOptional: true,
  })
  expires_in_s?: number;
}

export class RotateTokenDto {
  @WholeNumber({
    description: 'Seconds for which the old token works on. Default 0: it ends at once.',
    min: 0,
    max: WEEK_S,
    example: 3_600,
    isOptional: true,
  })
  grace_s?: number;

  @WholeNumber({
    description: 'Seconds until the new token ends. Default: it ends when the old one would have.',
    min: 1,
    max: YEAR_S,
    example: 86_400,
    isOptional: true,
  })
  expires_in_s?: number;
}

export class ListTokensQuery {
  @QueryInteger({ description: 'Only tokens with a smaller id.', min: 1 })
  before?: number;

  @QueryInteger({ description: 'How many.', min: 1, max: 500, fallback: 100 })
  limit?: number;

  @Text({
    description: 'Only tokens that were made for this board; owners must name one of theirs.',
    example: 'infra',
    pattern: BOARD_SLUG,
    form: SLUG_FORM,
    isOptional: true,
  })
  board?: string;
}

/** The token of a path: `/tokens/{id}`. */
export class TokenParams {
  @Text({ description: 'The id of the token.', pattern: /^[1-9]\d{0,14}$/, form: 'must be a number', example: '7' })
  id: string;
}

export class TokenDto {
  @ApiProperty({ description: 'Names the token in the list and when it is changed.', type: 'integer', example: 7 })
  id: number;

  @ApiProperty({ description: 'Who calls with it.', example: 'alice' })
  agent: string;

  @ApiProperty({ description: ANY_KIND, enum: KINDS, example: 'member' })
  kind: string;

  @ApiProperty({
    description: 'The boards that it opens; null: all that its agent may use.',
    type: [String],
    nullable: true,
    example: ['infra'],
  })
  boards: string[] | null;

  @ApiProperty({ description: 'How its text begins, to tell tokens apart.', example: 'gbt_Zk3vQ0aB' })
  prefix: string;

  @ApiProperty({ description: 'When it was made: RFC 3339, UTC.', example: '2026-11-30T13:05:07.123Z' })
  created_at: string;

  @ApiProperty({ description: 'When it ends; null: it has no end.', type: 'string', nullable: true, example: null })
  expires_at: string | null;

  @ApiProperty({
    description: 'The minute in which it was used last; null: never yet.',
    type: 'string',
    nullable: true,
    example: '2026-11-30T13:07:00.000Z',
  })
  last_used_at: string | null;

  @ApiProperty({
    description: 'The token that took its place when it was rotated; null: none did.',
    type: 'integer',
    nullable: true,
    example: null,
  })
  rotated_to: number | null;

  @ApiProperty({ description: 'When it was revoked; null: it was not.', type: 'string', nullable: true, example: null })
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

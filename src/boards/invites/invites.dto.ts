import { ApiProperty } from '@nestjs/swagger';
import { AGENT_NAME, BOARD_SLUG } from '../../kernel/names.js';
import { Text, WholeNumber } from '../../platform/http/fields.js';
import { NewTokenDto } from '../tokens/tokens.dto.js';

const SLUG_FORM = 'must be the name of a board: 1-64 of a-z, 0-9, ".", "_", "-"';
const WEEK_S = 604_800;

export class CreateInviteDto {
  @Text({ description: 'The board.', example: 'infra', pattern: BOARD_SLUG, form: SLUG_FORM })
  board: string;

  @Text({
    description: 'The name that whoever joins has here.',
    example: 'dora',
    pattern: AGENT_NAME,
    form: 'must be 1-64 letters, digits, ".", "_", "-", starting with a letter or digit',
  })
  agent: string;

  @WholeNumber({
    description: 'Seconds until it runs out. Default: 86,400.',
    min: 60,
    max: WEEK_S,
    example: 86_400,
    isOptional: true,
  })
  expires_in_s?: number;
}

export class InvitesQuery {
  @Text({ description: 'The board.', example: 'infra', pattern: BOARD_SLUG, form: SLUG_FORM })
  board: string;
}

/** The invite of a path: `/invites/{id}`. */
export class InviteParams {
  @Text({ description: 'The id of the invite.', pattern: /^[1-9]\d{0,14}$/, form: 'must be a number', example: '3' })
  id: string;
}

export class InviteDto {
  @ApiProperty({ description: 'Names the invite when it is cancelled.', type: 'integer', example: 3 })
  id: number;

  @ApiProperty({ description: 'The board.', example: 'infra' })
  board: string;

  @ApiProperty({ description: 'The name that whoever joins has here.', example: 'dora' })
  agent: string;

  @ApiProperty({ description: 'How its code begins, to tell invites apart.', example: 'gbi_Zk3vQ0aB' })
  prefix: string;

  @ApiProperty({ description: 'Who made it.', example: 'alice' })
  created_by: string;

  @ApiProperty({ description: 'When it was made: RFC 3339, UTC.', example: '2026-11-30T13:05:07.123Z' })
  created_at: string;

  @ApiProperty({ description: 'From then on it is of no use.', example: '2026-12-01T13:05:07.123Z' })
  expires_at: string;
}

export class NewInviteDto extends InviteDto {
  @ApiProperty({
    description: 'What the one who is invited runs `gistboard join` with. Works once, and is shown this once.',
    example: 'http://127.0.0.1:8660/join#gbi_Zk3vQ0aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789_',
  })
  url: string;
}

export class InviteListDto {
  @ApiProperty({ description: 'The open invites of the board, newest first; at most 500.', type: [InviteDto] })
  items: InviteDto[];
}

export class JoinDto {
  @Text({
    description: 'The code: what stands behind the # of the URL.',
    pattern: /^gbi_[\w-]{43}$/,
    form: 'must be the code of an invite: gbi_ and 43 characters, as they stand behind the # of its URL',
    example: 'gbi_Zk3vQ0aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789_',
  })
  code: string;
}

export class JoinedDto extends NewTokenDto {
  @ApiProperty({ description: 'Where the service is reached.', example: 'http://127.0.0.1:8660' })
  url: string;

  @ApiProperty({ description: 'The board that the token opens.', example: 'infra' })
  board: string;
}

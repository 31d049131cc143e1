import { ApiProperty } from '@nestjs/swagger';
import { AGENT_NAME, BOARD_SLUG } from '../kernel/names.js';
import { QueryInteger, Text } from '../platform/http/fields.js';
import { NewTokenDto } from './tokens/tokens.dto.js';
import { ArrayMaxSize, IsArray, IsString, Matches, ValidateIf } from 'class-validator';

const SLUG_FORM = 'must be 1-64 of a-z, 0-9, ".", "_", "-", starting with a letter or digit';
const AGENT_OR_ANY = /^(\*|[A-Za-z0-9][A-Za-z0-9._-]{0,63})$/;
const AGENT_FORM = 'must be an agent name (1-64 letters, digits, ".", "_", "-") or "*"';

export class CreateBoardDto {
  @Text({ description: 'The name of the new board.', example: 'infra', pattern: BOARD_SLUG, form: SLUG_FORM })
  board: string;

  @ApiProperty({
    description:
      'Who may use it: agent names, or `*` for any agent of the workspace; at most 500. Default: nobody but operators.',
    example: ['alice', 'bob'],
    type: [String],
    required: false,
  })
  @ValidateIf((_, value: unknown) => value !== undefined)
  @IsArray({ message: 'must be a list of agent names' })
  @ArrayMaxSize(500, { message: 'must hold at most 500' })
  @IsString({ each: true, message: 'must be text' })
  @Matches(AGENT_OR_ANY, { each: true, message: AGENT_FORM })
  members?: string[];

  @Text({
    description: 'An agent that may use the board and administer its members.',
    example: 'alice',
    pattern: AGENT_NAME,
    form: AGENT_FORM,
    isOptional: true,
  })
  owner?: string;
}

/** The member of a path: `/members/{agent}`. */
export class MemberParams {
  @Text({ description: 'The board.', example: 'main' })
  board: string;

  @Text({
    description: 'An agent name, or `*` for any agent of the workspace.',
    example: 'bob',
    pattern: AGENT_OR_ANY,
    form: AGENT_FORM,
  })
  agent: string;
}

export class AddMemberQuery {
  @Text({
    description: '`true`: the member may administer the board too. Default: it stays what it is.',
    values: ['true'],
    example: 'true',
    isOptional: true,
  })
  owner?: 'true';
}

export class ListBoardsQuery {
  @Text({ description: 'Only boards whose name comes after this one.', example: 'infra', isOptional: true })
  after?: string;

  @QueryInteger({ description: 'How many.', min: 1, max: 1_000, fallback: 500 })
  limit?: number;
}

export class BoardQuery {
  @Text({ description: 'Only members whose name comes after this one, in lower case.', isOptional: true })
  members_after?: string;
}

export class BoardSummaryDto {
  @ApiProperty({ description: 'The name of the board.', example: 'main' })
  board: string;

  @ApiProperty({ description: 'The seq of its newest entry; 0: none yet.', example: 57, type: 'integer' })
  head: number;
}

export class BoardListDto {
  @ApiProperty({ description: 'The boards that the caller may use, by name.', type: [BoardSummaryDto] })
  items: BoardSummaryDto[];

  @ApiProperty({ description: 'There are more: ask again with this as `after`.', required: false, example: 'main' })
  next_after?: string;
}

export class MemberDto {
  @ApiProperty({ description: 'The agent, or `*` for any agent of the workspace.', example: 'bob' })
  agent: string;

  @ApiProperty({
    description: '`config`: named in BOARD_MEMBERS_JSON; `api`: added by request; `seen`: came by on a `*` board.',
    enum: ['config', 'api', 'seen'],
    example: 'config',
  })
  source: string;

  @ApiProperty({ description: 'May administer the members of the board.', example: false })
  is_owner: boolean;
}

export class BoardDto extends BoardSummaryDto {
  @ApiProperty({ description: 'When it was made: RFC 3339, UTC.', example: '2026-11-30T13:05:07.123Z' })
  created_at: string;

  @ApiProperty({ description: 'Its members by name, at most 1,000 of them.', type: [MemberDto] })
  members: MemberDto[];

  @ApiProperty({
    description: 'There are more members: ask for the board with this as `members_after`.',
    required: false,
    example: 'bob',
  })
  next_members_after?: string;
}

export class CreatedBoardDto extends BoardDto {
  @ApiProperty({
    description: "The owner's token for this board, shown this once; only where callers are known by tokens.",
    type: NewTokenDto,
    required: false,
  })
  owner_token?: NewTokenDto;
}

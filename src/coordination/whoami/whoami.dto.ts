import { ApiProperty } from '@nestjs/swagger';
import { VERSION } from '../../kernel/product.js';
import { ProposalDto } from '../agreement/plan.dto.js';
import { LiveLeaseDto } from '../leases/lease-list.dto.js';
import { Text } from '../../platform/http/fields.js';
import { BoardSummaryDto } from '../../boards/boards.dto.js';
import { RoleScopeDto } from '../../boards/roles/role-answers.dto.js';

export class WhoamiQuery {
  @Text({ description: 'The board that it is about. Default: the only one of the caller.', isOptional: true })
  board?: string;
}

export class UnreadDto {
  @ApiProperty({ description: 'Notes of others that a snapshot would show now.', type: 'integer', example: 4 })
  gists: number;

  @ApiProperty({
    description: 'Messages and coordination entries that were not shown yet, of the oldest 250 to you and to all.',
    type: 'integer',
    example: 1,
  })
  posts: number;
}

/** The role of a caller who has one, and what it may do now. */
export class WhoamiRoleDto extends RoleScopeDto {
  @ApiProperty({ description: 'The role.', example: 'review' })
  name: string;

  @ApiProperty({ description: "Which of the role's agents.", type: 'integer', example: 2 })
  ordinal: number;
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

  @ApiProperty({ description: 'What of that board was not shown to the caller.', type: UnreadDto, nullable: true })
  unread: UnreadDto | null;

  @ApiProperty({ description: 'The proposal that is open on that board.', type: ProposalDto, nullable: true })
  open_proposal: ProposalDto | null;

  @ApiProperty({ description: 'Live leases of the caller on that board, the oldest first.', type: [LiveLeaseDto] })
  my_leases: LiveLeaseDto[];

  @ApiProperty({ description: 'The boards that the caller may use.', type: [BoardSummaryDto] })
  boards: BoardSummaryDto[];

  @ApiProperty({
    description: 'How many other sessions run under this name (for callers that send X-Instance).',
    type: 'integer',
    example: 0,
  })
  other_sessions: number;

  @ApiProperty({ description: 'Of who calls by the token of a role.', type: WhoamiRoleDto, required: false })
  role?: WhoamiRoleDto;

  @ApiProperty({ description: 'What the agent should do about other sessions under its name.', required: false })
  warning?: string;
}

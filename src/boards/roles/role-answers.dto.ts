import { ApiProperty } from '@nestjs/swagger';

/** What a role may do: its declared lists, or the defaults of its name. */
export class RoleScopeDto {
  @ApiProperty({
    description: 'The kinds of artifacts that it may read; `*`: every kind.',
    type: [String],
    example: ['spec', 'diff'],
  })
  reads: string[];

  @ApiProperty({ description: 'The kinds of artifacts that it may write.', type: [String], example: ['findings'] })
  writes: string[];

  @ApiProperty({ description: 'It may change files of the project.', example: false })
  may_edit: boolean;

  @ApiProperty({ description: 'It sees and uses the board as a member does.', example: false })
  sees_board: boolean;
}

export class RoleDto extends RoleScopeDto {
  @ApiProperty({ description: 'What it is called.', example: 'review' })
  name: string;

  @ApiProperty({ description: 'How many agents have it.', type: 'integer', example: 2 })
  count: number;

  @ApiProperty({
    description: 'Under which names its agents write, by ordinal.',
    type: [String],
    example: ['review', 'review#2'],
  })
  contributors: string[];

  @ApiProperty({ description: 'What it is there for; null: not said.', type: 'string', nullable: true, example: null })
  purpose: string | null;

  @ApiProperty({ description: 'Which client is to run it; null: any.', type: 'string', nullable: true, example: null })
  backend: string | null;

  @ApiProperty({ description: 'Which model is to run it; null: any.', type: 'string', nullable: true, example: null })
  model: string | null;
}

export class RolesDto {
  @ApiProperty({ description: 'The board.', example: 'main' })
  board: string;

  @ApiProperty({ description: 'The seq of its newest entry.', type: 'integer', example: 57 })
  head: number;

  @ApiProperty({ description: 'What is to be reached.', example: 'Retries with a cap in the client' })
  goal: string;

  @ApiProperty({ description: '`closed`: nothing is written any more.', enum: ['open', 'closed'], example: 'open' })
  state: string;

  @ApiProperty({ description: 'The entry that declared it first.', example: 'G12' })
  declared: string;

  @ApiProperty({
    description: 'When it was closed: RFC 3339, UTC; null: it is open.',
    type: 'string',
    nullable: true,
    example: null,
  })
  closed_at: string | null;

  @ApiProperty({ description: 'In the order in which they were declared.', type: [RoleDto] })
  roles: RoleDto[];
}

export class BriefDto extends RoleScopeDto {
  @ApiProperty({ description: 'The board.', example: 'main' })
  board: string;

  @ApiProperty({ description: 'The role.', example: 'review' })
  role: string;

  @ApiProperty({ description: 'Under which name the agent writes.', example: 'review#2' })
  contributor: string;

  @ApiProperty({ description: 'What is to be reached.', example: 'Retries with a cap in the client' })
  goal: string;

  @ApiProperty({
    description: 'What the role is there for; null: not said.',
    type: 'string',
    nullable: true,
    example: null,
  })
  purpose: string | null;

  @ApiProperty({ description: 'Its tools over MCP.', type: [String], example: ['artifact_index', 'artifact_read'] })
  tools: string[];

  @ApiProperty({ description: 'All of it in words, for the agent.', example: 'You are review#2: ...' })
  text: string;
}

export class RoleTokensRevokedDto {
  @ApiProperty({ description: 'The board.', example: 'main' })
  board: string;

  @ApiProperty({ description: 'Whose tokens these were.', example: 'review#2' })
  contributor: string;

  @ApiProperty({ description: 'How many were ended by this request.', type: 'integer', example: 1 })
  revoked: number;
}

import { Flag, NestedList, QueryInteger, Text, TextList, WholeNumber } from '../../platform/http/fields.js';
import { GOAL_LIMITS, ROLE_NAME } from './domain/check-goal.js';

const NAME_FORM = 'must be 1-32 of a-z, 0-9, "-", starting with a letter';
const KINDS = { min: 0, max: GOAL_LIMITS.kinds, maxLength: 64, isOptional: true } as const;

export class DeclareRoleDto {
  @Text({ description: 'What the role is called; one is `orchestrator`.', example: 'review', maxLength: 32 })
  name: string;

  @WholeNumber({ description: 'How many agents have it. Default 1.', min: 1, max: 8, example: 2, isOptional: true })
  count?: number;

  @TextList({
    description: 'The kinds of artifacts that it may read. Default: by its name; an empty list: none.',
    example: ['spec', 'diff'],
    ...KINDS,
  })
  reads?: string[];

  @TextList({
    description: 'The kinds of artifacts that it may write. Default: by its name; an empty list: none.',
    example: ['findings'],
    ...KINDS,
  })
  writes?: string[];

  @Text({
    description: `What it is there for, in a line of at most ${GOAL_LIMITS.purpose} characters.`,
    example: 'find what the tests do not',
    isOptional: true,
  })
  purpose?: string;

  @Text({ description: 'Which client is to run it.', example: 'claude', isOptional: true })
  backend?: string;

  @Text({ description: 'Which model is to run it.', example: 'opus', isOptional: true })
  model?: string;

  @Flag({ description: 'It may change files of the project. Default: false.', example: false, isOptional: true })
  may_edit?: boolean;

  @Flag({
    description: 'It sees and uses the board as a member does. Default: only the orchestrator.',
    example: false,
    isOptional: true,
  })
  board?: boolean;
}

export class DeclareGoalDto {
  @Text({
    description: `What is to be reached: 1-${GOAL_LIMITS.goal} characters.`,
    example: 'Retries with a cap in the client',
  })
  goal: string;

  @NestedList(() => DeclareRoleDto, {
    description: `Who is to reach it: exactly one orchestrator, at most ${GOAL_LIMITS.others} agents beside it.`,
    min: 1,
    max: GOAL_LIMITS.roles,
  })
  roles: DeclareRoleDto[];
}

/** The role of a path: `/roles/{name}`. */
export class RoleParams {
  @Text({ description: 'The board.', example: 'main' })
  board: string;

  @Text({ description: 'The role.', example: 'review', pattern: ROLE_NAME, form: NAME_FORM })
  name: string;
}

export class OrdinalQuery {
  @QueryInteger({
    description: "Which of the role's agents. Default: 1; for a role that asks: itself.",
    min: 1,
    max: 8,
  })
  ordinal?: number;
}

export class CreateRoleTokenDto {
  @WholeNumber({ description: "Which of the role's agents. Default 1.", min: 1, max: 8, example: 2, isOptional: true })
  ordinal?: number;

  @WholeNumber({
    description: 'Seconds until it ends. Default: it has no end.',
    min: 1,
    max: 31_536_000,
    example: 86_400,
    isOptional: true,
  })
  expires_in_s?: number;
}

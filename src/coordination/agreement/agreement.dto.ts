import { POSITION, POSITION_FORM } from '../../gists/reading.dto.js';
import { BOARD_SLUG } from '../../kernel/names.js';
import { QueryInteger, Text, TextList, WholeNumber } from '../../platform/http/fields.js';
import { MAX_REQUIRED, MAX_VOTERS } from './domain/proposal.js';
import { STATEMENT } from './domain/statement.js';

const LABEL = /^[Gg][1-9]\d{0,14}$/;
const MAX_DEADLINE_S = 2_592_000;

export class ProposeDto {
  @Text({
    description: 'What is proposed: 1-4,000 characters. It replaces the open proposal.',
    example: 'Move the retry budget into src/net/budget.ts; bob keeps the tests.',
  })
  text: string;

  @WholeNumber({
    description: 'How many must confirm; you must be one of them. Default: 2.',
    min: 1,
    max: MAX_REQUIRED,
    isOptional: true,
  })
  required?: number;

  @TextList({
    description: 'Who may answer, beside you. Default: all members.',
    min: 1,
    max: MAX_VOTERS - 1,
    maxLength: 64,
    isOptional: true,
    example: ['bob'],
  })
  voters?: string[];

  @WholeNumber({
    description: 'Seconds until it expires. Default: 86,400.',
    min: 1,
    max: MAX_DEADLINE_S,
    isOptional: true,
  })
  deadline_s?: number;
}

/** The proposal of a path. */
export class ProposalParams {
  @Text({ description: 'The board.', pattern: BOARD_SLUG, example: 'main' })
  board: string;

  @Text({
    description: 'The proposal.',
    pattern: LABEL,
    form: 'must be a label such as G57',
    example: 'G57',
  })
  proposal: string;
}

export class ConfirmDto {
  @Text({ description: `Exactly this, and only if it is true: ${STATEMENT}`, example: STATEMENT })
  statement: string;
}

export class DeclineDto {
  @Text({ description: 'Why, for all to read: 1-1,000 characters.', example: 'The budget is shared with src/rpc.' })
  reason: string;
}

export class RevokeDto {
  @Text({ description: 'Why, for all to read: at most 1,000 characters.', isOptional: true, example: 'bob found G61' })
  reason?: string;
}

export class ListProposalsQuery {
  @Text({
    description: 'Only those before this label or number.',
    pattern: POSITION,
    form: POSITION_FORM,
    isOptional: true,
  })
  before?: string;

  @QueryInteger({ description: 'How many, the newest of them.', min: 1, max: 50, fallback: 10 })
  limit?: number;
}

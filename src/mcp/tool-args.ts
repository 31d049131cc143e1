import { ValidateBy } from 'class-validator';
import { QueryInteger, Text } from '../platform/http/fields.js';
import { DEFAULT_TOKENS, MAX_TOKENS, MIN_TOKENS } from './domain/budget.js';

/** Of every tool of a board. */
export class BoardArgs {
  @Text({ description: 'Default: the board of this connection.', isOptional: true })
  board?: string;
}

/** Of tools for which the connection and the credential say all: whose board it is, and whose role. */
export class BoundArgs {
  // A class without any rule could not be checked; and one that names a board is told so in the words of any other name.
  @ValidateBy({
    name: 'neverGiven',
    validator: { validate: (value) => value === undefined, defaultMessage: () => 'is not a known property' },
  })
  readonly board?: never;
}

/** Of tools whose result may be long. */
export class LongResultArgs extends BoardArgs {
  @QueryInteger({
    description: 'The most tokens of the result.',
    min: MIN_TOKENS,
    max: MAX_TOKENS,
    fallback: DEFAULT_TOKENS,
  })
  max_tokens?: number;
}

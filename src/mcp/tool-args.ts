import { QueryInteger, Text } from '../platform/http/fields.js';
import { DEFAULT_TOKENS, MAX_TOKENS, MIN_TOKENS } from './domain/budget.js';

/** Of every tool of a board. */
export class BoardArgs {
  @Text({ description: 'Default: the board of this connection.', isOptional: true })
  board?: string;
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

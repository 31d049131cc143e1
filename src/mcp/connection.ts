import { Text } from '../platform/http/fields.js';
import type { Identity } from '../auth/domain/identity.js';
import type { RoleScope } from '../boards/roles/domain/scope.js';
import type { Toolset } from './domain/toolsets.js';
import { DEFAULT_TOOLSETS, TOOLSETS } from './domain/toolsets.js';

const ONE = `(${TOOLSETS.join('|')})`;

/** How a client sets its connection up: `/mcp?board=main&toolsets=board,core&structured=true`. */
export class ConnectionQuery {
  @Text({ description: 'The board of calls that name none. Default: the only one of the caller.', isOptional: true })
  board?: string;

  @Text({
    description: `Which groups of tools, parted by commas. Default: ${DEFAULT_TOOLSETS.join(',')}.`,
    pattern: new RegExp(`^${ONE}(,${ONE})*$`),
    form: `must be toolsets parted by commas: ${TOOLSETS.join(', ')}`,
    isOptional: true,
  })
  toolsets?: string;

  @Text({
    description: 'For programs: `true` adds structured results. A model is then shown those alone by some clients.',
    values: ['true', 'false'],
    isOptional: true,
  })
  structured?: 'true' | 'false';
}

/** What a request says beside its message. */
export interface Connection {
  readonly caller: Identity;
  /** Of a caller who has a role of a goal. */
  readonly scope: RoleScope | undefined;
  readonly requestId: string;
  /** The session that the caller's adapter names: what it was shown counts as shown by receipt only. */
  readonly instance: string | undefined;
  readonly board: string | undefined;
  readonly toolsets: readonly Toolset[];
  /** A program reads the results, not a model. */
  readonly isStructured: boolean;
  /** Aborted once nobody is there any more to take the answer. */
  readonly isGone: AbortSignal;
  /** To be called before a call waits, so that it holds no place of those who work. Throws `overloaded`. */
  readonly becomeHeld: () => void;
  /** As Node gives the header. */
  readonly idempotencyKey: string | readonly string[] | undefined;
}

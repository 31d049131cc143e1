import type { Identity } from '../auth/domain/identity.js';
import type { Viewer } from '../journal/domain/visibility.js';
import type { BoardAccess } from './board-access.service.js';

/** The caller as one who looks at the board. The only place where one is made, so that no surface forgets a scope. */
export const viewerOf = (
  identity: Pick<Identity, 'agent' | 'kind'>,
  { scope }: Pick<BoardAccess, 'scope'>,
): Viewer => ({
  agent: identity.agent,
  isOperator: identity.kind === 'operator',
  scope,
});

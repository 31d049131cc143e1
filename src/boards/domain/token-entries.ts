import type { Token } from '../../auth/domain/token.js';
import type { EntryDraft } from '../../journal/domain/entry-draft.js';
import type { AgentName } from '../../kernel/ids.js';

export type TokenEvent = 'token.created' | 'token.rotated' | 'token.revoked';

/** What happened to a token, for the journal; only operators see it. */
export const tokenDraft = (
  type: TokenEvent,
  token: Pick<Token, 'id' | 'agent' | 'prefix'>,
  by: AgentName,
): EntryDraft => ({
  kind: 'token',
  type,
  author: by,
  content: `${token.agent}: token ${token.id} (${token.prefix}...)`,
});

import type { Token } from '../../auth/domain/token.js';
import { Problem } from '../../kernel/problem.js';
import { Answer } from '../../platform/http/answer.js';
import { problemBody } from '../../platform/http/problem-document.js';
import type { TokenDto } from './tokens.dto.js';

const instantOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

export const tokenDto = (token: Token): TokenDto => ({
  id: token.id,
  agent: token.agent,
  kind: token.kind,
  boards: token.boards === null ? null : [...token.boards],
  prefix: token.prefix,
  created_at: new Date(token.createdAtMs).toISOString(),
  expires_at: instantOf(token.expiresAtMs),
  last_used_at: instantOf(token.lastUsedAtMs),
  rotated_to: token.rotatedTo,
  revoked_at: instantOf(token.revokedAtMs),
});

/** What is kept under the key of a request that made a secret, so that a repeat shows none. */
export function alreadyCreated(token: Pick<Token, 'id' | 'prefix'>): Answer<unknown> {
  const detail = `An earlier request with this key made token ${token.id} (${token.prefix}...). Its text was shown then and is not kept; revoke it and make another.`;
  const problem = new Problem('already_created', detail, { members: { token_id: token.id, prefix: token.prefix } });
  return new Answer(409, problemBody(problem));
}

import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../kernel/clock.js';
import type { AgentName } from '../kernel/ids.js';
import { agentKey } from '../kernel/names.js';
import { Problem } from '../kernel/problem.js';
import { Settings } from '../platform/config/settings.js';
import { Answer } from '../platform/http/answer.js';
import { Idempotency } from '../platform/http/idempotency.js';
import type { RequestKey } from '../platform/http/idempotency-keys.repository.js';
import { problemBody } from '../platform/http/problem-document.js';
import { AgentsRepository } from './agents.repository.js';
import { refuseReservedName } from './domain/agent-names.js';
import { type Identity, isOperator } from './domain/identity.js';
import { tokenDigest } from './identity.service.js';
import type { CreateTokenDto, ListTokensQuery, NewTokenDto, TokenDto, TokenListDto } from './tokens.dto.js';
import { type Token, TokensRepository } from './tokens.repository.js';

/** What a token's text begins with, and how much of it is kept to tell tokens apart. */
const TOKEN_START = 'gbt_';
const PREFIX_LENGTH = TOKEN_START.length + 8;

/** Tokens, made and revoked by operators. */
@Injectable()
export class TokensService {
  constructor(
    private readonly tokens: TokensRepository,
    private readonly agents: AgentsRepository,
    private readonly idempotency: Idempotency,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Answers the token's text, once: a repeat under the same key is `already_created`, since the text is not kept. */
  async create(caller: Identity, dto: CreateTokenDto, key: RequestKey | undefined): Promise<Answer<NewTokenDto>> {
    requireOperator(caller);
    const { agent: name, kind = 'member' } = dto;
    const isTheOperator = kind === 'operator' && agentKey(name) === agentKey(this.settings.operator);
    if (!isTheOperator) refuseReservedName(name, this.settings.operator);
    const text = TOKEN_START + randomBytes(32).toString('base64url');
    const digest = tokenDigest(text);
    return this.idempotency.transact(key, async (tx) => {
      const agent = isTheOperator
        ? (this.settings.operator as AgentName)
        : await this.agents.register(tx, caller.workspaceId, name);
      const prefix = text.slice(0, PREFIX_LENGTH);
      await this.tokens.insert(tx, { workspaceId: caller.workspaceId, agent, kind, digest, prefix }, this.clock.now());
      const token = await this.tokens.byDigest(tx, digest);
      if (token === undefined) throw new Error('a token that was just made is gone');
      return { answer: new Answer(201, { ...tokenDto(token), token: text }), stored: alreadyCreated(token) };
    });
  }

  async list(
    caller: Identity,
    { before = Number.MAX_SAFE_INTEGER, limit = 100 }: ListTokensQuery,
  ): Promise<TokenListDto> {
    requireOperator(caller);
    const tokens = await this.tokens.list(caller.workspaceId, { before, limit });
    const last = tokens.length === limit ? tokens.at(-1) : undefined;
    return { items: tokens.map(tokenDto), next_before: last?.id ?? null };
  }

  /** Effective at the next request, on every replica; repeating it is harmless. */
  async revoke(caller: Identity, id: number, key: RequestKey | undefined): Promise<Answer<TokenDto>> {
    requireOperator(caller);
    return this.idempotency.transact(key, async (tx) => {
      const token = await this.tokens.revoke(tx, caller.workspaceId, id);
      if (token === undefined) throw new Problem('not_found', `There is no token ${id}. GET /tokens lists them.`);
      return { answer: new Answer(200, tokenDto(token)) };
    });
  }
}

function requireOperator(caller: Identity): void {
  if (!isOperator(caller)) throw new Problem('forbidden', 'Only an operator may see or change tokens.');
}

const alreadyCreated = (token: Token): Answer<unknown> => {
  const detail = `An earlier request with this key made token ${token.id} (${token.prefix}...). Its text was shown then and is not kept; revoke it and make another.`;
  const problem = new Problem('already_created', detail, { members: { token_id: token.id, prefix: token.prefix } });
  return new Answer(409, problemBody(problem));
};

const tokenDto = (token: Token): TokenDto => ({
  id: token.id,
  agent: token.agent,
  kind: token.kind,
  prefix: token.prefix,
  created_at: new Date(token.createdAtMs).toISOString(),
  revoked_at: token.revokedAtMs === null ? null : new Date(token.revokedAtMs).toISOString(),
});

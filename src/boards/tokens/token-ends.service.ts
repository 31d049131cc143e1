import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Identity } from '../../auth/domain/identity.js';
import { endOfRotated, isLive, predecessorsOf, type Token } from '../../auth/domain/token.js';
import { TokensRepository } from '../../auth/tokens.repository.js';
import { Problem } from '../../kernel/problem.js';
import { Answer } from '../../platform/http/answer.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import { tokenDto } from './token-dto.js';
import { type TokenChange, TokenCommitsService } from './token-commits.service.js';
import { TokenMaker } from './token-maker.service.js';
import { TokenRightsService } from './token-rights.service.js';
import type { NewTokenDto, RotateTokenDto, TokenDto } from './tokens.dto.js';

interface TokenRequest {
  readonly id: number;
  readonly key: RequestKey | undefined;
}

/** The ends of tokens: revoked at once, or rotated, so that another takes the place of one. */
@Injectable()
export class TokenEndsService {
  constructor(
    private readonly tokens: TokensRepository,
    private readonly rights: TokenRightsService,
    private readonly maker: TokenMaker,
    private readonly commits: TokenCommitsService,
  ) {}

  /**
   * Effective at the next request, on every replica; repeating it is harmless. What it took the place of ends with it,
   * whatever grace is left; an heir of its own goes on.
   */
  revoke(caller: Identity, { id, key }: TokenRequest): Promise<Answer<TokenDto>> {
    return this.#change(caller, { id, key }, async (tx, { agent }) => {
      const nowMs = await this.tokens.now(tx);
      const rotated = await this.tokens.rotated(tx, { workspaceId: caller.workspaceId, agent });
      const graced = predecessorsOf(rotated, id).filter((token) => isLive(token, nowMs));
      for (const token of graced) await this.tokens.revoke(tx, token.id);
      const before = await this.#locked(tx, caller, id);
      await this.tokens.revoke(tx, id);
      const token = await this.#locked(tx, caller, id);
      const tokens = before.revokedAtMs === null ? [...graced, token] : graced;
      return { answer: new Answer(200, tokenDto(token)), event: { type: 'token.revoked', tokens, isOver: true } };
    });
  }

  /**
   * Makes a token of the same kind for the same agent and boards; the old one works for `grace_s` more. Throws
   * `not_live` where it has ended or was rotated before: there is one heir at most.
   */
  rotate(caller: Identity, { id, key }: TokenRequest, dto: RotateTokenDto): Promise<Answer<NewTokenDto>> {
    const { workspaceId } = caller;
    return this.#change(caller, { id, key }, async (tx) => {
      const before = await this.#locked(tx, caller, id);
      if (before.kind === 'role') throw notRotated(before);
      const nowMs = await this.tokens.now(tx);
      refuseEnded(before, nowMs);
      const expiresAtMs = (await this.maker.endAfter(tx, dto.expires_in_s)) ?? before.expiresAtMs;
      const { token, dto: made, stored } = await this.maker.make(tx, { ...before, workspaceId, expiresAtMs });
      const endsAtMs = endOfRotated(before.expiresAtMs, nowMs, dto.grace_s ?? 0);
      await this.tokens.setRotated(tx, id, { id: token.id, endsAtMs });
      return {
        answer: new Answer(201, made),
        stored,
        event: { type: 'token.rotated', tokens: [before], isOver: false },
      };
    });
  }

  /** `found`: the token before it is locked. */
  async #change<T>(
    caller: Identity,
    { id, key }: TokenRequest,
    change: (tx: EntityManager, found: Token) => Promise<TokenChange<T>>,
  ): Promise<Answer<T>> {
    const found = await this.rights.require(caller, id);
    const boards = await this.rights.boardsOf(caller, found);
    return this.commits.commit({ caller, key, boards }, (tx) => change(tx, found));
  }

  async #locked(tx: EntityManager, { workspaceId }: Identity, id: number): Promise<Token> {
    const token = await this.tokens.lock(tx, workspaceId, id);
    if (token === undefined) throw new Error('tokens are never deleted');
    return token;
  }
}

/** Two tokens of one seat would be two agents under one name. */
const notRotated = ({ agent }: Token): Problem =>
  new Problem('forbidden', `This token is for the role ${agent}. Make another for the role, which ends this one.`);

function refuseEnded(token: Token, nowMs: number): void {
  if (token.rotatedTo !== null) {
    throw new Problem('not_live', `Token ${token.id} was rotated already: token ${token.rotatedTo} took its place.`);
  }
  if (!isLive(token, nowMs)) throw new Problem('not_live', `Token ${token.id} has ended. Make another: POST /tokens`);
}

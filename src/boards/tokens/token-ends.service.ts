import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Identity } from '../../auth/domain/identity.js';
import { endOfRotated, isLive, type Token } from '../../auth/domain/token.js';
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

  /** Effective at the next request, on every replica; repeating it is harmless. */
  revoke(caller: Identity, { id, key }: TokenRequest): Promise<Answer<TokenDto>> {
    return this.#change(caller, { id, key }, async (tx, before) => {
      if (before.revokedAtMs !== null) return { answer: new Answer(200, tokenDto(before)) };
      await this.tokens.revoke(tx, id);
      const token = await this.#locked(tx, caller, id);
      return { answer: new Answer(200, tokenDto(token)), event: { type: 'token.revoked', token, isOver: true } };
    });
  }

  /**
   * Makes a token of the same kind for the same agent and boards; the old one works for `grace_s` more. Throws
   * `not_live` where it has ended or was rotated before: there is one heir at most.
   */
  rotate(caller: Identity, { id, key }: TokenRequest, dto: RotateTokenDto): Promise<Answer<NewTokenDto>> {
    const { workspaceId } = caller;
    return this.#change(caller, { id, key }, async (tx, before) => {
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
        event: { type: 'token.rotated', token: before, isOver: false },
      };
    });
  }

  async #change<T>(
    caller: Identity,
    { id, key }: TokenRequest,
    change: (tx: EntityManager, before: Token) => Promise<TokenChange<T>>,
  ): Promise<Answer<T>> {
    const boards = await this.rights.boardsOf(caller, await this.rights.require(caller, id));
    return this.commits.commit({ caller, key, boards }, async (tx) => change(tx, await this.#locked(tx, caller, id)));
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

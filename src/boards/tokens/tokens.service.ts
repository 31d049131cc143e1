import { Injectable } from '@nestjs/common';
import { TokensRepository } from '../../auth/tokens.repository.js';
import { badRequest, Problem } from '../../kernel/problem.js';
import { Answer } from '../../platform/http/answer.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import { type Identity, isOperator } from '../../auth/domain/identity.js';
import { tokenDto } from './token-dto.js';
import { TokenCommitsService } from './token-commits.service.js';
import { TokenMaker } from './token-maker.service.js';
import { TokenRightsService } from './token-rights.service.js';
import type { CreateTokenDto, ListTokensQuery, NewTokenDto, TokenListDto } from './tokens.dto.js';

/** Tokens, made and listed by operators and by the owners of the boards that they are for. */
@Injectable()
export class TokensService {
  constructor(
    private readonly tokens: TokensRepository,
    private readonly rights: TokenRightsService,
    private readonly maker: TokenMaker,
    private readonly commits: TokenCommitsService,
  ) {}

  /** Answers the token's text, once: a repeat under the same key is `already_created`, since the text is not kept. */
  async create(caller: Identity, dto: CreateTokenDto, key: RequestKey | undefined): Promise<Answer<NewTokenDto>> {
    const { agent, kind = 'member' } = dto;
    const { workspaceId } = caller;
    refuseNarrowOperator(caller, dto);
    const opened = await this.rights.forBoards(caller, dto.boards);
    const names = dto.boards === undefined ? null : opened.map(({ slug }) => slug);
    const boards = await this.rights.boardsOf(caller, { agent, boards: names });
    return this.commits.commit({ caller, key, boards }, async (tx) => {
      for (const board of opened) await this.rights.requireMember(tx, board, agent);
      const expiresAtMs = await this.maker.endAfter(tx, dto.expires_in_s);
      const {
        token,
        dto: made,
        stored,
      } = await this.maker.make(tx, { workspaceId, agent, kind, boards: names, expiresAtMs });
      return {
        answer: new Answer(201, made),
        stored,
        event: { type: 'token.created', tokens: [token], isOver: false },
      };
    });
  }

  /** Operators see all tokens of the workspace, owners those made for a board of theirs, which they name. */
  async list(caller: Identity, query: ListTokensQuery): Promise<TokenListDto> {
    const { before = Number.MAX_SAFE_INTEGER, limit = 100, board } = query;
    await this.rights.forBoards(caller, board === undefined ? undefined : [board]);
    const tokens = await this.tokens.list(caller.workspaceId, { before, limit, board });
    const last = tokens.length === limit ? tokens.at(-1) : undefined;
    return { items: tokens.map(tokenDto), next_before: last?.id ?? null };
  }
}

function refuseNarrowOperator(caller: Identity, { kind, boards }: CreateTokenDto): void {
  if (kind !== 'operator') return;
  if (!isOperator(caller)) throw new Problem('forbidden', 'Only an operator may make a token for an operator.');
  if (boards !== undefined) throw badRequest('boards', 'belongs to no token of an operator, who may use all boards');
}

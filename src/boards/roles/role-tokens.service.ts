import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Identity } from '../../auth/domain/identity.js';
import type { Gone } from '../revocations.service.js';
import type { EntryDraft } from '../../journal/domain/entry-draft.js';
import { JournalWriter } from '../../journal/journal-writer.js';
import type { AgentName } from '../../kernel/ids.js';
import { Problem } from '../../kernel/problem.js';
import { Answer } from '../../platform/http/answer.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import type { BoardAccess } from '../board-access.service.js';
import { tokenDraft } from '../domain/token-entries.js';
import { RevocationsService } from '../revocations.service.js';
import { TokenMaker } from '../tokens/token-maker.service.js';
import type { NewTokenDto } from '../tokens/tokens.dto.js';
import { contributorOf, ORCHESTRATOR, standingScope } from './domain/scope.js';
import { OpenGoalService } from './open-goal.service.js';
import type { RoleTokensRevokedDto } from './role-answers.dto.js';
import { noSuchSeat } from './roles.service.js';

/** Which agent of a role. */
export interface SeatRequest {
  readonly name: string;
  readonly ordinal: number;
  readonly key: RequestKey | undefined;
}

/** The tokens of roles: made and ended by operators, owners and the goal's orchestrator. One seat has one at most. */
@Injectable()
export class RoleTokensService {
  constructor(
    private readonly open: OpenGoalService,
    private readonly maker: TokenMaker,
    private readonly revocations: RevocationsService,
    private readonly writer: JournalWriter,
  ) {}

  /**
   * Answers the token's text, once; ends the one before in the same transaction. Throws `forbidden`, `not_found`,
   * `goal_closed`.
   */
  mint(
    caller: Identity,
    access: BoardAccess,
    request: SeatRequest & { readonly expiresInS: number | undefined },
  ): Promise<Answer<NewTokenDto>> {
    requireLeader(access);
    const { name, ordinal, key, expiresInS } = request;
    const { ref: board, slug } = access;
    return this.writer.write({
      kind: 'own',
      board,
      key,
      decide: async (context) => {
        const { tx } = context;
        const { roles } = await this.open.require(tx, board);
        await this.#requireStill(tx, caller, access);
        if (standingScope(roles, { name, ordinal }) === undefined) throw noSuchSeat(roles, name);
        const gone = goneOf(caller, access, { name, ordinal });
        const ended = await this.revocations.revokeTokens(context, gone);
        const expiresAtMs = await this.maker.endAfter(tx, expiresInS);
        const plan = { ...board, agent: gone.agent, role: { name, ordinal }, boards: [slug], expiresAtMs };
        const { token, dto, stored } = await this.maker.make(tx, { ...plan, kind: 'role' });
        return {
          drafts: [...ended, tokenDraft('token.created', token, caller.agent)],
          answer: new Answer(201, dto),
          stored,
        };
      },
    });
  }

  /** Effective at once, also for a request that is under way; repeating it is harmless. Throws `forbidden`, `not_found`. */
  revoke(
    caller: Identity,
    access: BoardAccess,
    { name, ordinal, key }: SeatRequest,
  ): Promise<Answer<RoleTokensRevokedDto>> {
    requireLeader(access);
    return this.writer.write({
      kind: 'own',
      board: access.ref,
      key,
      decide: async (context) => {
        const { roles } = await this.open.find(context.tx, access.ref);
        await this.#requireStill(context.tx, caller, access);
        if (standingScope(roles, { name, ordinal }) === undefined) throw noSuchSeat(roles, name);
        const gone = goneOf(caller, access, { name, ordinal });
        const drafts = await this.revocations.revokeFor(context, gone);
        const revoked = drafts.filter(isRevocation).length;
        return { drafts, answer: new Answer(200, { board: access.slug, contributor: gone.agent, revoked }) };
      },
    });
  }

  /** An orchestrator that was replaced or ended meanwhile makes nothing. */
  async #requireStill(tx: EntityManager, caller: Identity, { ref, scope }: BoardAccess): Promise<void> {
    if (scope !== undefined) await this.open.requireSeat(tx, caller, ref);
  }
}

function requireLeader({ mayAdminister, scope }: BoardAccess): void {
  if (mayAdminister || scope?.role === ORCHESTRATOR) return;
  throw new Problem('forbidden', 'Only an operator, an owner of the board or its orchestrator may do this.');
}

const goneOf = (
  caller: Identity,
  { ref: board, slug }: BoardAccess,
  { name, ordinal }: Pick<SeatRequest, 'name' | 'ordinal'>,
): Gone => ({ board, slug, agent: contributorOf(name, ordinal) as AgentName, by: caller.agent });

const isRevocation = ({ kind, type }: EntryDraft): boolean => kind === 'token' && type === 'token.revoked';

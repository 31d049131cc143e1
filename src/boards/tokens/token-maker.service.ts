import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AgentNamesService } from '../../auth/agent-names.service.js';
import type { RoleSeat } from '../../auth/domain/identity.js';
import type { Token } from '../../auth/domain/token.js';
import { newSecret } from '../../auth/secret.js';
import { TokensRepository } from '../../auth/tokens.repository.js';
import { Clock } from '../../kernel/clock.js';
import type { AgentName, WorkspaceId } from '../../kernel/ids.js';
import { Answer } from '../../platform/http/answer.js';
import { alreadyCreated, tokenDto } from './token-dto.js';
import type { NewTokenDto } from './tokens.dto.js';

/** What a new token is for. */
export interface TokenPlan {
  readonly workspaceId: WorkspaceId;
  readonly agent: string;
  readonly kind: Token['kind'];
  /** The role of a goal that it is for; its agent is the contributor then. */
  readonly role?: RoleSeat | null;
  /** Names of boards; null: all that the agent may use. */
  readonly boards: readonly string[] | null;
  /** When it ends, in milliseconds since 1970; null: never. */
  readonly expiresAtMs: number | null;
}

/** A token that was just made. Its text is in `dto` and nowhere else. */
export interface MadeToken {
  readonly token: Token;
  readonly dto: NewTokenDto;
  /** What a repeat of the request gets. */
  readonly stored: Answer<unknown>;
}

/** Makes tokens; the only place where one has a text. */
@Injectable()
export class TokenMaker {
  constructor(
    private readonly tokens: TokensRepository,
    private readonly names: AgentNamesService,
    private readonly clock: Clock,
  ) {}

  /** Throws `reserved_name`. The workspace knows the agent afterwards. */
  async make(tx: EntityManager, plan: TokenPlan): Promise<MadeToken> {
    const { role = null } = plan;
    const agent = await this.#agentOf(tx, plan);
    const secret = newSecret('gbt_');
    const token = await this.tokens.insert(tx, { ...plan, role, agent, secret }, this.clock.now());
    return { token, dto: { ...tokenDto(token), token: secret.text }, stored: alreadyCreated(token) };
  }

  /** A token of the workspace's operator, which opens all its boards and never ends. */
  makeForOperator(tx: EntityManager, workspaceId: WorkspaceId): Promise<MadeToken> {
    const agent = this.names.operator;
    return this.make(tx, { workspaceId, agent, kind: 'operator', boards: null, expiresAtMs: null });
  }

  async #agentOf(tx: EntityManager, plan: TokenPlan): Promise<AgentName> {
    // A contributor is known to its board alone.
    if (plan.kind === 'role') return plan.agent as AgentName;
    if (plan.kind === 'operator' && this.names.isOperators(plan.agent)) return this.names.operator;
    this.names.refuseReserved(plan.agent);
    return this.names.register(tx, plan.workspaceId, plan.agent);
  }

  /** The instant that is so many seconds from now by the database's clock; null: none was asked for. */
  async endAfter(tx: EntityManager, seconds: number | undefined): Promise<number | null> {
    return seconds === undefined ? null : (await this.tokens.now(tx)) + seconds * 1_000;
  }
}

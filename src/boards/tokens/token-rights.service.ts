import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Identity, isOperator } from '../../auth/domain/identity.js';
import type { Token } from '../../auth/domain/token.js';
import { TokensRepository } from '../../auth/tokens.repository.js';
import { agentKey } from '../../kernel/names.js';
import { Problem } from '../../kernel/problem.js';
import {
  type BoardAccess,
  BoardAccessService,
  type NamedBoard,
  requireAdministrator,
} from '../board-access.service.js';
import { rightsOf } from '../domain/membership.js';
import { MembersRepository } from '../members.repository.js';

/** Whose tokens somebody may make and change: operators all, owners those that open none but their own boards. */
@Injectable()
export class TokenRightsService {
  constructor(
    private readonly tokens: TokensRepository,
    private readonly access: BoardAccessService,
    private readonly members: MembersRepository,
  ) {}

  /** The boards that tokens are asked for; throws `forbidden`, `not_found` where they are not the caller's to open. */
  async forBoards(caller: Identity, boards: readonly string[] | undefined): Promise<readonly BoardAccess[]> {
    if (boards === undefined) {
      if (isOperator(caller)) return [];
      throw new Problem('forbidden', 'Only an operator may do this for all boards. An owner names boards of its own.');
    }
    const found: BoardAccess[] = [];
    for (const slug of new Set(boards)) found.push(await this.access.require(caller, slug));
    found.forEach(requireAdministrator);
    return found;
  }

  /** A token that the caller may change; throws `forbidden` or, for operators, `not_found`. */
  async require(caller: Identity, id: number): Promise<Token> {
    const token = await this.tokens.find(caller.workspaceId, id);
    if (isOperator(caller)) {
      if (token === undefined) throw new Problem('not_found', `There is no token ${id}. GET /tokens lists them.`);
      return token;
    }
    // The same whether the token is there or not.
    if (token === undefined || !(await this.#isOwners(caller, token))) {
      throw new Problem('forbidden', 'Only an operator may do this, or who owns all boards that the token is for.');
    }
    return token;
  }

  /** The boards whose journals tell of an agent's token: those that it is for, else those that know the agent by name. */
  boardsOf(
    caller: Identity,
    { agent, boards }: Pick<Token, 'boards'> & { readonly agent: string },
  ): Promise<readonly NamedBoard[]> {
    return this.access.knowing(caller.workspaceId, agent, boards);
  }

  /** Throws `unknown_agent` where the agent could not use the board, whatever token it had. */
  async requireMember(tx: EntityManager, board: BoardAccess, agent: string): Promise<void> {
    const members = await this.members.listNames(board.ref.boardId, tx);
    if (rightsOf(agentKey(agent), false, members).mayUse) return;
    const message = `${agent} is no member of ${board.slug}. Add it first: PUT /board/${board.slug}/members/${agent}`;
    throw new Problem('unknown_agent', message, { errors: [{ path: 'agent', message }] });
  }

  async #isOwners(caller: Identity, { kind, boards }: Token): Promise<boolean> {
    if (kind === 'operator' || boards === null) return false;
    for (const slug of boards) {
      if ((await this.access.find(caller, slug))?.mayAdminister !== true) return false;
    }
    return true;
  }
}

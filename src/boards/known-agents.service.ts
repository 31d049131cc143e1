import { Injectable } from '@nestjs/common';
import { TokensRepository } from '../auth/tokens.repository.js';
import type { BoardRef } from '../journal/domain/board-ref.js';
import type { AgentName } from '../kernel/ids.js';
import { agentKey, isReservedName } from '../kernel/names.js';
import { Problem } from '../kernel/problem.js';
import { Settings } from '../platform/config/settings.js';
import type { BoardAccess } from './board-access.service.js';
import { ANY_AGENT, closeSpellings } from './domain/membership.js';
import { MembersRepository } from './members.repository.js';

/**
 * Who can be addressed on a board: its named members, the contributors to its goal and the operator, on a `*` board also
 * those seen there and token holders.
 */
@Injectable()
export class KnownAgentsService {
  constructor(
    private readonly members: MembersRepository,
    private readonly tokens: TokensRepository,
    private readonly settings: Settings,
  ) {}

  /** The canonical spelling of `to`, if the board knows it; throws `unknown_agent` with close spellings. */
  async require({ ref, slug }: Pick<BoardAccess, 'ref' | 'slug'>, to: string): Promise<AgentName> {
    const known = await this.#list(ref, slug);
    const agent = known.find((candidate) => agentKey(candidate) === agentKey(to));
    if (agent !== undefined) return agent;
    if (isReservedName(to))
      throw unknownAgent(`"${to}" is no agent. A message goes to an agent, by its name, or to all.`);
    const close = closeSpellings(to, known);
    const hint = close.length === 0 ? '' : ` Did you mean ${close.join(' or ')}?`;
    throw unknownAgent(
      `This board knows no agent "${to}".${hint} It is known once it has called the board, or when it is added: PUT /board/${slug}/members/${to}`,
    );
  }

  async #list(board: BoardRef, slug: string): Promise<readonly AgentName[]> {
    const members = await this.members.listNames(board.boardId);
    const isOpen = members.some(({ agent }) => agent === ANY_AGENT);
    const named = members.flatMap(({ agent, source }) =>
      agent === ANY_AGENT || (source === 'seen' && !isOpen) ? [] : [agent],
    );
    const holders = isOpen ? await this.tokens.holders(board.workspaceId, slug) : [];
    return [...new Set([...named, this.settings.operator as AgentName, ...holders])];
  }
}

const unknownAgent = (message: string): Problem =>
  new Problem('unknown_agent', message, { errors: [{ path: 'to', message }] });

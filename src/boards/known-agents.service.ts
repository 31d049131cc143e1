import { Injectable } from '@nestjs/common';
import { TokensRepository } from '../auth/tokens.repository.js';
import type { AgentName, Seq } from '../kernel/ids.js';
import { agentKey, isReservedName } from '../kernel/names.js';
import { Problem } from '../kernel/problem.js';
import { Settings } from '../platform/config/settings.js';
import type { BoardAccess } from './board-access.service.js';
import { ANY_AGENT, closeSpellings } from './domain/membership.js';
import { type Member, MembersRepository } from './members.repository.js';

/** Who can be addressed on a board. */
export interface KnownAgent {
  readonly agent: AgentName;
  /** Where the journal stood when it joined; undefined: it has a token for the board, and did not come by yet. */
  readonly joinedSeq: Seq | undefined;
}

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
  async require(access: Pick<BoardAccess, 'ref' | 'slug'>, to: string): Promise<AgentName> {
    const named = await this.#among(access, await this.members.listNames(access.ref.boardId));
    const known = [...new Set([...named.map((each) => each.agent), this.settings.operator as AgentName])];
    const agent = known.find((candidate) => agentKey(candidate) === agentKey(to));
    if (agent !== undefined) return agent;
    if (isReservedName(to))
      throw unknownAgent(`"${to}" is no agent. A message goes to an agent, by its name, or to all.`);
    const close = closeSpellings(to, known);
    const hint = close.length === 0 ? '' : ` Did you mean ${close.join(' or ')}?`;
    throw unknownAgent(
      `This board knows no agent "${to}".${hint} It is known once it has called the board, or when it is added: PUT /board/${access.slug}/members/${to}`,
    );
  }

  /** The named members, and on a `*` board those seen there and token holders; each once. */
  async agents(access: Pick<BoardAccess, 'ref' | 'slug'>): Promise<readonly KnownAgent[]> {
    return this.#among(access, await this.members.list(access.ref.boardId));
  }

  async #among({ ref, slug }: Pick<BoardAccess, 'ref' | 'slug'>, members: readonly Member[]) {
    const isOpen = members.some(({ agent }) => agent === ANY_AGENT);
    const named = members.flatMap(({ agent, source, joinedSeq }): readonly KnownAgent[] =>
      agent === ANY_AGENT || source === 'former' || (source === 'seen' && !isOpen) ? [] : [{ agent, joinedSeq }],
    );
    const holders = isOpen ? await this.tokens.holders(ref.workspaceId, slug) : [];
    const isNamed = new Set(named.map(({ agent }) => agent));
    const further = holders.filter((holder) => !isNamed.has(holder));
    return [...named, ...further.map((agent) => ({ agent, joinedSeq: undefined }))];
  }
}

const unknownAgent = (message: string): Problem =>
  new Problem('unknown_agent', message, { errors: [{ path: 'to', message }] });

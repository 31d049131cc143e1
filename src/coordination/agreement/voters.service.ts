import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { ANY_AGENT } from '../../boards/domain/membership.js';
import { KnownAgentsService } from '../../boards/known-agents.service.js';
import { MembersRepository } from '../../boards/members.repository.js';
import type { BoardRef } from '../../journal/domain/board-ref.js';
import type { AgentName } from '../../kernel/ids.js';
import { agentKey } from '../../kernel/names.js';
import { Problem } from '../../kernel/problem.js';
import { MAX_VOTERS } from './domain/proposal.js';

/** Who may answer a proposal; settled when it is made. */
@Injectable()
export class VotersService {
  constructor(
    private readonly known: KnownAgentsService,
    private readonly members: MembersRepository,
  ) {}

  /** The named agents in their canonical spelling. Throws `unknown_agent`. */
  async named(access: BoardAccess, names: readonly string[]): Promise<readonly AgentName[]> {
    const found: AgentName[] = [];
    for (const [place, name] of names.entries()) found.push(await this.#require(access, name, place));
    return found;
  }

  /** The board's members; null: it is open to any agent, or has more of them than a proposal names. */
  async ofBoard({ boardId }: BoardRef, tx: EntityManager): Promise<readonly AgentName[] | null> {
    const members = await this.members.list(boardId, tx);
    if (members.some(({ agent }) => agent === ANY_AGENT)) return null;
    const named = members.flatMap(({ agent, source }) => (agent === ANY_AGENT || source === 'seen' ? [] : [agent]));
    return named.length < MAX_VOTERS ? named : null;
  }

  async #require(access: BoardAccess, name: string, place: number): Promise<AgentName> {
    try {
      return await this.known.require(access, name);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'unknown_agent') throw error;
      const { detail } = error;
      throw new Problem('unknown_agent', detail, { errors: [{ path: `voters.${place}`, message: detail }] });
    }
  }
}

/** Each once, the proposer first. */
export function withProposer(proposer: AgentName, others: readonly AgentName[]): readonly AgentName[] {
  const byKey = new Map([proposer, ...others].toReversed().map((name) => [agentKey(name), name]));
  byKey.delete(agentKey(proposer));
  return [proposer, ...[...byKey.values()].toReversed()];
}

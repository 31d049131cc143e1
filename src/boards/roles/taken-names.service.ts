import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { TokensRepository } from '../../auth/tokens.repository.js';
import { NamesRepository } from '../../journal/names.repository.js';
import { agentKey } from '../../kernel/names.js';
import { Settings } from '../../platform/config/settings.js';
import type { BoardAccess } from '../board-access.service.js';
import { ANY_AGENT, isOfRole } from '../domain/membership.js';
import { isTaken, MembersRepository } from '../members.repository.js';
import { reservedRole } from './domain/check-goal.js';

/** Which names mean somebody on a board, so that no role may have them. */
@Injectable()
export class TakenNamesService {
  constructor(
    private readonly members: MembersRepository,
    private readonly tokens: TokensRepository,
    private readonly journal: NamesRepository,
    private readonly settings: Settings,
  ) {}

  /**
   * Throws `already_exists` for the operator's name, a member's, one that may come by on a `*` board, and one that
   * entries name, unless they name a role of this goal: what was for somebody else is not for a role.
   */
  async refuse(tx: EntityManager, { ref, slug }: BoardAccess, names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    const operator = names.find((name) => name === agentKey(this.settings.operator));
    if (operator !== undefined) throw reservedRole(operator, 'roles');
    const all = await this.members.listNames(ref.boardId, tx);
    const ofRoles = all.filter(isOfRole).map(({ agent }) => agent as string);
    const members = all.filter((row) => !isOfRole(row)).map(({ agent }) => agent);
    const isOpen = members.includes(ANY_AGENT);
    const holders = isOpen ? await this.tokens.holders(ref.workspaceId, slug, tx) : [];
    // A name that once was a role's has been no member's since, and was none before.
    const unused = names.filter((name) => !ofRoles.includes(name));
    const named = await this.journal.among(tx, ref, unused);
    const taken = [...members, ...holders, ...named].find((agent) => names.includes(agentKey(agent)));
    if (taken !== undefined) throw isTaken(taken);
  }
}

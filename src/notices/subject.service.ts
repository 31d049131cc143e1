import { Injectable } from '@nestjs/common';
import { AgentsRepository } from '../auth/agents.repository.js';
import { refuseReservedName } from '../auth/domain/agent-names.js';
import { type Identity, isOperator } from '../auth/domain/identity.js';
import { IdentityService } from '../auth/identity.service.js';
import { type BoardAccess, BoardAccessService } from '../boards/board-access.service.js';
import { LapsesService } from '../coordination/leases/lapses.service.js';
import { AGENT_NAME, agentKey } from '../kernel/names.js';
import { Settings } from '../platform/config/settings.js';
import { Problem } from '../kernel/problem.js';

/** Somebody whose delivery state is read or moved, and the boards that it is about. */
export interface Subject {
  readonly identity: Identity;
  readonly boards: readonly BoardAccess[];
}

/** Finds out whose notices a request is about: nobody but the caller's own, except for operators. */
@Injectable()
export class SubjectService {
  constructor(
    private readonly agents: AgentsRepository,
    private readonly access: BoardAccessService,
    private readonly lapses: LapsesService,
    private readonly settings: Settings,
    private readonly identities: IdentityService,
  ) {}

  /**
   * `boards`: names parted by commas; absent: all of the subject's. What ran out of what the subject held is unread by
   * then. Throws `forbidden`, `not_found`.
   */
  async find(caller: Identity, agent: string | undefined, boards: string | undefined): Promise<Subject> {
    const identity = await this.identify(caller, agent);
    const found =
      boards === undefined
        ? await this.access.list(identity)
        : await this.of(identity, [...new Set(boards.split(','))]);
    const told = found.map((access) => this.lapses.tell(identity.agent, access));
    return { identity, boards: await Promise.all(told) };
  }

  /** The subject's way to each of these boards; throws `not_found` if one of them is not its own. */
  async of(identity: Identity, slugs: readonly string[]): Promise<readonly BoardAccess[]> {
    const found = await Promise.all(slugs.map((slug) => this.access.find(identity, slug)));
    return found.map((access) => {
      if (access !== undefined) return access;
      throw new Problem('not_found', 'One of the boards is not there for this agent. GET /board lists those that are.');
    });
  }

  /**
   * Those of the boards that are still the subject's, with their present heads. Throws `unauthenticated` where the token
   * by which it was asked has ended since.
   */
  async refresh({ identity, boards }: Subject): Promise<Subject> {
    await this.identities.requireStill(identity);
    const found = await Promise.all(boards.map(({ slug }) => this.access.find(identity, slug)));
    return { identity, boards: found.flatMap((access) => access ?? []) };
  }

  /** As whom a request is served: the caller, or for operators the agent that they name. */
  async identify(caller: Identity, agent: string | undefined): Promise<Identity> {
    if (agent === undefined || agentKey(agent) === agentKey(caller.agent)) return caller;
    if (!isOperator(caller)) {
      throw new Problem('forbidden', `Only ${agent} or an operator may see or move what ${agent} was shown.`);
    }
    refuseReservedName(agent, this.settings.operator);
    // A contributor is none of the workspace's agents, and has boards by its token alone.
    if (!AGENT_NAME.test(agent)) throw new Problem('not_found', `There is no agent ${agent}, but a role.`);
    const name = await this.agents.canonical(caller.workspaceId, agent);
    const { workspaceId, tokenId } = caller;
    return { workspaceId, agent: name, kind: 'member', ...(tokenId === undefined ? {} : { tokenId }) };
  }
}

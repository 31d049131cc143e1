import { Injectable } from '@nestjs/common';
import { AgentNamesService } from '../auth/agent-names.service.js';
import { type Identity, isOperator } from '../auth/domain/identity.js';
import { AGENT_NAME, agentKey } from '../kernel/names.js';
import { Problem } from '../kernel/problem.js';

/** Finds out as whom a request for notices is served. */
@Injectable()
export class SubjectIdentityService {
  constructor(private readonly names: AgentNamesService) {}

  /**
   * The caller, or for operators the agent that they name; absent: the caller. Throws `forbidden`, `reserved_name`, and
   * `not_found` for the name of a role.
   */
  async of(caller: Identity, agent: string | undefined): Promise<Identity> {
    if (agent === undefined || agentKey(agent) === agentKey(caller.agent)) return caller;
    if (!isOperator(caller)) {
      throw new Problem('forbidden', `Only ${agent} or an operator may see or move what ${agent} was shown.`);
    }
    this.names.refuseReserved(agent);
    // A contributor is none of the workspace's agents, and has boards by its token alone.
    if (!AGENT_NAME.test(agent)) throw new Problem('not_found', `There is no agent ${agent}, but a role.`);
    const name = await this.names.canonical(caller.workspaceId, agent);
    const { workspaceId, tokenId } = caller;
    return { workspaceId, agent: name, kind: 'member', ...(tokenId === undefined ? {} : { tokenId }) };
  }
}

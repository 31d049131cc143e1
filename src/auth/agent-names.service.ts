import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AgentName, WorkspaceId } from '../kernel/ids.js';
import { agentKey } from '../kernel/names.js';
import { Settings } from '../platform/config/settings.js';
import { AgentsRepository } from './agents.repository.js';
import { refuseReservedName } from './domain/agent-names.js';

/** Which names agents may have, and how a workspace spells them. */
@Injectable()
export class AgentNamesService {
  constructor(
    private readonly agents: AgentsRepository,
    private readonly settings: Settings,
  ) {}

  /** The operator's name, which no agent may have. */
  get operator(): AgentName {
    return this.settings.operator as AgentName;
  }

  isOperators(name: string): boolean {
    return agentKey(name) === agentKey(this.settings.operator);
  }

  /** Throws `reserved_name` for names that no agent may have; `path` is where the request has the name. */
  refuseReserved(name: string, path?: string): void {
    refuseReservedName(name, this.settings.operator, path);
  }

  /** The canonical spelling of a name, which the workspace knows afterwards. */
  canonical(workspaceId: WorkspaceId, name: string): Promise<AgentName> {
    return this.agents.canonical(workspaceId, name);
  }

  /** The same inside a transaction that needs the name. */
  register(tx: EntityManager, workspaceId: WorkspaceId, name: string): Promise<AgentName> {
    return this.agents.register(tx, workspaceId, name);
  }

  /** The same of many names in a few statements. */
  async registerAll(tx: EntityManager, workspaceId: WorkspaceId, names: readonly string[]): Promise<void> {
    await this.agents.registerAll(tx, workspaceId, names);
  }

  /** A name as it is spelt on entries; the workspace need not know it. */
  spelling(workspaceId: WorkspaceId, name: string): Promise<AgentName> {
    return this.agents.spelling(workspaceId, name);
  }
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../kernel/clock.js';
import type { AgentName, WorkspaceId } from '../kernel/ids.js';
import { agentKey } from '../kernel/names.js';
import { partsOf } from '../kernel/parts-of.js';
import { Database } from '../platform/database/database.js';
import { instantText, type SqlRow } from '../platform/database/dialect.js';
import { Transactor } from '../platform/database/transactor.js';

const MAX_CACHED = 10_000;
const COLUMNS = ['workspace_id', 'agent_key', 'name', 'created_at'];
const NAMES_PER_STATEMENT = 1_000;

/** The names that a workspace has seen. A spelling, once there, never changes, so it is looked up once a process. */
@Injectable()
export class AgentsRepository {
  readonly #names = new Map<string, AgentName>();

  constructor(
    private readonly database: Database,
    private readonly transactor: Transactor,
    private readonly clock: Clock,
  ) {}

  /** The canonical spelling of a name, which this becomes where the workspace has not seen it yet. */
  async canonical(workspaceId: WorkspaceId, name: string): Promise<AgentName> {
    const cacheKey = `${workspaceId}/${agentKey(name)}`;
    const known = this.#names.get(cacheKey);
    if (known !== undefined) return known;
    const canonical =
      (await this.find(workspaceId, name)) ?? (await this.transactor.run((tx) => this.register(tx, workspaceId, name)));
    if (this.#names.size >= MAX_CACHED) this.#names.clear();
    this.#names.set(cacheKey, canonical);
    return canonical;
  }

  async find(workspaceId: WorkspaceId, name: string): Promise<AgentName | undefined> {
    return this.database.read((manager) => this.#select(manager, workspaceId, name));
  }

  /** A name as it is spelt on entries; who is not known wrote none, whatever the spelling. */
  async spelling(workspaceId: WorkspaceId, name: string): Promise<AgentName> {
    return (await this.find(workspaceId, name)) ?? (name as AgentName);
  }

  /** The same inside a transaction that needs the name. */
  async register(tx: EntityManager, workspaceId: WorkspaceId, name: string): Promise<AgentName> {
    const values = [workspaceId, agentKey(name), name, instantText(this.clock.now())];
    await tx.query(this.database.dialect.insertMissing('agent', COLUMNS, 1), values);
    const canonical = await this.#select(tx, workspaceId, name);
    if (canonical === undefined) throw new Error('an agent that was just registered is gone');
    return canonical;
  }

  /** The spellings that the workspace knows of these names, by `agentKey`. */
  async spellings(
    tx: EntityManager,
    workspaceId: WorkspaceId,
    names: readonly string[],
  ): Promise<ReadonlyMap<string, AgentName>> {
    const known = new Map<string, AgentName>();
    for (const keys of partsOf([...new Set(names.map(agentKey))], NAMES_PER_STATEMENT)) {
      const marks = keys.map(() => '?').join(', ');
      const sql = `SELECT agent_key, name FROM agent WHERE workspace_id = ? AND agent_key IN (${marks})`;
      for (const row of await tx.query<SqlRow[]>(sql, [workspaceId, ...keys]))
        known.set(String(row.agent_key), row.name as AgentName);
    }
    return known;
  }

  /** Makes the workspace know all of these names, in primary-key order; answers the spellings as `spellings` does. */
  async registerAll(
    tx: EntityManager,
    workspaceId: WorkspaceId,
    names: readonly string[],
  ): Promise<ReadonlyMap<string, AgentName>> {
    const now = instantText(this.clock.now());
    const sorted = names.toSorted((one, other) => (agentKey(one) < agentKey(other) ? -1 : 1));
    for (const part of partsOf(sorted, NAMES_PER_STATEMENT)) {
      const rows = part.map((name) => [workspaceId, agentKey(name), name, now]);
      await tx.query(this.database.dialect.insertMissing('agent', COLUMNS, part.length), rows.flat());
    }
    return this.spellings(tx, workspaceId, names);
  }

  async #select(manager: EntityManager, workspaceId: WorkspaceId, name: string): Promise<AgentName | undefined> {
    const sql = 'SELECT name FROM agent WHERE workspace_id = ? AND agent_key = ?';
    const rows = await manager.query<SqlRow[]>(sql, [workspaceId, agentKey(name)]);
    return rows.map((row) => row.name as AgentName)[0];
  }
}

import { Injectable } from '@nestjs/common';
import type { WorkspaceId } from '../kernel/ids.js';
import { Database } from '../platform/database/database.js';
import { instantMs, instantText, type SqlRow } from '../platform/database/dialect.js';
import { Transactor } from '../platform/database/transactor.js';

const FORGOTTEN_AFTER_MS = 10 * 60_000;
/** Sessions of one agent that are remembered, the ones seen last. */
const MAX_INSTANCES = 20;

/** One session of an agent's adapter. */
export interface Instance {
  readonly workspaceId: WorkspaceId;
  readonly agentKey: string;
  readonly instance: string;
}

/** When each instance was seen last, by the database's clock. */
@Injectable()
export class InstancesRepository {
  constructor(
    private readonly database: Database,
    private readonly transactor: Transactor,
  ) {}

  /** Notes that an instance is alive and answers how long ago each of the agent's was seen, in milliseconds. */
  async touch({ workspaceId, agentKey, instance }: Instance): Promise<ReadonlyMap<string, number>> {
    const { dialect } = this.database;
    return this.transactor.run(async (tx) => {
      const columns = { key: ['workspace_id', 'agent_key', 'instance'], greatest: ['seen_at'], replaced: [] };
      const [clock] = await tx.query<SqlRow[]>(`SELECT ${dialect.now} AS now`);
      const now = String(clock?.now);
      await tx.query(dialect.upsert('agent_instance', columns, 1), [workspaceId, agentKey, instance, now]);
      const where = 'workspace_id = ? AND agent_key = ?';
      const sql = `SELECT instance, seen_at FROM agent_instance WHERE ${where} ORDER BY seen_at DESC LIMIT ?`;
      const rows = await tx.query<SqlRow[]>(sql, [workspaceId, agentKey, MAX_INSTANCES]);
      const oldest = rows.length === MAX_INSTANCES ? instantMs(rows.at(-1)?.seen_at) : 0;
      const kept = instantText(Math.max(oldest, instantMs(now) - FORGOTTEN_AFTER_MS));
      await tx.query(`DELETE FROM agent_instance WHERE ${where} AND seen_at < ?`, [workspaceId, agentKey, kept]);
      const ages = rows.map((row) => [String(row.instance), instantMs(now) - instantMs(row.seen_at)] as const);
      return new Map(ages);
    });
  }

  /** How many instances of each agent were seen since, by agent key; an agent without one is absent. */
  async countSince(
    workspaceId: WorkspaceId,
    agentKeys: readonly string[],
    sinceMs: number,
  ): Promise<ReadonlyMap<string, number>> {
    const sql = `SELECT agent_key, COUNT(*) AS sessions FROM agent_instance
      WHERE workspace_id = ? AND agent_key IN (${agentKeys.map(() => '?').join(', ')}) AND seen_at > ? GROUP BY agent_key`;
    const values = [workspaceId, ...agentKeys, instantText(sinceMs)];
    const rows = await this.database.read((manager) => manager.query<SqlRow[]>(sql, values));
    return new Map(rows.map((row) => [String(row.agent_key), Number(row.sessions)]));
  }
}

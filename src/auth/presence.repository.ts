import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { WorkspaceId } from '../kernel/ids.js';
import { partsOf } from '../kernel/parts-of.js';
import { Database } from '../platform/database/database.js';
import { instantMs, instantText, type SqlRow } from '../platform/database/dialect.js';

const COLUMNS = { key: ['workspace_id', 'agent_key'], greatest: ['seen_at'], replaced: [] } as const;
/** Agents that one statement is about. */
export const AGENTS_PER_STATEMENT = 1_000;

/** An agent, and how long ago it was there. */
export interface Sighting {
  readonly workspaceId: WorkspaceId;
  readonly agentKey: string;
  readonly agoMs: number;
}

/** When agents were there, and the database's time. */
export interface Sightings {
  readonly nowMs: number;
  /** Milliseconds since then, by agent key; an agent that was never there is absent. */
  readonly agoMs: ReadonlyMap<string, number>;
}

/** When agents were there last, by the database's clock, which all replicas share. */
@Injectable()
export class PresenceRepository {
  constructor(private readonly database: Database) {}

  /** In key order, so that two replicas never wait for each other crosswise. Nobody's time goes back. */
  async save(tx: EntityManager, sightings: readonly Sighting[]): Promise<void> {
    const { dialect } = this.database;
    const [clock] = await tx.query<SqlRow[]>(`SELECT ${dialect.now} AS now`);
    const nowMs = instantMs(clock?.now);
    const rows = sightings
      .toSorted((one, other) => one.workspaceId - other.workspaceId || (one.agentKey < other.agentKey ? -1 : 1))
      .map(({ workspaceId, agentKey, agoMs }) => [workspaceId, agentKey, instantText(nowMs - agoMs)]);
    for (const part of partsOf(rows, AGENTS_PER_STATEMENT))
      await tx.query(dialect.upsert('presence', COLUMNS, part.length), part.flat());
  }

  /** Of at least one agent, and at most as many as a statement takes. */
  async find(workspaceId: WorkspaceId, agentKeys: readonly string[]): Promise<Sightings> {
    const marks = agentKeys.map(() => '?').join(', ');
    const sql = `SELECT clock.now, p.agent_key, p.seen_at FROM (SELECT ${this.database.dialect.now} AS now) clock
      LEFT JOIN presence p ON p.workspace_id = ? AND p.agent_key IN (${marks})`;
    // At least one row, for the time; one without a key where nobody was there.
    const rows = await this.database.read((manager) => manager.query<SqlRow[]>(sql, [workspaceId, ...agentKeys]));
    const nowMs = instantMs(rows[0]?.now);
    const seen = rows.filter((row) => row.agent_key !== null);
    return { nowMs, agoMs: new Map(seen.map((row) => [String(row.agent_key), nowMs - instantMs(row.seen_at)])) };
  }
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BoardRef } from '../journal/domain/board-ref.js';
import type { AgentName } from '../kernel/ids.js';
import { Database } from '../platform/database/database.js';
import type { SqlRow } from '../platform/database/dialect.js';
import type { Input } from './domain/artifact-version.js';

const COLUMNS = { key: ['board_id', 'contributor', 'kind', 'slot'], greatest: ['version'], replaced: [] };

/** What contributors have read. */
@Injectable()
export class ArtifactReadsRepository {
  constructor(private readonly database: Database) {}

  /** The newest version of each document that the contributor has read, by kind and slot. */
  async of({ boardId }: BoardRef, contributor: AgentName, manager?: EntityManager): Promise<readonly Input[]> {
    const sql = `SELECT kind, slot, version FROM artifact_read WHERE board_id = ? AND contributor = ?
      ORDER BY kind, slot`;
    const query = (by: EntityManager): Promise<SqlRow[]> => by.query<SqlRow[]>(sql, [boardId, contributor]);
    const rows = await (manager === undefined ? this.database.read(query) : query(manager));
    return rows.map(({ kind, slot, version }) => ({
      kind: String(kind),
      slot: String(slot),
      version: Number(version),
    }));
  }

  /** Notes one; an older version than is known changes nothing. */
  async note(tx: EntityManager, { boardId }: BoardRef, read: Input & { readonly by: AgentName }): Promise<void> {
    const sql = this.database.dialect.upsert('artifact_read', COLUMNS, 1);
    await tx.query(sql, [boardId, read.by, read.kind, read.slot, read.version]);
  }

  /** Takes all of a board away, with an import that was given up. */
  async remove(tx: EntityManager, { boardId }: BoardRef): Promise<void> {
    await tx.query('DELETE FROM artifact_read WHERE board_id = ?', [boardId]);
  }
}

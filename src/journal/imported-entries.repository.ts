import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AgentName, Seq } from '../kernel/ids.js';
import type { SqlRow } from '../platform/database/dialect.js';
import type { BoardRef } from './domain/board-ref.js';

/** Entries of a board that is being imported, which nobody has seen yet. */
@Injectable()
export class ImportedEntriesRepository {
  /** All who wrote an entry of the board or are addressed by one; of those below `before`, where that is given. */
  async names(
    tx: EntityManager,
    { boardId }: BoardRef,
    before: Seq = Number.MAX_SAFE_INTEGER,
  ): Promise<readonly AgentName[]> {
    const sql = `SELECT author AS name FROM journal_entry WHERE board_id = ? AND seq < ?
      UNION SELECT recipient FROM journal_entry WHERE board_id = ? AND seq < ? AND recipient IS NOT NULL`;
    const rows = await tx.query<SqlRow[]>(sql, [boardId, before, boardId, before]);
    return rows.map((row) => row.name as AgentName);
  }

  /** Takes entries away, of an import that was given up. The rest of the service never removes one. */
  async remove(tx: EntityManager, { boardId }: BoardRef, range: { after: Seq; upTo: Seq }): Promise<void> {
    const values = [boardId, range.after, range.upTo];
    await tx.query('DELETE FROM journal_ref WHERE board_id = ? AND target_seq > ? AND target_seq <= ?', values);
    await tx.query('DELETE FROM journal_detail WHERE board_id = ? AND seq > ? AND seq <= ?', values);
    await tx.query('DELETE FROM journal_entry WHERE board_id = ? AND seq > ? AND seq <= ?', values);
  }
}

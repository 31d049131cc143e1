import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AgentName } from '../kernel/ids.js';
import { agentKey } from '../kernel/names.js';
import type { SqlRow } from '../platform/database/dialect.js';
import type { BoardRef } from './domain/board-ref.js';

/** Whom the entries of a board name. */
@Injectable()
export class NamesRepository {
  /** Those of the names, in their canonical spelling, by or to whom an entry is. */
  async among(
    tx: EntityManager,
    { workspaceId, boardId }: BoardRef,
    names: readonly string[],
  ): Promise<readonly AgentName[]> {
    if (names.length === 0) return [];
    const isEnd = (column: 'author' | 'recipient'): string =>
      `EXISTS (SELECT 1 FROM journal_entry e WHERE e.board_id = ? AND e.${column} = a.name)`;
    const sql = `SELECT a.name FROM agent a WHERE a.workspace_id = ?
      AND a.agent_key IN (${names.map(() => '?').join(', ')}) AND (${isEnd('author')} OR ${isEnd('recipient')})`;
    const rows = await tx.query<SqlRow[]>(sql, [workspaceId, ...names.map(agentKey), boardId, boardId]);
    return rows.map((row) => row.name as AgentName);
  }
}

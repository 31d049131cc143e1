import { Injectable } from '@nestjs/common';
import type { Seq } from '../kernel/ids.js';
import { Database } from '../platform/database/database.js';
import type { SqlRow, SqlValue } from '../platform/database/dialect.js';
import type { BoardRef } from './domain/board-ref.js';
import { HEARTBEAT, TOLD_TO_ALL, UNTOLD_TYPES } from './domain/concerns.js';
import type { JournalEntry } from './domain/journal-entry.js';
import { ENTRY_COLUMNS, entryOfRow } from './entry-rows.js';

/** What of it is wanted: new messages that were not deleted; all that is told; heartbeats besides. */
export type BroadcastsWanted = 'messages' | 'told' | 'told and heartbeats';

const NOT_DELETED = ` AND NOT EXISTS (SELECT 1 FROM journal_ref r
  WHERE r.board_id = e.board_id AND r.target_seq = e.seq AND r.relation = 'deletes')`;

interface Range {
  readonly wanted: BroadcastsWanted;
  readonly after: Seq;
  readonly limit: number;
}

/** Entries that are told to all members of a board. */
@Injectable()
export class BroadcastsRepository {
  constructor(private readonly database: Database) {}

  /** The first ones above `after`, ascending. */
  async after(board: BoardRef, range: Range): Promise<readonly JournalEntry[]> {
    const entries = await this.#read(board, { ...range, order: 'ASC' });
    return entries.slice(0, range.limit);
  }

  /** The last ones above `after` in the place of the first, ascending. */
  async newest(board: BoardRef, range: Range): Promise<readonly JournalEntry[]> {
    const entries = await this.#read(board, { ...range, order: 'DESC' });
    return entries.slice(-range.limit);
  }

  /** The first or the last of each kind, ascending. */
  async #read(
    board: BoardRef,
    { wanted, after, limit, order }: Range & { readonly order: 'ASC' | 'DESC' },
  ): Promise<readonly JournalEntry[]> {
    const kinds = wanted === 'messages' ? (['post'] as const) : TOLD_TO_ALL;
    const untold = UNTOLD_TYPES.filter((type) => type !== HEARTBEAT || wanted !== 'told and heartbeats');
    // A range of the index for each kind, so that it ends at the limit; posts to single agents are stepped over.
    const from = `journal_entry e${this.database.dialect.byIndex('journal_kind')}`;
    const part = `SELECT * FROM (SELECT ${ENTRY_COLUMNS.join(', ')} FROM ${from}
      WHERE board_id = ? AND kind = ? AND seq > ? AND recipient IS NULL
        AND type NOT IN (${untold.map(() => '?').join(', ')})${wanted === 'messages' ? NOT_DELETED : ''}
      ORDER BY seq ${order} LIMIT ?) part`;
    const values: readonly SqlValue[] = kinds.flatMap((kind) => [board.boardId, kind, after, ...untold, limit]);
    const sql = kinds.map(() => part).join(' UNION ALL ');
    const rows = await this.database.read((manager) => manager.query<SqlRow[]>(sql, [...values]));
    return rows.map(entryOfRow).toSorted((one, other) => one.seq - other.seq);
  }
}

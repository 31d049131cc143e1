import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Seq } from '../kernel/ids.js';
import { Database } from '../platform/database/database.js';
import type { SqlRow, SqlValue } from '../platform/database/dialect.js';
import type { BoardRef } from './domain/board-ref.js';
import type { EntryKind, JournalEntry } from './domain/journal-entry.js';
import { ENTRY_COLUMNS, entryOfRow } from './entry-rows.js';

const SELECT_ENTRY = `SELECT ${ENTRY_COLUMNS.join(', ')} FROM journal_entry WHERE board_id = ?`;

/** Entries of some kinds, however many others lie between them. */
@Injectable()
export class KindsRepository {
  constructor(private readonly database: Database) {}

  /** The first entries of the kinds above `after`, in order. */
  after(
    board: BoardRef,
    range: { readonly kinds: readonly EntryKind[]; readonly after: Seq; readonly limit: number },
    manager?: EntityManager,
  ): Promise<readonly JournalEntry[]> {
    const { kinds, after, limit } = range;
    const sql = `${SELECT_ENTRY} AND kind IN (${kinds.map(() => '?').join(', ')}) AND seq > ? ORDER BY seq LIMIT ?`;
    return this.#entries(sql, [board.boardId, ...kinds, after, limit], manager);
  }

  /** The newest entries of a kind below `before`, newest first. */
  newest(
    board: BoardRef,
    range: { readonly kind: EntryKind; readonly before: Seq; readonly limit: number },
    manager?: EntityManager,
  ): Promise<readonly JournalEntry[]> {
    const sql = `${SELECT_ENTRY} AND kind = ? AND seq < ? ORDER BY seq DESC LIMIT ?`;
    return this.#entries(sql, [board.boardId, range.kind, range.before, range.limit], manager);
  }

  async #entries(sql: string, values: readonly SqlValue[], manager?: EntityManager): Promise<readonly JournalEntry[]> {
    const query = (by: EntityManager): Promise<SqlRow[]> => by.query<SqlRow[]>(sql, [...values]);
    return (await (manager === undefined ? this.database.read(query) : query(manager))).map(entryOfRow);
  }
}

import { Injectable } from '@nestjs/common';
import type { BoardId, Seq } from '../kernel/ids.js';
import { Database } from '../platform/database/database.js';
import type { SqlRow } from '../platform/database/dialect.js';
import type { BoardRef } from './domain/board-ref.js';
import type { JournalEntry } from './domain/journal-entry.js';
import { JournalRepository } from './journal.repository.js';

/** The most entries that are read of a board that has moved on far; those woken read the rest for themselves. */
const READ_AT_MOST = 1_000;

export interface WrittenEntry {
  readonly boardId: BoardId;
  readonly entry: JournalEntry;
}

/** Finds which boards have moved on. */
@Injectable()
export class HeadsRepository {
  constructor(
    private readonly database: Database,
    private readonly journal: JournalRepository,
  ) {}

  /** Entries above each board's `after`: one look-up of heads, and a read for each board that has moved. */
  async writtenAfter(asked: readonly { board: BoardRef; after: Seq }[]): Promise<readonly WrittenEntry[]> {
    if (asked.length === 0) return [];
    const sql = `SELECT id, head_seq FROM board WHERE id IN (${asked.map(() => '?').join(', ')})`;
    const ids = asked.map(({ board }) => board.boardId);
    const rows = await this.database.read((manager) => manager.query<SqlRow[]>(sql, ids));
    const heads = new Map(rows.map((row) => [Number(row.id), Number(row.head_seq)]));
    const written: WrittenEntry[] = [];
    for (const { board, after } of asked) {
      const upTo = heads.get(board.boardId) ?? after;
      if (upTo <= after) continue;
      const entries = await this.journal.readAfter(board, { after, upTo, limit: READ_AT_MOST });
      written.push(...entries.map((entry) => ({ boardId: board.boardId, entry })));
    }
    return written;
  }
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BoardRef } from '../../journal/domain/board-ref.js';
import type { JournalEntry } from '../../journal/domain/journal-entry.js';
import { JournalRepository } from '../../journal/journal.repository.js';
import { Database } from '../../platform/database/database.js';
import { placeholders, type SqlRow, type SqlValue } from '../../platform/database/dialect.js';
import type { FactPlace } from './domain/fold-versions.js';

/** One version of a fact and the entry that set it. */
export interface FactVersion {
  readonly key: string;
  readonly version: number;
  readonly isCurrent: boolean;
  readonly entry: JournalEntry;
}

const INSERT = 'INSERT INTO fact (board_id, fact_key, version, seq, is_current) VALUES';
const ROWS_PER_INSERT = 2_000;
const SELECT = 'SELECT fact_key, version, seq, is_current FROM fact WHERE board_id = ?';

/** Which versions facts have; their values are read from the journal, so that a redaction takes them away here too. */
@Injectable()
export class FactsRepository {
  constructor(
    private readonly database: Database,
    private readonly journal: JournalRepository,
  ) {}

  /** The newest version of a key, one that removed it included. */
  async newest(board: BoardRef, key: string, manager?: EntityManager): Promise<FactVersion | undefined> {
    const sql = `${SELECT} AND fact_key = ? ORDER BY version DESC LIMIT 1`;
    return (await this.#versions(board, { sql, values: [key] }, manager))[0];
  }

  /** The present facts behind a key, by key. */
  async list(
    board: BoardRef,
    { after, limit }: { readonly after: string; readonly limit: number },
  ): Promise<readonly FactVersion[]> {
    const sql = `${SELECT} AND is_current = 1 AND fact_key > ? ORDER BY fact_key LIMIT ?`;
    return this.#versions(board, { sql, values: [after, limit] });
  }

  /** Versions of a key below `before`, newest first. */
  async history(
    board: BoardRef,
    { key, before, limit }: { readonly key: string; readonly before: number; readonly limit: number },
  ): Promise<readonly FactVersion[]> {
    const sql = `${SELECT} AND fact_key = ? AND version < ? ORDER BY version DESC LIMIT ?`;
    return this.#versions(board, { sql, values: [key, before, limit] });
  }

  async count(tx: EntityManager, { boardId }: BoardRef): Promise<number> {
    const sql = 'SELECT COUNT(*) AS total FROM fact WHERE board_id = ? AND is_current = 1';
    const [row] = await tx.query<SqlRow[]>(sql, [boardId]);
    return Number(row?.total ?? 0);
  }

  /** Puts the next version of a key in the place of the present one. The transaction holds the board's row. */
  async add(tx: EntityManager, { boardId }: BoardRef, next: FactPlace): Promise<void> {
    const { key, version, seq, isCurrent } = next;
    await tx.query('UPDATE fact SET is_current = 0 WHERE board_id = ? AND fact_key = ? AND version = ?', [
      boardId,
      key,
      version - 1,
    ]);
    await tx.query(`${INSERT} ${placeholders(1, 5)}`, [boardId, key, version, seq, isCurrent ? 1 : 0]);
  }

  /** Versions of a board that has none yet. */
  async insertAll(tx: EntityManager, { boardId }: BoardRef, rows: readonly FactPlace[]): Promise<void> {
    for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
      const part = rows.slice(start, start + ROWS_PER_INSERT);
      const values = part.flatMap(({ key, version, seq, isCurrent }) => [
        boardId,
        key,
        version,
        seq,
        isCurrent ? 1 : 0,
      ]);
      await tx.query(`${INSERT} ${placeholders(part.length, 5)}`, values);
    }
  }

  async #versions(
    board: BoardRef,
    { sql, values }: { readonly sql: string; readonly values: readonly SqlValue[] },
    manager?: EntityManager,
  ): Promise<readonly FactVersion[]> {
    const query = (by: EntityManager): Promise<SqlRow[]> => by.query<SqlRow[]>(sql, [board.boardId, ...values]);
    const rows = (await (manager === undefined ? this.database.read(query) : query(manager))).map(rowOf);
    const seqs = rows.map(({ seq }) => seq);
    const entries = new Map((await this.journal.bySeqs(board, seqs, manager)).map((entry) => [entry.seq, entry]));
    return rows.flatMap(({ seq, ...row }) => {
      const entry = entries.get(seq);
      return entry === undefined ? [] : [{ ...row, entry }];
    });
  }
}

const rowOf = (row: SqlRow): FactPlace => ({
  key: String(row.fact_key),
  version: Number(row.version),
  seq: Number(row.seq),
  isCurrent: Number(row.is_current) === 1,
});

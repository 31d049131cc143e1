import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Seq } from '../kernel/ids.js';
import { Problem } from '../kernel/problem.js';
import { searchText } from '../kernel/text.js';
import { Database } from '../platform/database/database.js';
import { placeholders, type SqlRow, type SqlValue } from '../platform/database/dialect.js';
import type { BoardRef } from './domain/board-ref.js';
import type { NewEntry } from './domain/entry-draft.js';
import type { Bearing, EntryKind, JournalEntry, Relation } from './domain/journal-entry.js';
import {
  DETAIL_COLUMNS,
  detailValues,
  ENTRY_COLUMNS,
  entryOfRow,
  entryValues,
  REF_COLUMNS,
  refValues,
} from './entry-rows.js';

interface OfAuthor {
  readonly author: string;
  readonly type: string;
  readonly before: Seq;
}

const SELECT_ENTRY = `SELECT ${ENTRY_COLUMNS.join(', ')} FROM journal_entry`;

/** SQLite takes 32,766 values a statement. */
const ROWS_PER_INSERT = 2_000;

/** Reads and appends entries. With the board's row, which hands out seqs, the only place that knows their tables. */
@Injectable()
export class JournalRepository {
  constructor(private readonly database: Database) {}

  /** Takes the next `count` seqs of the board and holds its row to the commit; answers the last of them. */
  async allotSeqs(tx: EntityManager, board: BoardRef, count: number): Promise<Seq> {
    const head = await this.database.dialect.allotSeqs(tx, board.boardId, count);
    if (head === undefined) throw replaced();
    return head;
  }

  /** Locks the board's row to the commit and answers its head; what a command decides on is read after this. */
  async lockHead(tx: EntityManager, board: BoardRef): Promise<Seq> {
    const sql = `SELECT head_seq FROM board WHERE id = ?${this.database.dialect.forUpdate}`;
    const [row] = await tx.query<{ head_seq: number }[]>(sql, [board.boardId]);
    if (row === undefined) throw replaced();
    return Number(row.head_seq);
  }

  /** One INSERT a table, whatever the number of entries. */
  async insert(tx: EntityManager, board: BoardRef, entries: readonly NewEntry[]): Promise<void> {
    const { boardId } = board;
    const detailed = entries.filter((entry) => entry.detail !== null);
    await insertRows(
      tx,
      'journal_entry',
      ENTRY_COLUMNS,
      entries.map((entry) => entryValues(boardId, entry)),
    );
    await insertRows(
      tx,
      'journal_detail',
      DETAIL_COLUMNS,
      detailed.map((entry) => detailValues(boardId, entry)),
    );
    await insertRows(
      tx,
      'journal_ref',
      REF_COLUMNS,
      entries.flatMap((entry) => refValues(boardId, entry)),
    );
  }

  /** For a redaction alone: puts `text` in the place of all that the entry's author wrote. */
  async replaceText(tx: EntityManager, board: BoardRef, entry: JournalEntry, text: string): Promise<void> {
    // Names were taken from the text, and a digest can tell a short one; the rest of `data` says nothing of it.
    const { names, sha256, ...data } = entry.data;
    const where = 'WHERE board_id = ? AND seq = ?';
    const key = [board.boardId, entry.seq];
    const search = searchText(text);
    await tx.query(`UPDATE journal_entry SET content = ?, search_text = ?, data = ? ${where}`, [
      text,
      search,
      JSON.stringify(data),
      ...key,
    ]);
    await tx.query(`UPDATE journal_detail SET body = ?, search_body = ? ${where}`, [text, search, ...key]);
  }

  /** Entries above `after` up to `upTo`, in order, at most `limit`. */
  async readAfter(
    board: BoardRef,
    range: { readonly after: Seq; readonly upTo: Seq; readonly limit: number },
    manager?: EntityManager,
  ): Promise<readonly JournalEntry[]> {
    const sql = `${SELECT_ENTRY} WHERE board_id = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?`;
    return this.#entries(sql, [board.boardId, range.after, range.upTo, range.limit], manager);
  }

  /** The newest entries of a kind up to `upTo`, newest first, without those that a later entry up to it supersedes. */
  async newestOfKind(
    board: BoardRef,
    wanted: { readonly kind: EntryKind; readonly unlessSuperseded: string; readonly upTo: Seq; readonly limit: number },
    manager?: EntityManager,
  ): Promise<readonly JournalEntry[]> {
    const sql = `${SELECT_ENTRY} e WHERE board_id = ? AND kind = ? AND seq <= ? AND NOT (type = ? AND EXISTS (
      SELECT 1 FROM journal_ref r WHERE r.board_id = e.board_id AND r.target_seq = e.seq
        AND r.relation = 'supersedes' AND r.seq <= ?)) ORDER BY seq DESC LIMIT ?`;
    const { kind, unlessSuperseded, upTo, limit } = wanted;
    return this.#entries(sql, [board.boardId, kind, upTo, unlessSuperseded, upTo, limit], manager);
  }

  /** An author's newest gist of a type below `before` for each of the work labels that has one. */
  async newestOfWorks(
    board: BoardRef,
    wanted: OfAuthor & { readonly workLabels: readonly string[] },
    manager: EntityManager,
  ): Promise<readonly JournalEntry[]> {
    const { author, type, workLabels, before } = wanted;
    if (workLabels.length === 0) return [];
    // Each work is one look at the end of the index; MySQL may judge every row of the board by a grouped subquery.
    const newest = `SELECT seq FROM journal_entry WHERE board_id = ? AND author = ? AND kind = 'gist' AND type = ?
      AND work_label = ? AND seq < ? ORDER BY seq DESC LIMIT 1`;
    const sql = workLabels.map((_, index) => `SELECT seq FROM (${newest}) work${index}`).join(' UNION ALL ');
    const values = workLabels.flatMap((label) => [board.boardId, author, type, label, before]);
    const found = (await manager.query<SqlRow[]>(sql, values)).map((row) => Number(row.seq));
    return this.bySeqs(board, found, manager);
  }

  /** An author's newest gists of a type without a work label below `before`, newest first. */
  async newestUnlabelled(
    board: BoardRef,
    wanted: OfAuthor & { readonly limit: number },
    manager: EntityManager,
  ): Promise<readonly JournalEntry[]> {
    const { author, type, before, limit } = wanted;
    const sql = `${SELECT_ENTRY} WHERE board_id = ? AND author = ? AND kind = 'gist' AND type = ? AND work_label IS NULL AND seq < ? ORDER BY seq DESC LIMIT ?`;
    return this.#entries(sql, [board.boardId, author, type, before, limit], manager);
  }

  /** Those of the seqs that are there, in ascending order. */
  async bySeqs(board: BoardRef, seqs: readonly Seq[], manager?: EntityManager): Promise<readonly JournalEntry[]> {
    if (seqs.length === 0) return [];
    const sql = `${SELECT_ENTRY} WHERE board_id = ? AND seq IN (${seqs.map(() => '?').join(', ')}) ORDER BY seq`;
    return this.#entries(sql, [board.boardId, ...seqs], manager);
  }

  async details(board: BoardRef, seqs: readonly Seq[]): Promise<ReadonlyMap<Seq, string>> {
    if (seqs.length === 0) return new Map();
    const sql = `SELECT seq, body FROM journal_detail WHERE board_id = ? AND seq IN (${seqs.map(() => '?').join(', ')})`;
    const rows = await this.#rows(sql, [board.boardId, ...seqs]);
    return new Map(rows.map((row) => [Number(row.seq), String(row.body)]));
  }

  /** What later entries up to `upTo` bear on each of the seqs; a seq without any is absent. */
  async bearings(
    board: BoardRef,
    seqs: readonly Seq[],
    manager?: EntityManager,
  ): Promise<ReadonlyMap<Seq, readonly Bearing[]>> {
    if (seqs.length === 0) return new Map();
    const sql = `SELECT target_seq, seq, relation FROM journal_ref WHERE board_id = ? AND target_seq IN (${seqs.map(() => '?').join(', ')}) ORDER BY target_seq, seq`;
    const bearings = new Map<Seq, Bearing[]>();
    for (const row of await this.#rows(sql, [board.boardId, ...seqs], manager)) {
      const target = Number(row.target_seq);
      const list = bearings.get(target) ?? [];
      list.push({ seq: Number(row.seq), relation: row.relation as Relation });
      bearings.set(target, list);
    }
    return bearings;
  }

  async #entries(sql: string, values: readonly SqlValue[], manager?: EntityManager): Promise<readonly JournalEntry[]> {
    return (await this.#rows(sql, values, manager)).map(entryOfRow);
  }

  #rows(sql: string, values: readonly SqlValue[], manager?: EntityManager): Promise<readonly SqlRow[]> {
    const query = (by: EntityManager): Promise<SqlRow[]> => by.query<SqlRow[]>(sql, [...values]);
    return manager === undefined ? this.database.read(query) : query(manager);
  }
}

const replaced = (): Problem =>
  new Problem('unavailable', 'An import has just taken the place of this board. Try again.', { retryAfterS: 1 });

async function insertRows(
  tx: EntityManager,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    const part = rows.slice(start, start + ROWS_PER_INSERT);
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${placeholders(part.length, columns.length)}`;
    await tx.query(sql, part.flat());
  }
}

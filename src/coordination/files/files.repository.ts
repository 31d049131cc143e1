import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BoardRef } from '../../journal/domain/board-ref.js';
import type { Seq } from '../../kernel/ids.js';
import { Database } from '../../platform/database/database.js';
import { instantText, type SqlRow } from '../../platform/database/dialect.js';
import type { Held } from './domain/decide-room.js';

/** The content of an entry. */
export interface FileContent {
  readonly fileId: string;
  readonly bytes: number;
}

/** Which content belongs to which entry, and which is still being sent. */
@Injectable()
export class FilesRepository {
  constructor(private readonly database: Database) {}

  /** A content without any byte yet. `seq`: of its entry; null: it has none yet. */
  async begin(
    tx: EntityManager,
    { boardId }: BoardRef,
    { fileId, seq, nowMs }: { readonly fileId: string; readonly seq: Seq | null; readonly nowMs: number },
  ): Promise<void> {
    const sql = 'INSERT INTO board_file (file_id, board_id, seq, size_bytes, begun_at) VALUES (?, ?, ?, 0, ?)';
    await tx.query(sql, [fileId, boardId, seq, instantText(nowMs)]);
  }

  /** Whether it is there and has no entry; held to the commit. */
  async lockUnshared(tx: EntityManager, fileId: string): Promise<boolean> {
    const sql = `SELECT file_id FROM board_file WHERE file_id = ? AND seq IS NULL${this.database.dialect.forUpdate}`;
    return (await tx.query<SqlRow[]>(sql, [fileId])).length > 0;
  }

  async grow(tx: EntityManager, fileId: string, bytes: number): Promise<void> {
    await tx.query('UPDATE board_file SET size_bytes = size_bytes + ? WHERE file_id = ?', [bytes, fileId]);
  }

  /** Gives a content to its entry. */
  async share(tx: EntityManager, fileId: string, seq: Seq): Promise<void> {
    await tx.query('UPDATE board_file SET seq = ? WHERE file_id = ?', [seq, fileId]);
  }

  async ofEntry({ boardId }: BoardRef, seq: Seq, manager?: EntityManager): Promise<FileContent | undefined> {
    const sql = 'SELECT file_id, size_bytes FROM board_file WHERE board_id = ? AND seq = ?';
    const query = (by: EntityManager) => by.query<SqlRow[]>(sql, [boardId, seq]);
    const [row] = await (manager === undefined ? this.database.read(query) : query(manager));
    return row === undefined ? undefined : { fileId: String(row.file_id), bytes: Number(row.size_bytes) };
  }

  /** How much the entries of a board hold. */
  async held({ boardId }: BoardRef, manager?: EntityManager): Promise<Held> {
    const sql = `SELECT COUNT(*) AS files, COALESCE(SUM(size_bytes), 0) AS bytes FROM board_file
      WHERE board_id = ? AND seq IS NOT NULL`;
    const query = (by: EntityManager) => by.query<SqlRow[]>(sql, [boardId]);
    const [row] = await (manager === undefined ? this.database.read(query) : query(manager));
    return { files: Number(row?.files ?? 0), bytes: Number(row?.bytes ?? 0) };
  }

  /** The entries of a board that have contents, and how long those are. */
  async sizes(
    tx: EntityManager,
    { boardId }: BoardRef,
  ): Promise<readonly { readonly seq: Seq; readonly bytes: number }[]> {
    const sql = 'SELECT seq, size_bytes FROM board_file WHERE board_id = ? AND seq IS NOT NULL ORDER BY seq';
    const rows = await tx.query<SqlRow[]>(sql, [boardId]);
    return rows.map((row) => ({ seq: Number(row.seq), bytes: Number(row.size_bytes) }));
  }

  async remove(tx: EntityManager, fileId: string): Promise<void> {
    await tx.query('DELETE FROM board_file WHERE file_id = ?', [fileId]);
  }

  /** Contents that were begun before `ms` and never got an entry. */
  async unsharedBefore(ms: number): Promise<readonly string[]> {
    const sql = 'SELECT file_id FROM board_file WHERE seq IS NULL AND begun_at < ? ORDER BY file_id';
    const rows = await this.database.read((manager) => manager.query<SqlRow[]>(sql, [instantText(ms)]));
    return rows.map((row) => String(row.file_id));
  }

  /** Some contents of a board, whoever they belong to. */
  async ofBoard({ boardId }: BoardRef, limit: number): Promise<readonly string[]> {
    const sql = 'SELECT file_id FROM board_file WHERE board_id = ? ORDER BY file_id LIMIT ?';
    const rows = await this.database.read((manager) => manager.query<SqlRow[]>(sql, [boardId, limit]));
    return rows.map((row) => String(row.file_id));
  }
}

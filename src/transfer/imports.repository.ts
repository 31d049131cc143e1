import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../kernel/clock.js';
import type { BoardId, WorkspaceId } from '../kernel/ids.js';
import { Database } from '../platform/database/database.js';
import { instantMs, instantText, type SqlRow, type SqlValue } from '../platform/database/dialect.js';
import type { MemberLine } from './domain/file-line.js';
import { NOTHING_TAKEN, type Taken } from './domain/take-line.js';

/** An import: whose, of which board, and how far it is. */
export interface BoardImport {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  /** The name that the board is to have. */
  readonly slug: string;
  /** The board that nobody sees until the file is whole. */
  readonly boardId: BoardId;
  readonly state: 'open' | 'done' | 'dropped';
  readonly taken: Taken;
  readonly members: readonly MemberLine[];
  /** Of the board, as the first line says it. */
  readonly createdAtMs: number;
}

/** Whose import, by its id. */
export interface ImportKey {
  readonly workspaceId: WorkspaceId;
  readonly id: string;
}

const COLUMNS = [
  ...['import_id', 'workspace_id', 'slug', 'board_id', 'state', 'line_count', 'announced', 'member_count', 'members'],
  ...['entry_count', 'digest', 'created_at', 'touched_at'],
];
const MINE = 'workspace_id = ? AND import_id = ?';

@Injectable()
export class ImportsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async insert(
    tx: EntityManager,
    { id, workspaceId, slug, boardId }: Pick<BoardImport, 'id' | 'workspaceId' | 'slug' | 'boardId'>,
  ): Promise<void> {
    const { lines, announced, members, entries, digest } = NOTHING_TAKEN;
    const now = instantText(this.clock.now());
    const values: readonly SqlValue[] = [
      ...[id, workspaceId, slug, boardId, 'open', lines, announced, members, '[]', entries, digest, now, now],
    ];
    const sql = `INSERT INTO board_import (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`;
    await tx.query(sql, [...values]);
  }

  /** Held to the commit. */
  async lock(tx: EntityManager, { workspaceId, id }: ImportKey): Promise<BoardImport | undefined> {
    const sql = `SELECT * FROM board_import WHERE ${MINE}${this.database.dialect.forUpdate}`;
    const rows = await tx.query<SqlRow[]>(sql, [workspaceId, id]);
    return rows.map(importOfRow)[0];
  }

  /** Writes how far a locked import is. */
  async save(tx: EntityManager, { id, workspaceId, taken, ...rest }: BoardImport): Promise<void> {
    const sets = COLUMNS.slice(4).map((column) => `${column} = ?`);
    const values: readonly SqlValue[] = [
      ...[rest.state, taken.lines, taken.announced, taken.members, JSON.stringify(rest.members), taken.entries],
      ...[taken.digest, instantText(rest.createdAtMs), instantText(this.clock.now()), workspaceId, id],
    ];
    await tx.query(`UPDATE board_import SET ${sets.join(', ')} WHERE ${MINE}`, [...values]);
  }

  /** Gives up what is under way to this name: the newest import of a board counts. */
  async dropOthers(tx: EntityManager, workspaceId: WorkspaceId, slug: string): Promise<void> {
    const sql = `UPDATE board_import SET state = 'dropped' WHERE workspace_id = ? AND slug = ? AND state = 'open'`;
    await tx.query(sql, [workspaceId, slug]);
  }

  async drop(tx: EntityManager, { workspaceId, id }: ImportKey): Promise<void> {
    await tx.query(`UPDATE board_import SET state = 'dropped' WHERE ${MINE} AND state = 'open'`, [workspaceId, id]);
  }

  /** Gives up what was not gone on with for so long, and forgets what has been done for as long. */
  async dropUntouched(tx: EntityManager, forMs: number): Promise<void> {
    const since = [instantText(this.clock.now() - forMs)];
    await tx.query(`UPDATE board_import SET state = 'dropped' WHERE state = 'open' AND touched_at < ?`, since);
    await tx.query(`DELETE FROM board_import WHERE state = 'done' AND touched_at < ?`, since);
  }

  /** Those that were given up, and whose rows are still there. */
  async dropped(): Promise<readonly BoardImport[]> {
    const sql = `SELECT * FROM board_import WHERE state = 'dropped' ORDER BY import_id`;
    const rows = await this.database.read((manager) => manager.query<SqlRow[]>(sql));
    return rows.map(importOfRow);
  }

  async remove(tx: EntityManager, { workspaceId, id }: ImportKey): Promise<void> {
    await tx.query(`DELETE FROM board_import WHERE ${MINE}`, [workspaceId, id]);
  }
}

const importOfRow = (row: SqlRow): BoardImport => ({
  id: String(row.import_id),
  workspaceId: Number(row.workspace_id) as WorkspaceId,
  slug: String(row.slug),
  boardId: Number(row.board_id) as BoardId,
  state: row.state as BoardImport['state'],
  members: JSON.parse(String(row.members)) as readonly MemberLine[],
  createdAtMs: instantMs(row.created_at),
  taken: {
    lines: Number(row.line_count),
    announced: row.announced === null ? null : Number(row.announced),
    members: Number(row.member_count),
    entries: Number(row.entry_count),
    digest: String(row.digest),
    isWhole: row.state === 'done',
  },
});

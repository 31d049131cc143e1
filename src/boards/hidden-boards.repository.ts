import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type BoardRef, grantBoardRef } from '../journal/domain/board-ref.js';
import { Clock } from '../kernel/clock.js';
import type { BoardId, Seq, WorkspaceId } from '../kernel/ids.js';
import { Problem } from '../kernel/problem.js';
import { Database } from '../platform/database/database.js';
import { instantText, type SqlRow } from '../platform/database/dialect.js';
import { type Membership, unionOf } from './domain/membership.js';
import { MembersRepository } from './members.repository.js';

/** Of boards that are being imported. Nobody belongs to it, so no request can reach them: every look-up names a workspace. */
const HIDDEN_WORKSPACE = 0 as WorkspaceId;

export interface PublishedAs {
  readonly workspaceId: WorkspaceId;
  readonly slug: string;
  readonly createdAtMs: number;
  readonly members: readonly Membership[];
}

/** Boards that nobody can see until they are whole. */
@Injectable()
export class HiddenBoardsRepository {
  constructor(
    private readonly database: Database,
    private readonly members: MembersRepository,
    private readonly clock: Clock,
  ) {}

  /** Permission for the import alone: the board is nobody's yet. */
  refOf(boardId: BoardId): BoardRef {
    return grantBoardRef(HIDDEN_WORKSPACE, boardId);
  }

  async insert(tx: EntityManager, slug: string): Promise<BoardId> {
    const sql = 'INSERT INTO board (workspace_id, slug, head_seq, created_at) VALUES (?, ?, 0, ?)';
    await tx.query(sql, [HIDDEN_WORKSPACE, slug, instantText(this.clock.now())]);
    const where = 'workspace_id = ? AND slug = ?';
    const [row] = await tx.query<SqlRow[]>(`SELECT id FROM board WHERE ${where}`, [HIDDEN_WORKSPACE, slug]);
    return Number(row?.id) as BoardId;
  }

  async setHead(tx: EntityManager, { boardId }: BoardRef, head: Seq): Promise<void> {
    await tx.query('UPDATE board SET head_seq = ? WHERE id = ?', [head, boardId]);
  }

  /**
   * Makes the board visible under its name: in the place of an empty one, whose members stay. Throws `already_exists`
   * where the board there has entries.
   */
  async publish(tx: EntityManager, { boardId }: BoardRef, as: PublishedAs): Promise<void> {
    const there = await this.lockEmpty(tx, as.workspaceId, as.slug);
    const standing = there === undefined ? [] : await this.members.list(there, tx);
    await this.members.insertAll(tx, boardId, unionOf(as.members, standing));
    if (there !== undefined) await this.#remove(tx, there);
    const values = [as.workspaceId, as.slug, instantText(as.createdAtMs), boardId];
    await tx.query('UPDATE board SET workspace_id = ?, slug = ?, created_at = ? WHERE id = ?', values);
  }

  /** The board that has the name already, locked to the commit; throws `already_exists` unless it is empty. */
  async lockEmpty(tx: EntityManager, workspaceId: WorkspaceId, slug: string): Promise<BoardId | undefined> {
    const sql = `SELECT id, head_seq FROM board WHERE workspace_id = ? AND slug = ?${this.database.dialect.forUpdate}`;
    const [row] = await tx.query<SqlRow[]>(sql, [workspaceId, slug]);
    if (row === undefined) return undefined;
    const head = Number(row.head_seq);
    if (head === 0) return Number(row.id) as BoardId;
    const entries = head === 1 ? 'an entry' : `${head} entries`;
    throw new Problem(
      'already_exists',
      `The board "${slug}" has ${entries}, and an import adds to none. Import it under another name.`,
    );
  }

  /** Takes an import's board away, whose entries are gone already. */
  async remove(tx: EntityManager, { boardId }: BoardRef): Promise<void> {
    await this.#remove(tx, boardId);
  }

  async #remove(tx: EntityManager, boardId: BoardId): Promise<void> {
    for (const table of ['board_member', 'board_role', 'board_goal'])
      await tx.query(`DELETE FROM ${table} WHERE board_id = ?`, [boardId]);
    await tx.query('DELETE FROM board WHERE id = ?', [boardId]);
  }
}

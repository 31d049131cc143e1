import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Secret } from '../../auth/secret.js';
import { grantBoardRef } from '../../journal/domain/board-ref.js';
import type { AgentName, BoardId, WorkspaceId } from '../../kernel/ids.js';
import { Database } from '../../platform/database/database.js';
import { instantMs, instantText, type SqlRow } from '../../platform/database/dialect.js';
import type { NamedBoard } from '../board-access.service.js';

export interface Invite {
  readonly id: number;
  readonly agent: AgentName;
  /** The first characters of its code, to tell invites apart. */
  readonly prefix: string;
  readonly createdBy: AgentName;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export interface NewInvite extends Pick<Invite, 'agent' | 'createdBy' | 'expiresAtMs'> {
  readonly boardId: BoardId;
  readonly secret: Secret;
}

/** An invite is used up by joining, or cancelled; open ones run out by the database's clock. */
type Ending = 'joined' | 'cancelled';

/** Invites by their codes' hashes. Each change holds the board's row. */
@Injectable()
export class InvitesRepository {
  readonly #isOpen: string;

  constructor(private readonly database: Database) {
    this.#isOpen = `state = 'open' AND expires_at > ${database.dialect.now}`;
  }

  async insert(tx: EntityManager, invite: NewInvite, nowMs: number): Promise<Invite> {
    const { boardId, agent, secret, createdBy, expiresAtMs } = invite;
    const sql = `INSERT INTO invite (board_id, agent, digest, prefix, created_by, created_at, expires_at, state)
      VALUES (?, ?, ?, ?, ?, ?, ?, 'open')`;
    const instants = [instantText(nowMs), instantText(expiresAtMs)];
    await tx.query(sql, [boardId, agent, secret.digest, secret.prefix, createdBy, ...instants]);
    const [made] = await tx.query<SqlRow[]>('SELECT * FROM invite WHERE digest = ?', [secret.digest]);
    if (made === undefined) throw new Error('an invite that was just made is gone');
    return inviteOf(made);
  }

  /** The board that a code leads to, whatever became of the invite: the code is the permission to ask there. */
  async boardOf(digest: Buffer): Promise<NamedBoard | undefined> {
    const sql = `SELECT b.id, b.workspace_id, b.slug FROM invite i JOIN board b ON b.id = i.board_id WHERE i.digest = ?`;
    const [row] = await this.database.read((manager) => manager.query<SqlRow[]>(sql, [digest]));
    if (row === undefined) return undefined;
    const ref = grantBoardRef(Number(row.workspace_id) as WorkspaceId, Number(row.id) as BoardId);
    return { ref, slug: String(row.slug) };
  }

  async openByDigest(tx: EntityManager, digest: Buffer): Promise<Invite | undefined> {
    const sql = `SELECT * FROM invite WHERE digest = ? AND ${this.#isOpen}`;
    return (await tx.query<SqlRow[]>(sql, [digest])).map(inviteOf)[0];
  }

  async openFor(tx: EntityManager, boardId: BoardId, agent: AgentName): Promise<Invite | undefined> {
    const sql = `SELECT * FROM invite WHERE board_id = ? AND agent = ? AND ${this.#isOpen}`;
    return (await tx.query<SqlRow[]>(sql, [boardId, agent])).map(inviteOf)[0];
  }

  async openById(tx: EntityManager, boardId: BoardId, id: number): Promise<Invite | undefined> {
    const sql = `SELECT * FROM invite WHERE board_id = ? AND id = ? AND ${this.#isOpen}`;
    return (await tx.query<SqlRow[]>(sql, [boardId, id])).map(inviteOf)[0];
  }

  /** The open invites of a board, newest first, at most `limit`. */
  async list(boardId: BoardId, limit: number): Promise<readonly Invite[]> {
    const sql = `SELECT * FROM invite WHERE board_id = ? AND ${this.#isOpen} ORDER BY id DESC LIMIT ?`;
    return (await this.database.read((manager) => manager.query<SqlRow[]>(sql, [boardId, limit]))).map(inviteOf);
  }

  async end(tx: EntityManager, id: number, ending: Ending): Promise<void> {
    const { now } = this.database.dialect;
    await tx.query(`UPDATE invite SET state = ?, ended_at = ${now} WHERE id = ?`, [ending, id]);
  }

  /** Cancels what is open for an agent who is gone, and what it had made. */
  async cancelOf(tx: EntityManager, boardId: BoardId, agent: AgentName): Promise<void> {
    const set = `UPDATE invite SET state = 'cancelled', ended_at = ${this.database.dialect.now}`;
    const where = "WHERE board_id = ? AND state = 'open' AND (agent = ? OR created_by = ?)";
    await tx.query(`${set} ${where}`, [boardId, agent, agent]);
  }
}

const inviteOf = (row: SqlRow): Invite => ({
  id: Number(row.id),
  agent: row.agent as AgentName,
  prefix: String(row.prefix),
  createdBy: row.created_by as AgentName,
  createdAtMs: instantMs(row.created_at),
  expiresAtMs: instantMs(row.expires_at),
});

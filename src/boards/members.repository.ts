import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../kernel/clock.js';
import type { AgentName, BoardId, Seq } from '../kernel/ids.js';
import { agentKey } from '../kernel/names.js';
import { Problem } from '../kernel/problem.js';
import { Database } from '../platform/database/database.js';
import { instantText, placeholders, type SqlRow } from '../platform/database/dialect.js';
import { ANY_AGENT, isOfRole, type Membership, type MembershipSource } from './domain/membership.js';

const ROWS_PER_INSERT = 2_000;
/** See `isOfRole`. */
const OF_ROLES = "('role', 'former')";

/** A member as others see it. */
export interface Member extends Membership {
  /** The canonical spelling, or `*`. */
  readonly agent: AgentName | typeof ANY_AGENT;
  /** Where the journal stood when it joined. */
  readonly joinedSeq: Seq;
}

@Injectable()
export class MembersRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** All that the board knows, `*` and those only seen included, by name; contributors to its goal are no members. */
  async list(boardId: BoardId, manager?: EntityManager): Promise<readonly Member[]> {
    return (await this.listNames(boardId, manager)).filter((row) => !isOfRole(row));
  }

  /** The same with contributors and dropped ones: all names that mean somebody on the board, or meant a role. */
  async listNames(boardId: BoardId, manager?: EntityManager): Promise<readonly Member[]> {
    const sql = `SELECT m.agent_key, m.source, m.is_owner, m.joined_seq, a.name FROM board_member m
      JOIN board b ON b.id = m.board_id
      LEFT JOIN agent a ON a.workspace_id = b.workspace_id AND a.agent_key = m.agent_key
      WHERE m.board_id = ? ORDER BY m.agent_key`;
    const query = (by: EntityManager): Promise<SqlRow[]> => by.query<SqlRow[]>(sql, [boardId]);
    return (await (manager === undefined ? this.database.read(query) : query(manager))).map(memberOf);
  }

  /**
   * Adds a member or makes one of somebody seen; one that was added by request is nobody else's to take away. Throws
   * `already_exists` under the name of a contributor to the board's goal, dropped or not.
   */
  async add(
    tx: EntityManager,
    boardId: BoardId,
    member: { agent: string; source: MembershipSource; isOwner: boolean },
  ): Promise<void> {
    const columns = ['board_id', 'agent_key', 'source', 'is_owner', 'created_at', 'joined_seq'];
    const key = agentKey(member.agent);
    const [board] = await tx.query<SqlRow[]>('SELECT head_seq FROM board WHERE id = ?', [boardId]);
    const head = Number(board?.head_seq ?? 0);
    const values = [boardId, key, member.source, member.isOwner ? 1 : 0, instantText(this.clock.now()), head];
    await tx.query(this.database.dialect.insertMissing('board_member', columns, 1), values);
    if (member.source === 'seen') return;
    const where = 'board_id = ? AND agent_key = ?';
    await this.refuseContributor(tx, boardId, member.agent);
    // What was asked for by request stays, also where the configuration gave it before.
    const yields = member.source === 'api' ? "('seen', 'config')" : "('seen')";
    await tx.query(`UPDATE board_member SET source = ? WHERE ${where} AND source IN ${yields}`, [
      member.source,
      boardId,
      key,
    ]);
    if (member.isOwner) await tx.query(`UPDATE board_member SET is_owner = 1 WHERE ${where}`, [boardId, key]);
  }

  /** Gives a new board its members, in primary-key order. */
  async insertAll(tx: EntityManager, boardId: BoardId, members: readonly Membership[]): Promise<void> {
    const columns = ['board_id', 'agent_key', 'source', 'is_owner', 'created_at'];
    const now = instantText(this.clock.now());
    const sorted = members.toSorted((one, other) => (one.agentKey < other.agentKey ? -1 : 1));
    for (let start = 0; start < sorted.length; start += ROWS_PER_INSERT) {
      const part = sorted.slice(start, start + ROWS_PER_INSERT);
      const rows = part.map(({ agentKey: key, source, isOwner }) => [boardId, key, source, isOwner ? 1 : 0, now]);
      await tx.query(this.database.dialect.insertMissing('board_member', columns, part.length), rows.flat());
    }
  }

  /** Throws `already_exists` where the name is a contributor's to the board's goal, or was. */
  async refuseContributor(tx: EntityManager, boardId: BoardId, agent: string): Promise<void> {
    const sql = `SELECT source FROM board_member WHERE board_id = ? AND agent_key = ? AND source IN ${OF_ROLES}`;
    const rows = await tx.query<SqlRow[]>(sql, [boardId, agentKey(agent)]);
    if (rows.length > 0) throw isContributor(agent);
  }

  /** Contributors are not to be removed so: their goal declares them, or did. */
  async remove(tx: EntityManager, boardId: BoardId, agent: string): Promise<void> {
    const sql = `DELETE FROM board_member WHERE board_id = ? AND agent_key = ? AND source NOT IN ${OF_ROLES}`;
    await tx.query(sql, [boardId, agentKey(agent)]);
  }

  /**
   * Keeps these names for the goal of the board, in the place of those before, which are nobody else's afterwards
   * either. Throws `already_exists`.
   */
  async setContributors(tx: EntityManager, boardId: BoardId, names: readonly string[]): Promise<void> {
    await tx.query(`UPDATE board_member SET source = 'former' WHERE board_id = ? AND source = 'role'`, [boardId]);
    await this.keepForRoles(tx, boardId, names);
    const set = `UPDATE board_member SET source = 'role' WHERE board_id = ? AND source = 'former'`;
    await tx.query(`${set} AND agent_key IN ${placeholders(1, names.length)}`, [boardId, ...names]);
  }

  /** Keeps names that were contributors' from being anybody else's. Throws `already_exists` where one is a member's. */
  async keepForRoles(tx: EntityManager, boardId: BoardId, names: readonly string[]): Promise<void> {
    const rows = names.map((name) => ({ agentKey: name, source: 'former' as const, isOwner: false }));
    await this.insertAll(tx, boardId, rows);
    // One who came by at the same moment was there first.
    const taken = (await this.list(boardId, tx)).find(({ agentKey: key }) => names.includes(key));
    if (taken !== undefined) throw isTaken(taken.agent);
  }

  /** Memberships that came from the configuration, on every board. */
  async listConfigured(tx: EntityManager): Promise<readonly { boardId: BoardId; slug: string; agentKey: string }[]> {
    const sql = `SELECT m.board_id, m.agent_key, b.slug FROM board_member m JOIN board b ON b.id = m.board_id
      WHERE m.source = 'config' ORDER BY m.board_id, m.agent_key`;
    const rows = await tx.query<SqlRow[]>(sql);
    return rows.map((row) => ({
      boardId: Number(row.board_id) as BoardId,
      slug: String(row.slug),
      agentKey: String(row.agent_key),
    }));
  }
}

/** A contributor's name is spelt in one way; an agent of another board may spell its own otherwise. */
const nameOf = (row: SqlRow): AgentName =>
  (isOfRole({ source: row.source as MembershipSource }) ? row.agent_key : (row.name ?? row.agent_key)) as AgentName;

/** Under which name somebody can not be added. */
const isContributor = (agent: string): Problem =>
  new Problem('already_exists', `${agent} is a role of this board's goal or was one, and so nobody else's name here.`);

/** Which name a role can not have. */
export const isTaken = (agent: string): Problem =>
  new Problem('already_exists', `This board knows an agent "${agent}". Give the role another name.`);

const memberOf = (row: SqlRow): Member => ({
  agent: row.agent_key === ANY_AGENT ? ANY_AGENT : nameOf(row),
  agentKey: String(row.agent_key),
  source: row.source as MembershipSource,
  isOwner: Number(row.is_owner) === 1,
  joinedSeq: Number(row.joined_seq ?? 0),
});

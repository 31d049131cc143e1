import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { groupBy } from '../kernel/group-by.js';
import type { BoardId, Seq, WorkspaceId } from '../kernel/ids.js';
import { Database } from '../platform/database/database.js';
import { instantMs, instantText, type SqlRow } from '../platform/database/dialect.js';
import { SharedLookup } from '../platform/database/shared-lookup.js';
import { ANY_AGENT, type Membership, type MembershipSource } from './domain/membership.js';

export interface Board {
  readonly id: BoardId;
  readonly slug: string;
  readonly head: Seq;
  readonly createdAtMs: number;
}

/** A board and the membership rows that concern one agent. */
export interface BoardForAgent {
  readonly board: Board;
  readonly memberships: readonly Membership[];
  /** Where the journal stood when the agent joined; undefined: it is no member by name. */
  readonly joinedSeq: Seq | undefined;
}

interface Asked {
  readonly workspaceId: WorkspaceId;
  readonly slug: string;
  readonly agentKey: string;
}

@Injectable()
export class BoardsRepository {
  readonly #lookups: SharedLookup<Asked, BoardForAgent | undefined>;

  constructor(private readonly database: Database) {
    this.#lookups = new SharedLookup((asked) => this.#findMany(asked));
  }

  /** The board with its present head, and what concerns the agent; no older than the call. */
  find(asked: Asked): Promise<BoardForAgent | undefined> {
    return this.#lookups.load(asked);
  }

  /** All boards of a workspace by slug, each with what concerns the agent. */
  async list(workspaceId: WorkspaceId, agentKey: string): Promise<readonly BoardForAgent[]> {
    const rows = await this.#select('b.workspace_id = ?', [agentKey], [workspaceId]);
    return groupByBoard(rows).map(({ board, rows: own }) => ({
      board,
      memberships: own.flatMap(membershipOf),
      joinedSeq: joinedSeqOf(own, agentKey),
    }));
  }

  /** Makes a board; a taken slug fails as a duplicate. */
  async insert(tx: EntityManager, workspaceId: WorkspaceId, slug: string, nowMs: number): Promise<Board> {
    const sql = 'INSERT INTO board (workspace_id, slug, head_seq, created_at) VALUES (?, ?, 0, ?)';
    await tx.query(sql, [workspaceId, slug, instantText(nowMs)]);
    const board = await this.bySlug(tx, workspaceId, slug);
    if (board === undefined) throw new Error('a board that was just made is gone');
    return board;
  }

  async bySlug(manager: EntityManager, workspaceId: WorkspaceId, slug: string): Promise<Board | undefined> {
    const rows = await manager.query<SqlRow[]>(
      'SELECT id, slug, head_seq, created_at FROM board WHERE workspace_id = ? AND slug = ?',
      [workspaceId, slug],
    );
    return rows.map(boardOf)[0];
  }

  async #findMany(asked: readonly Asked[]): Promise<readonly (BoardForAgent | undefined)[]> {
    const slugs = [...new Set(asked.map(({ slug }) => slug))];
    const workspaces = [...new Set(asked.map(({ workspaceId }) => workspaceId))];
    const agents = [...new Set(asked.map(({ agentKey }) => agentKey))];
    const where = `b.workspace_id IN (${marks(workspaces)}) AND b.slug IN (${marks(slugs)})`;
    const boards = new Map(
      groupByBoard(await this.#select(where, agents, [...workspaces, ...slugs])).map(({ workspaceId, board, rows }) => [
        `${workspaceId}/${board.slug}`,
        { board, members: groupBy(rows, (row) => String(row.agent_key)) },
      ]),
    );
    return asked.map(({ workspaceId, slug, agentKey }) => {
      const found = boards.get(`${workspaceId}/${slug}`);
      if (found === undefined) return undefined;
      const { board, members } = found;
      const own = members.get(agentKey) ?? [];
      const memberships = [...own, ...(members.get(ANY_AGENT) ?? [])].flatMap(membershipOf);
      return { board, memberships, joinedSeq: joinedSeqOf(own, agentKey) };
    });
  }

  #select(
    where: string,
    agentKeys: readonly string[],
    values: readonly (string | number)[],
  ): Promise<readonly SqlRow[]> {
    const keys = [...agentKeys, ANY_AGENT];
    const sql = `SELECT b.id, b.workspace_id, b.slug, b.head_seq, b.created_at, m.agent_key, m.source, m.is_owner, m.joined_seq
      FROM board b LEFT JOIN board_member m ON m.board_id = b.id AND m.agent_key IN (${marks(keys)})
      WHERE ${where} ORDER BY b.slug`;
    return this.database.read((manager) => manager.query<SqlRow[]>(sql, [...keys, ...values]));
  }
}

const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

const boardOf = (row: SqlRow): Board => ({
  id: Number(row.id) as BoardId,
  slug: String(row.slug),
  head: Number(row.head_seq),
  createdAtMs: instantMs(row.created_at),
});

/** None, where the join found no member. */
const membershipOf = (row: SqlRow): readonly Membership[] =>
  row.agent_key === null
    ? []
    : [
        {
          agentKey: String(row.agent_key),
          source: row.source as MembershipSource,
          isOwner: Number(row.is_owner) === 1,
        },
      ];

function joinedSeqOf(rows: readonly SqlRow[], agentKey: string): Seq | undefined {
  const own = rows.find((row) => row.agent_key === agentKey);
  return own === undefined ? undefined : Number(own.joined_seq ?? 0);
}

interface BoardRows {
  readonly workspaceId: WorkspaceId;
  readonly board: Board;
  readonly rows: readonly SqlRow[];
}

function groupByBoard(rows: readonly SqlRow[]): readonly BoardRows[] {
  const groups = groupBy(rows, (row) => Number(row.id));
  return [...groups.values()].map((group) => ({
    workspaceId: Number(group[0]?.workspace_id) as WorkspaceId,
    board: boardOf(group[0] ?? {}),
    rows: group,
  }));
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type BoardRef, grantBoardRef } from '../../journal/domain/board-ref.js';
import { groupBy } from '../../kernel/group-by.js';
import type { AgentName, BoardId, Seq, WorkspaceId } from '../../kernel/ids.js';
import { Database } from '../../platform/database/database.js';
import { instantMs, instantText, type SqlRow, type SqlValue } from '../../platform/database/dialect.js';
import { SharedLookup } from '../../platform/database/shared-lookup.js';
import type { Lease } from './domain/lease.js';
import type { Resource } from './domain/resource.js';

/** A board's leases that nobody closed, ascending by seq, and the database's time. */
export interface OpenLeases {
  readonly leases: readonly Lease[];
  readonly nowMs: number;
}

const BOARDS_PER_LOOKUP = 100;
const COLUMNS = 'board_id, seq, holder, resources, intent, granted_at, expires_at, lapse_told';

@Injectable()
export class LeasesRepository {
  readonly #open: SharedLookup<BoardRef, OpenLeases>;

  constructor(private readonly database: Database) {
    this.#open = new SharedLookup((boards) => this.#findMany(boards), BOARDS_PER_LOOKUP);
  }

  /** No older than the call; one look-up serves all who ask at a moment. */
  open(board: BoardRef): Promise<OpenLeases> {
    return this.#open.load(board);
  }

  /** As the transaction sees them, which holds the board's row: nobody else writes leases of it. */
  async locked(tx: EntityManager, board: BoardRef): Promise<OpenLeases> {
    return openLeasesOf(await this.#rows(tx, [board.boardId]));
  }

  async insert(tx: EntityManager, board: BoardRef, lease: Lease): Promise<void> {
    await tx.query(`INSERT INTO lease (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, [...valuesOf(board, lease)]);
  }

  /** Puts the leases as they are now; one without resources is over and goes. */
  async save(tx: EntityManager, board: BoardRef, leases: readonly Lease[]): Promise<void> {
    for (const lease of leases.toSorted((one, other) => one.seq - other.seq)) {
      await tx.query('DELETE FROM lease WHERE board_id = ? AND seq = ?', [board.boardId, lease.seq]);
      if (lease.resources.length > 0) await this.insert(tx, board, lease);
    }
  }

  /** Takes the text away that an agent gave with its lease. */
  async forgetIntent(tx: EntityManager, board: BoardRef, seq: Seq): Promise<void> {
    await tx.query("UPDATE lease SET intent = '' WHERE board_id = ? AND seq = ?", [board.boardId, seq]);
  }

  /** The boards of a workspace on which an agent has leases that nobody closed. */
  async boardsOf(workspaceId: WorkspaceId, holder: AgentName): Promise<readonly BoardRef[]> {
    const sql = `SELECT DISTINCT b.id FROM lease l JOIN board b ON b.id = l.board_id
      WHERE l.holder = ? AND b.workspace_id = ? ORDER BY b.id`;
    const rows = await this.database.read((manager) => manager.query<SqlRow[]>(sql, [holder, workspaceId]));
    return rows.map((row) => grantBoardRef(workspaceId, Number(row.id) as BoardId));
  }

  async #findMany(boards: readonly BoardRef[]): Promise<readonly OpenLeases[]> {
    const ids = [...new Set(boards.map(({ boardId }) => boardId))];
    const rows = await this.database.read((manager) => this.#rows(manager, ids));
    const byBoard = groupBy(rows, (row) => Number(row.board_id));
    const clock = rows.slice(0, 1).map((row) => ({ now: row.now, seq: null }));
    return boards.map(({ boardId }) => openLeasesOf(byBoard.get(boardId) ?? clock));
  }

  /** At least one row, for the time; one without a seq where there are no leases. */
  #rows(manager: EntityManager, boardIds: readonly BoardId[]): Promise<readonly SqlRow[]> {
    const marks = boardIds.map(() => '?').join(', ');
    const sql = `SELECT clock.now, l.* FROM (SELECT ${this.database.dialect.now} AS now) clock
      LEFT JOIN lease l ON l.board_id IN (${marks}) ORDER BY l.board_id, l.seq`;
    return manager.query<SqlRow[]>(sql, [...boardIds]);
  }
}

const openLeasesOf = (rows: readonly SqlRow[]): OpenLeases => ({
  leases: rows.filter(({ seq }) => seq !== null).map(leaseOfRow),
  nowMs: instantMs(rows[0]?.now),
});

const valuesOf = ({ boardId }: BoardRef, lease: Lease): readonly SqlValue[] => [
  boardId,
  lease.seq,
  lease.holder,
  JSON.stringify(lease.resources.map(({ kind, name, key }) => [kind, name, key])),
  lease.intent,
  instantText(lease.grantedAtMs),
  instantText(lease.expiresAtMs),
  lease.isLapseTold ? 1 : 0,
];

/** The only parser of stored leases: what the repository wrote is trusted to be of its type. */
function leaseOfRow(row: SqlRow): Lease {
  const resources = JSON.parse(String(row.resources)) as readonly [Resource['kind'], string, string][];
  return {
    seq: Number(row.seq),
    holder: row.holder as AgentName,
    resources: resources.map(([kind, name, key]) => ({ kind, name, key })),
    intent: String(row.intent),
    grantedAtMs: instantMs(row.granted_at),
    expiresAtMs: instantMs(row.expires_at),
    isLapseTold: Number(row.lapse_told) === 1,
  };
}

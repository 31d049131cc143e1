import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BoardRef } from '../../journal/domain/board-ref.js';
import type { BoardId } from '../../kernel/ids.js';
import { Database } from '../../platform/database/database.js';
import { instantMs, instantText, placeholders, type SqlRow, type SqlValue } from '../../platform/database/dialect.js';
import type { Goal } from './domain/goal.js';
import type { DeclaredRole } from './domain/scope.js';

const ROLE_COLUMNS = [
  ...['board_id', 'name', 'position', 'agent_count', 'reads_json', 'writes_json', 'purpose', 'backend', 'model'],
  ...['may_edit', 'sees_board'],
];

/** Goals and their roles. */
@Injectable()
export class GoalsRepository {
  constructor(private readonly database: Database) {}

  /** The board's goal with its roles, by one statement; undefined: it has none. In a transaction, as that sees it. */
  async rolesOf({ boardId }: Pick<BoardRef, 'boardId'>, tx?: EntityManager): Promise<Goal | undefined> {
    const sql = `SELECT g.goal, g.state, g.declared_seq, g.closed_at, g.emptied_at, r.*
      FROM board_goal g LEFT JOIN board_role r ON r.board_id = g.board_id WHERE g.board_id = ? ORDER BY r.position`;
    const query = (by: EntityManager): Promise<SqlRow[]> => by.query<SqlRow[]>(sql, [boardId]);
    return goalOf(await (tx === undefined ? this.database.read(query) : query(tx)));
  }

  /** Writes a goal with all of its roles in the place of what was there. */
  async save(tx: EntityManager, { boardId }: Pick<BoardRef, 'boardId'>, goal: Goal): Promise<void> {
    const columns = {
      key: ['board_id'],
      greatest: [],
      replaced: ['goal', 'state', 'declared_seq', 'closed_at', 'emptied_at'],
    };
    const ends = [instantOrNull(goal.closedAtMs), instantOrNull(goal.emptiedAtMs)];
    await tx.query(this.database.dialect.upsert('board_goal', columns, 1), [
      ...[boardId, goal.goal, goal.state, goal.declaredSeq],
      ...ends,
    ]);
    await tx.query('DELETE FROM board_role WHERE board_id = ?', [boardId]);
    if (goal.roles.length === 0) return;
    const rows = goal.roles.map((role, position) => roleValues(boardId, role, position));
    const sql = `INSERT INTO board_role (${ROLE_COLUMNS.join(', ')}) VALUES`;
    await tx.query(`${sql} ${placeholders(rows.length, ROLE_COLUMNS.length)}`, rows.flat());
  }
}

const instantOrNull = (ms: number | null): string | null => (ms === null ? null : instantText(ms));
const msOrNull = (value: unknown): number | null => (value === null ? null : instantMs(value));
const listOrNull = (list: readonly string[] | undefined): string | null =>
  list === undefined ? null : JSON.stringify(list);

const roleValues = (boardId: BoardId, role: DeclaredRole, position: number): readonly SqlValue[] => [
  ...[boardId, role.name, position, role.count, listOrNull(role.reads), listOrNull(role.writes)],
  ...[role.purpose ?? null, role.backend ?? null, role.model ?? null],
  ...[role.mayEdit ? 1 : 0, role.seesBoard ? 1 : 0],
];

function goalOf(rows: readonly SqlRow[]): Goal | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    goal: String(first.goal),
    state: first.state as Goal['state'],
    declaredSeq: Number(first.declared_seq),
    closedAtMs: msOrNull(first.closed_at),
    emptiedAtMs: msOrNull(first.emptied_at),
    // The join gives a goal without roles one row without a name.
    roles: rows.filter(({ name }) => name !== null).map(roleOf),
  };
}

/** What is null was not declared, and stays absent: an empty list would grant nothing. */
const roleOf = (row: SqlRow): DeclaredRole => ({
  name: String(row.name),
  count: Number(row.agent_count),
  ...(row.reads_json === null ? {} : { reads: JSON.parse(String(row.reads_json)) as readonly string[] }),
  ...(row.writes_json === null ? {} : { writes: JSON.parse(String(row.writes_json)) as readonly string[] }),
  ...(row.purpose === null ? {} : { purpose: String(row.purpose) }),
  ...(row.backend === null ? {} : { backend: String(row.backend) }),
  ...(row.model === null ? {} : { model: String(row.model) }),
  mayEdit: Number(row.may_edit) === 1,
  seesBoard: Number(row.sees_board) === 1,
});

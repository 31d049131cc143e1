import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BoardRef } from '../journal/domain/board-ref.js';
import type { AgentName, BoardId } from '../kernel/ids.js';
import { groupBy } from '../kernel/group-by.js';
import { agentKey } from '../kernel/names.js';
import { Database } from '../platform/database/database.js';
import { columnsOfUpsert, instantMs, type SqlRow, type SqlValue } from '../platform/database/dialect.js';
import { SharedLookup } from '../platform/database/shared-lookup.js';
import { type DeliveryState, NOTHING_SHOWN } from './domain/delivery-state.js';

/** Whose state of which board. */
export interface DeliveryKey {
  readonly board: BoardRef;
  readonly agent: AgentName;
}

export const nameOf = ({ board, agent }: DeliveryKey): string => `${board.boardId}/${agentKey(agent)}`;

const COLUMNS = {
  key: ['board_id', 'agent_key'],
  greatest: ['gist_cursor', 'post_cursor', 'offered_to'],
  replaced: ['above'],
} as const;

/** States as they are locked, and the database's time. */
export interface LockedStates {
  readonly states: ReadonlyMap<string, DeliveryState>;
  readonly nowMs: number;
}

@Injectable()
export class DeliveriesRepository {
  readonly #states: SharedLookup<DeliveryKey, DeliveryState>;

  constructor(private readonly database: Database) {
    this.#states = new SharedLookup((keys) => this.#find(keys));
  }

  /** No older than the call; one look-up serves all who ask at a moment. */
  state(key: DeliveryKey): Promise<DeliveryState> {
    return this.#states.load(key);
  }

  /** Locks the states to the commit, making those that are missing, so that two can't start from nothing at once. */
  async lock(tx: EntityManager, keys: readonly DeliveryKey[]): Promise<LockedStates> {
    const found = await this.#select(tx, keys, this.database.dialect.forUpdate);
    const missing = keys.filter((key) => !found.states.has(nameOf(key)));
    if (missing.length === 0) return found;
    const columns = columnsOfUpsert(COLUMNS);
    const values = inKeyOrder(missing).flatMap((key) => rowOf(key, NOTHING_SHOWN));
    await tx.query(this.database.dialect.insertMissing('delivery', columns, missing.length), values);
    return this.#select(tx, keys, this.database.dialect.forUpdate);
  }

  /** In key order, so that two processes never wait for each other crosswise. */
  async save(tx: EntityManager, changed: readonly (DeliveryKey & { readonly state: DeliveryState })[]): Promise<void> {
    if (changed.length === 0) return;
    const values = inKeyOrder(changed).flatMap((each) => rowOf(each, each.state));
    await tx.query(this.database.dialect.upsert('delivery', COLUMNS, changed.length), values);
  }

  async #find(keys: readonly DeliveryKey[]): Promise<readonly DeliveryState[]> {
    const { states } = await this.database.read((manager) => this.#select(manager, keys, ''));
    return keys.map((key) => states.get(nameOf(key)) ?? NOTHING_SHOWN);
  }

  async #select(manager: EntityManager, keys: readonly DeliveryKey[], lockClause: string): Promise<LockedStates> {
    const groups = [...groupBy(keys, ({ board }) => board.boardId)];
    const where = groups.map(([, group]) => `(board_id = ? AND agent_key IN (${group.map(() => '?').join(', ')}))`);
    const sql = `SELECT ${columnsOfUpsert(COLUMNS).join(', ')}, ${this.database.dialect.now} AS now
      FROM delivery WHERE ${where.join(' OR ')} ORDER BY board_id, agent_key${lockClause}`;
    const values = groups.flatMap(([boardId, group]) => [boardId, ...group.map(({ agent }) => agentKey(agent))]);
    const rows = await manager.query<SqlRow[]>(sql, values);
    const states = new Map(rows.map((row) => [`${String(row.board_id)}/${String(row.agent_key)}`, stateOfRow(row)]));
    return { states, nowMs: rows[0] === undefined ? 0 : instantMs(rows[0].now) };
  }
}

type Above = Pick<DeliveryState, 'confirmedGists' | 'confirmedPosts' | 'leases'>;

const rowOf = ({ board, agent }: DeliveryKey, state: DeliveryState): readonly SqlValue[] => {
  const { confirmedGists, confirmedPosts, leases } = state;
  const isEmpty = confirmedGists.length + confirmedPosts.length + leases.length === 0;
  const above: Above = { confirmedGists, confirmedPosts, leases };
  return [
    board.boardId,
    agentKey(agent),
    state.gistCursor,
    state.postCursor,
    state.offeredTo,
    isEmpty ? null : JSON.stringify(above),
  ];
};

/** The only parser of stored states: what the repository wrote is trusted to be of its type. */
const stateOfRow = (row: SqlRow): DeliveryState => ({
  ...NOTHING_SHOWN,
  isContacted: true,
  ...(row.above === null ? {} : (JSON.parse(String(row.above)) as Above)),
  gistCursor: Number(row.gist_cursor),
  postCursor: Number(row.post_cursor),
  offeredTo: Number(row.offered_to),
});

const inKeyOrder = <T extends DeliveryKey>(keys: readonly T[]): readonly T[] =>
  keys.toSorted((one, other) => compareKeys(one, other));

const compareKeys = (one: DeliveryKey, other: DeliveryKey): number => {
  const byBoard: number = idOf(one) - idOf(other);
  if (byBoard !== 0) return byBoard;
  return agentKey(one.agent) < agentKey(other.agent) ? -1 : 1;
};

const idOf = ({ board }: DeliveryKey): BoardId => board.boardId;

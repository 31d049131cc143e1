import { Injectable } from '@nestjs/common';
import { groupBy } from '../kernel/group-by.js';
import type { AgentName, Seq } from '../kernel/ids.js';
import { partsOf } from '../kernel/parts-of.js';
import { Database } from '../platform/database/database.js';
import type { SqlRow, SqlValue } from '../platform/database/dialect.js';
import { SharedLookup } from '../platform/database/shared-lookup.js';
import type { BoardRef } from './domain/board-ref.js';
import { HEARTBEAT } from './domain/concerns.js';
import type { JournalEntry } from './domain/journal-entry.js';
import { ENTRY_COLUMNS, entryOfRow } from './entry-rows.js';

/** What one statement reads for all who ask; where there is more, each is read for by itself, to its own limit. */
const ROWS_AT_ONCE = 1_000;
/** SQLite takes 500 parts of a compound SELECT, and a statement should stay small. */
const PARTS_PER_STATEMENT = 100;

const MESSAGES_ONLY = ` AND kind = 'post' AND NOT EXISTS (SELECT 1 FROM journal_ref r
  WHERE r.board_id = e.board_id AND r.target_seq = e.seq AND r.relation = 'deletes')`;

type Order = 'ASC' | 'DESC';

/** The entries addressed to one agent, above a seq. */
export interface AddressedQuery {
  readonly board: BoardRef;
  readonly agent: AgentName;
  readonly after: Seq;
  readonly limit: number;
  /** Only posts, and of those only what was not deleted. */
  readonly messagesOnly: boolean;
}

export interface ConversationQuery {
  /** One end, who sees what is to all too; null: any. */
  readonly agent: AgentName | null;
  /** The other end, or who wrote to all; null: any. */
  readonly other: AgentName | null;
  readonly before: Seq;
  readonly limit: number;
}

/** Entries that are addressed to somebody. */
@Injectable()
export class PostsRepository {
  readonly #addressed: SharedLookup<AddressedQuery, readonly JournalEntry[]>;

  constructor(private readonly database: Database) {
    this.#addressed = new SharedLookup((asked) => this.#findAddressed(asked));
  }

  /** Entries to the agent by others, ascending. One look-up serves all who ask at a moment. */
  addressed(query: AddressedQuery): Promise<readonly JournalEntry[]> {
    return this.#addressed.load(query);
  }

  /** The last entries that each query is about in the place of the first ones, ascending. */
  newest(asked: readonly AddressedQuery[]): Promise<readonly (readonly JournalEntry[])[]> {
    return this.#readEach(asked, 'DESC');
  }

  /** Posts between two ends, and those to all, newest first; no heartbeats. */
  async conversation(board: BoardRef, query: ConversationQuery): Promise<readonly JournalEntry[]> {
    const { agent, other, before, limit } = query;
    const start = `SELECT ${ENTRY_COLUMNS.join(', ')} FROM journal_entry WHERE board_id = ? AND kind = 'post' AND type <> '${HEARTBEAT}'`;
    // A range read for each, of its own index; an OR over the ends would use none.
    const parts = [
      { ends: { recipient: agent, author: other }, toAll: '' },
      ...(agent === other ? [] : [{ ends: { recipient: other, author: agent }, toAll: '' }]),
      ...(agent === null ? [] : toAllBy(agent, other)),
    ].map(({ ends, toAll }) => {
      const given = Object.entries(ends).filter((end): end is [string, AgentName] => end[1] !== null);
      const where = given.map(([column]) => ` AND ${column} = ?`).join('') + toAll;
      const values: readonly SqlValue[] = [board.boardId, ...given.map(([, name]) => name), before, limit];
      return { sql: `${start}${where} AND seq < ? ORDER BY seq DESC LIMIT ?`, values };
    });
    const found = await Promise.all(parts.map(({ sql, values }) => this.#entries(sql, values)));
    const bySeq = new Map(found.flat().map((entry) => [entry.seq, entry]));
    return [...bySeq.values()].toSorted((one, other_) => other_.seq - one.seq).slice(0, limit);
  }

  async #findAddressed(asked: readonly AddressedQuery[]): Promise<readonly (readonly JournalEntry[])[]> {
    const kinds = groupBy(asked, ({ messagesOnly }) => messagesOnly);
    const found = new Map<AddressedQuery, readonly JournalEntry[]>();
    for (const [messagesOnly, alike] of kinds) {
      const rows = alike.length === 1 ? undefined : await this.#readTogether(alike, messagesOnly);
      const lists = rows === undefined ? await this.#readEach(alike, 'ASC') : shareOut(alike, rows);
      alike.forEach((query, index) => found.set(query, lists[index] ?? []));
    }
    return asked.map((query) => found.get(query) ?? []);
  }

  /** One range of the recipients' index for each agent; undefined: there is more than may be read at once. */
  async #readTogether(asked: readonly AddressedQuery[], messagesOnly: boolean): Promise<readonly SqlRow[] | undefined> {
    const groups = [...groupBy(asked, ({ board, after }) => `${board.boardId}/${after}`).values()];
    const ranges = groups.map(
      (group) => `(e.board_id = ? AND e.recipient IN (${group.map(() => '?').join(', ')}) AND e.seq > ?)`,
    );
    // With hundreds of recipients SQLite would rather read the board from the lowest cursor on.
    const from = `journal_entry e${this.database.dialect.byIndex('journal_recipient')}`;
    const sql = `SELECT ${ENTRY_COLUMNS.join(', ')} FROM ${from} WHERE (${ranges.join(' OR ')})
      AND author <> recipient${messagesOnly ? MESSAGES_ONLY : ''} LIMIT ?`;
    const values = groups.flatMap((group) => [
      group[0]?.board.boardId ?? 0,
      ...group.map(({ agent }) => agent),
      group[0]?.after ?? 0,
    ]);
    const rows = await this.database.read((manager) => manager.query<SqlRow[]>(sql, [...values, ROWS_AT_ONCE]));
    return rows.length < ROWS_AT_ONCE ? rows : undefined;
  }

  async #readEach(asked: readonly AddressedQuery[], order: Order): Promise<readonly (readonly JournalEntry[])[]> {
    const lists: (readonly JournalEntry[])[] = [];
    for (const part of partsOf(asked, PARTS_PER_STATEMENT)) lists.push(...(await this.#readParts(part, order)));
    return lists;
  }

  async #readParts(asked: readonly AddressedQuery[], order: Order): Promise<readonly (readonly JournalEntry[])[]> {
    const part = (narrowing: string): string => `SELECT * FROM (SELECT ? AS asked, ${ENTRY_COLUMNS.join(', ')}
      FROM journal_entry e WHERE board_id = ? AND recipient = ? AND seq > ? AND author <> ?${narrowing}
      ORDER BY seq ${order} LIMIT ?) part`;
    const sql = asked.map(({ messagesOnly }) => part(messagesOnly ? MESSAGES_ONLY : '')).join(' UNION ALL ');
    const values = asked.flatMap(({ board, agent, after, limit }, index) => [
      index,
      board.boardId,
      agent,
      after,
      agent,
      limit,
    ]);
    const rows = await this.database.read((manager) => manager.query<SqlRow[]>(sql, values));
    const found = asked.map((): JournalEntry[] => []);
    for (const row of rows) found[Number(row.asked)]?.push(entryOfRow(row));
    return found.map((entries) => entries.toSorted((one, other) => one.seq - other.seq));
  }

  async #entries(sql: string, values: readonly SqlValue[]): Promise<readonly JournalEntry[]> {
    const rows = await this.database.read((manager) => manager.query<SqlRow[]>(sql, [...values]));
    return rows.map(entryOfRow);
  }
}

/** Posts to all; where the conversation is with one, those of the two ends. */
function toAllBy(agent: AgentName, other: AgentName | null) {
  const toAll = ' AND recipient IS NULL';
  if (other === null) return [{ ends: {}, toAll }];
  return [agent, other].map((author) => ({ ends: { author }, toAll }));
}

/** To each who asked the first of its own, ascending. */
function shareOut(asked: readonly AddressedQuery[], rows: readonly SqlRow[]): readonly (readonly JournalEntry[])[] {
  const byRecipient = groupBy(rows, (row) => `${String(row.board_id)}/${String(row.recipient)}`);
  return asked.map(({ board, agent, after, limit }) =>
    (byRecipient.get(`${board.boardId}/${agent}`) ?? [])
      .map(entryOfRow)
      .filter(({ seq }) => seq > after)
      .toSorted((one, other) => one.seq - other.seq)
      .slice(0, limit),
  );
}

import type { EntityManager } from 'typeorm';

/** A value that all three databases take as a bound parameter. */
export type SqlValue = string | number | Buffer | null;
export type SqlRow = Readonly<Record<string, unknown>>;

/** SQL kinds of columns, for migrations. Text names its charset: a server's default is never trusted. */
export interface ColumnKinds {
  readonly serial: string;
  readonly bigint: string;
  readonly smallint: string;
  readonly flag: string;
  readonly instant: string;
  readonly digest: string;
  readonly text: (length: number) => string;
  readonly identifier: (length: number) => string;
  readonly longText: string;
  /** Up to 16 MiB. */
  readonly bytes: string;
  readonly table: string;
  /** For tables read by ranges of their primary key. */
  readonly clustered: string;
}

/** A change of rows that the database itself refuses, whoever asks for it. */
export interface RefusedChange {
  readonly name: string;
  readonly table: string;
  readonly change: 'INSERT' | 'UPDATE' | 'DELETE';
  /** A condition in SQL, over the row as `OLD` (`NEW` of an INSERT), under which it is let through. */
  readonly unless?: string;
}

/** All in which the databases differ. MariaDB speaks MySQL's dialect. */
export interface Dialect {
  readonly name: 'mysql' | 'sqlite';
  readonly columns: ColumnKinds;
  readonly begin: string;
  /** Ends a transaction. */
  readonly commit: string;
  /** Whether `commit` begins the connection's next transaction too: one way to the database less for each. */
  readonly commitBegins: boolean;
  /** Ends a SELECT whose rows are to be locked until the commit. */
  readonly forUpdate: string;
  /** Follows a table in a FROM: reads it by this index and no other, where a planner would guess wrong. */
  byIndex(index: string): string;
  /** The database's own clock, as `instantText` writes instants. */
  readonly now: string;
  /** `INSERT` of rows of which some may be there already; those are left as they are. */
  insertMissing(table: string, columns: readonly string[], rowCount: number): string;
  /** `INSERT` of rows that take the place of those with the same key; `greatest` columns never get smaller. */
  upsert(table: string, columns: UpsertColumns, rowCount: number): string;
  /**
   * Takes `count` seqs of a board and holds its row to the commit. Answers the new head, or undefined where there is
   * no such board.
   */
  allotSeqs(tx: EntityManager, boardId: number, count: number): Promise<number | undefined>;
  /** Whether a row that takes the place of another is the DELETE of that for triggers too. */
  readonly replacesByDelete: boolean;
  /** Makes a trigger that refuses a change of rows. */
  refuse(refused: RefusedChange): string;
  /** The names of the triggers that there are and that we may see. */
  readonly triggerNames: string;
}

export interface UpsertColumns {
  readonly key: readonly string[];
  readonly greatest: readonly string[];
  readonly replaced: readonly string[];
}

/** The columns of an upsert in the order of its values. */
export const columnsOfUpsert = ({ key, greatest, replaced }: UpsertColumns): readonly string[] => [
  ...key,
  ...greatest,
  ...replaced,
];

const insertInto = (table: string, columns: readonly string[], rowCount: number): string =>
  `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${placeholders(rowCount, columns.length)}`;

/** `(?, ?), (?, ?)` for rows of equal length. */
export function placeholders(rowCount: number, columnCount: number): string {
  const row = `(${'?, '.repeat(columnCount - 1)}?)`;
  return `${`${row}, `.repeat(rowCount - 1)}${row}`;
}

/** An instant as all three databases take it and give it back: `2026-11-30 13:05:07.123`, UTC. */
export function instantText(ms: number): string {
  // All entries of a commit have one instant.
  if (ms !== lastInstant.ms) lastInstant = { ms, text: new Date(ms).toISOString().slice(0, 23).replace('T', ' ') };
  return lastInstant.text;
}

let lastInstant = { ms: Number.NaN, text: '' };

/** The reverse of `instantText`. */
export const instantMs = (text: unknown): number => Date.parse(`${String(text).replace(' ', 'T')}Z`);

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const UTF8 = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';

const mysql: Dialect = {
  name: 'mysql',
  columns: {
    serial: 'bigint NOT NULL AUTO_INCREMENT PRIMARY KEY',
    bigint: 'bigint',
    smallint: 'smallint',
    flag: 'tinyint',
    instant: 'datetime(3)',
    digest: 'binary(32)',
    text: (length) => `varchar(${length}) ${UTF8}`,
    identifier: (length) => `varchar(${length}) ${ASCII}`,
    longText: `mediumtext ${UTF8}`,
    bytes: 'mediumblob',
    table: `ENGINE=InnoDB DEFAULT ${UTF8}`,
    clustered: `ENGINE=InnoDB DEFAULT ${UTF8}`,
  },
  begin: 'START TRANSACTION',
  commit: 'COMMIT AND CHAIN',
  commitBegins: true,
  forUpdate: ' FOR UPDATE',
  byIndex: (index) => ` FORCE INDEX (${index})`,
  now: 'UTC_TIMESTAMP(3)',
  insertMissing: (table, columns, rowCount) =>
    `${insertInto(table, columns, rowCount)} ON DUPLICATE KEY UPDATE ${columns[0]} = ${table}.${columns[0]}`,
  upsert(table, columns, rowCount) {
    const sets = [
      ...columns.greatest.map((column) => `${column} = GREATEST(${column}, VALUES(${column}))`),
      ...columns.replaced.map((column) => `${column} = VALUES(${column})`),
    ];
    return `${insertInto(table, columnsOfUpsert(columns), rowCount)} ON DUPLICATE KEY UPDATE ${sets.join(', ')}`;
  },
  async allotSeqs(tx, boardId, count) {
    const sql = 'UPDATE board SET head_seq = LAST_INSERT_ID(head_seq + ?) WHERE id = ?';
    const { insertId } = await tx.query<{ insertId: number }>(sql, [count, boardId]);
    return insertId === 0 ? undefined : insertId;
  },
  replacesByDelete: true,
  refuse: ({ name, table, change, unless = '1 = 0' }) =>
    `CREATE TRIGGER ${name} BEFORE ${change} ON ${table} FOR EACH ROW BEGIN IF NOT (${unless}) THEN
      SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${table} is append-only'; END IF; END`,
  triggerNames: 'SELECT trigger_name AS name FROM information_schema.triggers WHERE trigger_schema = DATABASE()',
};

const sqlite: Dialect = {
  name: 'sqlite',
  columns: {
    serial: 'integer NOT NULL PRIMARY KEY AUTOINCREMENT',
    bigint: 'bigint',
    smallint: 'smallint',
    flag: 'tinyint',
    instant: 'datetime(3)',
    digest: 'blob',
    text: (length) => `varchar(${length})`,
    identifier: (length) => `varchar(${length})`,
    longText: 'text',
    bytes: 'blob',
    table: '',
    clustered: 'WITHOUT ROWID',
  },
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  commitBegins: false,
  forUpdate: '',
  byIndex: (index) => ` INDEXED BY ${index}`,
  now: "strftime('%Y-%m-%d %H:%M:%f', 'now')",
  insertMissing: (table, columns, rowCount) => `${insertInto(table, columns, rowCount)} ON CONFLICT DO NOTHING`,
  upsert(table, columns, rowCount) {
    const sets = [
      ...columns.greatest.map((column) => `${column} = MAX(${column}, excluded.${column})`),
      ...columns.replaced.map((column) => `${column} = excluded.${column}`),
    ];
    const conflict = `ON CONFLICT (${columns.key.join(', ')}) DO UPDATE SET ${sets.join(', ')}`;
    return `${insertInto(table, columnsOfUpsert(columns), rowCount)} ${conflict}`;
  },
  async allotSeqs(tx, boardId, count) {
    const sql = 'UPDATE board SET head_seq = head_seq + ? WHERE id = ? RETURNING head_seq';
    const [row] = await tx.query<{ head_seq: number }[]>(sql, [count, boardId]);
    return row?.head_seq;
  },
  // Unless a connection asks for recursive triggers, and whoever comes by another need not.
  replacesByDelete: false,
  refuse: ({ name, table, change, unless = '1 = 0' }) =>
    `CREATE TRIGGER ${name} BEFORE ${change} ON ${table} FOR EACH ROW WHEN NOT (${unless})
      BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END`,
  triggerNames: "SELECT name FROM sqlite_master WHERE type = 'trigger'",
};

export const dialectOf = (kind: 'mysql' | 'sqlite'): Dialect => (kind === 'mysql' ? mysql : sqlite);

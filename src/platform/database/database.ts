import BetterSqlite3 from 'better-sqlite3';
import mysql2 from 'mysql2';
import { DataSource, type DataSourceOptions, type EntityManager, type MixedList } from 'typeorm';
import type { DatabaseTarget, SqliteTarget } from '../config/env.js';
import type { MysqlTarget } from '../config/dsn.js';
import { dialectOf, type Dialect, type RefusedChange } from './dialect.js';
import { type PoolUse, poolUse } from './pool-use.js';
import { runWithin } from './session.js';

/** The entities and migrations of the whole application; `src/schema.ts` lists them. */
export interface Schema {
  readonly entities: MixedList<new () => object>;
  readonly migrations: MixedList<new () => object>;
  /** Changes of rows that the database is to refuse, where it lets us ask for it. */
  readonly refusedChanges: readonly RefusedChange[];
}

const READ_DEADLINE_MS = 15_000;
const BUSY_TIMEOUT_MS = 250;
const SQL_MODE = 'STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';

/**
 * The two ways into the store. `writer` belongs to the transactor alone; everything else reads. On SQLite they are two
 * connections to one file, so no read sees what is not committed; on MySQL two pools, so writes can't starve reads.
 */
export class Database {
  readonly dialect: Dialect;
  /** Those that the database needs a trigger for. */
  readonly refusedChanges: readonly RefusedChange[];

  constructor(
    readonly target: DatabaseTarget,
    readonly writer: DataSource,
    private readonly reader: DataSource,
    refusedChanges: readonly RefusedChange[],
  ) {
    this.dialect = dialectOf(target.kind);
    const { replacesByDelete } = this.dialect;
    this.refusedChanges = refusedChanges.filter(({ change }) => change !== 'INSERT' || !replacesByDelete);
  }

  /** Runs reads on one connection, given up after 15 s; each statement sees what is committed when it starts. */
  read<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return runWithin(this.reader, READ_DEADLINE_MS, (runner) => work(runner.manager));
  }

  /** How the pools are used; SQLite has none. */
  connections(): readonly PoolUse[] {
    return this.target.kind === 'sqlite' ? [] : [...poolUse('reads', this.reader), ...poolUse('writes', this.writer)];
  }

  async close(): Promise<void> {
    await this.reader.destroy();
    await this.writer.destroy();
  }
}

/** Opens both ways; rejects where the server does not answer or would not keep bound values bound. */
export async function openDatabase(target: DatabaseTarget, schema: Schema): Promise<Database> {
  const writer = await new DataSource(dataSourceOptions(target, schema, 'writer')).initialize();
  const reader = await new DataSource(dataSourceOptions(target, schema, 'reader')).initialize();
  if (target.kind === 'mysql') await refuseUnsafeSession(writer);
  return new Database(target, writer, reader, schema.refusedChanges);
}

/** TypeORM's options for one of the two ways. Nothing is ever synchronised: migrations alone make tables. */
export function dataSourceOptions(
  target: DatabaseTarget,
  { entities, migrations }: Pick<Schema, 'entities' | 'migrations'>,
  role: 'writer' | 'reader',
): DataSourceOptions {
  const common = { entities, migrations, synchronize: false, migrationsRun: false, logging: false } as const;
  return target.kind === 'mysql'
    ? { ...common, ...mysqlOptions(target, role) }
    : { ...common, ...sqliteOptions(target, role) };
}

function mysqlOptions(target: MysqlTarget, role: 'writer' | 'reader') {
  return {
    type: 'mysql' as const,
    driver: { ...mysql2, createPool: createSessionPool },
    host: target.host,
    port: target.port,
    username: target.user,
    password: target.password,
    database: target.database,
    poolSize: role === 'reader' ? target.poolSize : Math.max(2, Math.ceil(target.poolSize / 2)),
    ...(target.tls === 'off' ? {} : { ssl: { rejectUnauthorized: target.tls === 'verify' } }),
    charset: 'utf8mb4',
    timezone: 'Z',
    dateStrings: true,
    bigNumberStrings: false,
    connectTimeout: 5_000,
    // Without `trace`: a stack for each query, which the error of a query has of its own.
    extra: { queueLimit: 1_000, trace: false },
  };
}

/** A pool each of whose connections has our session before its first use. */
function createSessionPool(options: mysql2.PoolOptions): mysql2.Pool {
  const pool = mysql2.createPool(options);
  pool.on('connection', (connection) => {
    const giveUpOnError = (error: unknown): void => {
      if (error !== null) connection.destroy();
    };
    connection.query(
      `SET SESSION sql_mode = '${SQL_MODE}', time_zone = '+00:00', innodb_lock_wait_timeout = 5`,
      giveUpOnError,
    );
    connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', giveUpOnError);
  });
  return pool;
}

function sqliteOptions(target: SqliteTarget, role: 'writer' | 'reader') {
  return {
    type: 'better-sqlite3' as const,
    driver: BetterSqlite3,
    database: target.path,
    timeout: BUSY_TIMEOUT_MS,
    readonly: role === 'reader',
    prepareDatabase: (file: BetterSqlite3.Database): void => {
      if (role === 'writer') {
        file.pragma('journal_mode = WAL');
        // Else what was redacted would stay in free pages of the file, and of its copies.
        file.pragma('secure_delete = ON');
      }
      file.pragma('synchronous = FULL');
    },
  };
}

async function refuseUnsafeSession(dataSource: DataSource): Promise<void> {
  const [row] = await dataSource.query<{ mode: string }[]>('SELECT @@sql_mode AS mode');
  if (row === undefined || row.mode.includes('NO_BACKSLASH_ESCAPES')) {
    await dataSource.destroy();
    throw new Error(
      'The server keeps NO_BACKSLASH_ESCAPES in sql_mode; bound values would not be safe. Start refused.',
    );
  }
}

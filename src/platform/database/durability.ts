import type { Logger } from '../observability/logger.js';
import type { Database } from './database.js';

/** A setting of the database on which it depends whether an acknowledged note survives a crash. */
export interface FlushSetting {
  readonly name: string;
  readonly value: string;
  /** What may be lost, and what to do; null: nothing. */
  readonly risk: string | null;
}

export interface Durability {
  /** As the database names itself: `9.7.4`, `10.11.19-MariaDB`, `3.53.2`. */
  readonly version: string;
  readonly settings: readonly FlushSetting[];
}

/** How the database keeps what it acknowledged. */
export function durabilityOf(database: Database): Promise<Durability> {
  return database.target.kind === 'sqlite' ? ofSqlite(database) : ofMysql(database);
}

async function ofSqlite(database: Database): Promise<Durability> {
  const [row] = await database.read((manager) =>
    manager.query<{ version: string }[]>('SELECT sqlite_version() AS version'),
  );
  // Set at each open, so there is nothing that could differ.
  return { version: row?.version ?? '', settings: [{ name: 'synchronous', value: 'FULL', risk: null }] };
}

async function ofMysql(database: Database): Promise<Durability> {
  const [row] = await database.read((manager) =>
    manager.query<{ version: string; flush: number; log: number; sync: number }[]>(
      'SELECT VERSION() AS version, @@innodb_flush_log_at_trx_commit AS flush, @@log_bin AS log, @@sync_binlog AS sync',
    ),
  );
  if (row === undefined) return { version: '', settings: [] };
  const { version, flush, log, sync } = row;
  return {
    version,
    settings: [
      {
        name: 'innodb_flush_log_at_trx_commit',
        value: String(flush),
        risk: flush === 1 ? null : 'a crash of the database may lose acknowledged notes: set it to 1',
      },
      {
        name: 'sync_binlog',
        value: log === 1 ? String(sync) : 'no binary log',
        risk:
          log === 1 && sync !== 1 ? 'a crash of the machine may part the binary log from the data: set it to 1' : null,
      },
    ],
  };
}

/** Says so where the database may lose what it acknowledged: nothing that the service does can mend that. */
export async function warnOfLossySettings(database: Database, logger: Logger): Promise<void> {
  const { settings } = await durabilityOf(database);
  for (const { name, value, risk } of settings) if (risk !== null) logger.warn({ [name]: value }, risk);
}

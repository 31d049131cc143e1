import type { Logger } from '../observability/logger.js';
import { missingRefusals } from './append-only.js';
import type { Database } from './database.js';

/** A setting of the database on which it depends whether what was acknowledged stays. */
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
export async function durabilityOf(database: Database): Promise<Durability> {
  const { version, settings } = await (database.target.kind === 'sqlite' ? ofSqlite(database) : ofMysql(database));
  return { version, settings: [...settings, await appendOnlyOf(database)] };
}

async function appendOnlyOf(database: Database): Promise<FlushSetting> {
  const missing = await missingRefusals(database);
  const all = database.refusedChanges.length;
  const risk =
    'who reaches the database may change versions of artifacts: grant TRIGGER, with a binary log set log_bin_trust_function_creators = 1, and start the service again';
  return {
    name: 'append-only triggers',
    value: `${all - missing.length} of ${all}`,
    risk: missing.length === 0 ? null : risk,
  };
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

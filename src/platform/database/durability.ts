import type { Logger } from '../observability/logger.js';
import type { Database } from './database.js';

/** Says so where MySQL may lose what it acknowledged: nothing that the service does can mend that. */
export async function warnOfLossySettings(database: Database, logger: Logger): Promise<void> {
  if (database.target.kind === 'sqlite') return;
  const [row] = await database.read((manager) =>
    manager.query<{ flush: number; log: number; sync: number }[]>(
      'SELECT @@innodb_flush_log_at_trx_commit AS flush, @@log_bin AS log, @@sync_binlog AS sync',
    ),
  );
  if (row === undefined) return;
  if (row.flush !== 1) {
    logger.warn(
      { innodb_flush_log_at_trx_commit: row.flush },
      'a crash of the database may lose acknowledged notes: set it to 1',
    );
  }
  if (row.log === 1 && row.sync !== 1) {
    logger.warn({ sync_binlog: row.sync }, 'a crash of the machine may part the binary log from the data: set it to 1');
  }
}

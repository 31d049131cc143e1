import { setTimeout as pause } from 'node:timers/promises';
import { seedBoards } from './boards/seed.js';
import type { Clock } from './kernel/clock.js';
import type { Config } from './platform/config/env.js';
import { refuseChanges } from './platform/database/append-only.js';
import { type Database, openDatabase } from './platform/database/database.js';
import { classifyDatabaseError } from './platform/database/database-errors.js';
import { warnOfLossySettings } from './platform/database/durability.js';
import { lockFile } from './platform/database/file-lock.js';
import { migrate } from './platform/database/migrate.js';
import type { Logger } from './platform/observability/logger.js';
import { schema } from './schema.js';

const TRY_FOR_MS = 60_000;
const TRY_EVERY_MS = 2_000;

/** A store that is ready to use, and the way to let go of it. */
export interface OpenStore {
  readonly database: Database;
  /** The same for every process on this store, however it reaches it, and another for every other store. */
  readonly identity: string;
  close(): Promise<void>;
}

/** Opens the configured store, up to date and seeded. Waits up to a minute for a server that is still starting. */
export async function openStore(config: Config, parts: { clock: Clock; logger: Logger }): Promise<OpenStore> {
  const { clock, logger } = parts;
  const lock = config.database.kind === 'sqlite' ? lockFile(config.database.path) : undefined;
  try {
    const database = await whenReachable(() => openDatabase(config.database, schema), logger);
    const migrated = await migrate(database, async () => {
      await refuseChanges(database);
      await seedBoards(config, { database, clock, logger });
    });
    if (migrated.length > 0) logger.info({ migrations: migrated }, 'the schema was brought up to date');
    await warnOfLossySettings(database, logger);
    const close = async (): Promise<void> => {
      await database.close();
      lock?.release();
    };
    return { database, identity: await identityOf(database), close };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

/** What the database itself says: host names differ from process to process. */
async function identityOf(database: Database): Promise<string> {
  const { target } = database;
  const [row] = await database.read((manager) =>
    manager.query<{ created_at: string }[]>('SELECT created_at FROM workspace ORDER BY id LIMIT 1'),
  );
  return JSON.stringify([target.kind === 'mysql' ? target.database : target.path, row?.created_at]);
}

async function whenReachable<T>(open: () => Promise<T>, logger: Logger): Promise<T> {
  const until = Date.now() + TRY_FOR_MS;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (classifyDatabaseError(error) !== 'away' || Date.now() > until) throw error;
      logger.warn({ err: error }, 'the database does not answer yet; trying again');
      await pause(TRY_EVERY_MS);
    }
  }
}

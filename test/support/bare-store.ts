import type { DatabaseTarget } from '../../src/platform/config/env.js';
import { readEnv } from '../../src/platform/config/env.js';
import { type Database, openDatabase } from '../../src/platform/database/database.js';
import type { Schema } from '../../src/platform/database/database.js';
import { schema } from '../../src/schema.js';
import { createTestDatabase } from './database.js';

/** An empty store without a service: no table yet. */
export interface BareStore {
  readonly target: DatabaseTarget;
  /** Opens it once more, with all migrations or only those given. Closed by `drop`. */
  open(migrations?: Schema['migrations']): Promise<Database>;
  drop(): Promise<void>;
}

export async function createBareStore(): Promise<BareStore> {
  const store = await createTestDatabase();
  const target = readEnv({ ...store.env }).database;
  const opened: Database[] = [];
  return {
    target,
    open: async (migrations = schema.migrations) => {
      const database = await openDatabase(target, { ...schema, migrations });
      opened.push(database);
      return database;
    },
    drop: async () => {
      for (const database of opened) await database.close().catch(() => undefined);
      await store.drop();
    },
  };
}

import { QueryFailedError } from 'typeorm';
import type { Database } from './database.js';
import type { RefusedChange } from './dialect.js';

/**
 * What a plain user may be told: of binary logging, of triggers, of both, of the schema. A trigger that is there
 * already though it can't be seen is as good as one that was made.
 */
const NOT_LET = new Set<unknown>([1419, 1142, 1227, 1044, 1359]);

/** Makes the triggers that are missing, as far as the database lets us; a later start tries again. */
export async function refuseChanges(database: Database): Promise<void> {
  const { writer, dialect } = database;
  for (const refused of await missingRefusals(database)) {
    try {
      await writer.query(dialect.refuse(refused));
    } catch (error) {
      const cause = error instanceof QueryFailedError ? (error.driverError as { readonly errno?: unknown }) : undefined;
      if (!NOT_LET.has(cause?.errno)) throw error;
    }
  }
}

/** Those changes that the database would let through. */
export async function missingRefusals(database: Database): Promise<readonly RefusedChange[]> {
  const sql = database.dialect.triggerNames;
  const rows = await database.read((manager) => manager.query<{ name: string }[]>(sql));
  const present = new Set(rows.map(({ name }) => name));
  return database.refusedChanges.filter(({ name }) => !present.has(name));
}

import { createHash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { Database } from './database.js';

const LOCK_WAIT_S = 120;

/**
 * Brings the schema up to date, then runs `seed`, under one lock named after the database: processes that start at
 * once take turns, and the later ones find the work done. Answers the names of the migrations that it ran.
 */
export async function migrate(database: Database, seed: () => Promise<void>): Promise<readonly string[]> {
  const { writer, target } = database;
  if (target.kind === 'sqlite') {
    // One process holds the file's lock already (file-lock.ts), so a transaction is enough.
    const names = await migrateSqlite(writer);
    await seed();
    return names;
  }
  const name = `gistboard:${createHash('sha256').update(target.database).digest('hex').slice(0, 40)}`;
  const holder = writer.createQueryRunner();
  try {
    const [row] = (await holder.query('SELECT GET_LOCK(?, ?) AS got', [name, LOCK_WAIT_S])) as { got: number | null }[];
    if (Number(row?.got) !== 1) throw new Error(`Another start has been migrating for over ${LOCK_WAIT_S} s.`);
    const done = await writer.runMigrations({ transaction: 'none' });
    await seed();
    return done.map((migration) => migration.name);
  } finally {
    await holder.query('SELECT RELEASE_LOCK(?)', [name]).catch(() => undefined);
    await holder.release();
  }
}

async function migrateSqlite(writer: DataSource): Promise<readonly string[]> {
  await writer.query('BEGIN IMMEDIATE');
  try {
    const done = await writer.runMigrations({ transaction: 'none' });
    await writer.query('COMMIT');
    return done.map((migration) => migration.name);
  } catch (error) {
    await writer.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

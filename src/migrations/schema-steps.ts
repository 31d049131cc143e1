import { TableIndex, type QueryRunner } from 'typeorm';
import { dialectOf, type ColumnKinds } from '../platform/database/dialect.js';

/** The column kinds of the database that is being migrated. */
export const columnKindsOf = (runner: QueryRunner): ColumnKinds =>
  dialectOf(runner.connection.options.type === 'better-sqlite3' ? 'sqlite' : 'mysql').columns;

/** MySQL commits each DDL by itself and has no `IF NOT EXISTS` here: a start killed in between must find its way. */
export async function createIndexIfMissing(
  runner: QueryRunner,
  table: string,
  index: { readonly name: string; readonly columns: readonly string[] },
): Promise<void> {
  const present = await runner.getTable(table);
  if (present?.indices.some((candidate) => candidate.name === index.name)) return;
  await runner.createIndex(table, new TableIndex({ name: index.name, columnNames: [...index.columns] }));
}

/** The same for a column; those that are added may be null, since older rows have no value. */
export async function addColumnIfMissing(
  runner: QueryRunner,
  table: string,
  column: { readonly name: string; readonly kind: string },
): Promise<void> {
  const present = await runner.getTable(table);
  if (present?.columns.some((candidate) => candidate.name === column.name)) return;
  await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column.name} ${column.kind} NULL`);
}

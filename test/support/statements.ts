import type { TestService } from './service.js';

/** Counts the statements that the service sends, whoever sends them; looks at heads of boards apart. */
export function countStatements({ database }: Pick<TestService, 'database'>): {
  count: number;
  readonly heads: number;
} {
  const seen = { count: 0, heads: 0 };
  const read = database.read.bind(database);
  database.read = (work) =>
    read((manager) => {
      const query = manager.query.bind(manager);
      manager.query = ((sql: string, values?: unknown[]) => {
        seen[sql.startsWith('SELECT id, head_seq FROM board') ? 'heads' : 'count'] += 1;
        return query(sql, values);
      }) as typeof manager.query;
      return work(manager).finally(() => {
        manager.query = query;
      });
    });
  const createQueryRunner = database.writer.createQueryRunner.bind(database.writer);
  database.writer.createQueryRunner = (mode) => {
    seen.count += 1;
    return createQueryRunner(mode);
  };
  return seen;
}

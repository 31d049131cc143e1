import type { TestService } from './service.js';
import { until } from './until.js';

interface Statements {
  count: number;
  /** Those of `count` that were transactions. */
  readonly transactions: number;
  readonly heads: number;
}

/** What had been sent once no more came; resolves after two further looks at heads. */
export async function countOnceQuiet(statements: Statements): Promise<number> {
  // As long as that, since a database that stalls for a moment is no end of what waits for it.
  await until(async () => (await countAfterTwoLooks(statements)) === statements.count);
  return countAfterTwoLooks(statements);
}

/** What had been sent two looks at heads ago. */
async function countAfterTwoLooks(statements: Statements): Promise<number> {
  const { count, heads } = statements;
  await until(() => statements.heads >= heads + 2);
  return count;
}

/** Counts the statements that the service sends, whoever sends them; looks at heads of boards apart. */
export function countStatements({ database }: Pick<TestService, 'database'>): Statements {
  const seen = { count: 0, transactions: 0, heads: 0 };
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
    seen.transactions += 1;
    return createQueryRunner(mode);
  };
  return seen;
}

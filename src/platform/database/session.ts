import type { DataSource, QueryRunner } from 'typeorm';
import { Problem } from '../../kernel/problem.js';

interface Destroyable {
  destroy(): void;
}

/**
 * Runs `work` on a connection of its own and gives it back. Past the deadline the connection is destroyed (a frozen
 * server would hold it for ever, and with it a place in the pool) and the caller gets a `timed_out` problem.
 */
export async function runWithin<T>(
  dataSource: DataSource,
  deadlineMs: number,
  work: (runner: QueryRunner) => Promise<T>,
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  // SQLite answers before a timer could run, and its one connection is never given up.
  if (dataSource.options.type === 'better-sqlite3') return work(runner);
  let connection: Destroyable | undefined;
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      connection?.destroy();
      reject(new Problem('timed_out', 'The database did not answer in time. Try again.', { retryAfterS: 5 }));
    }, deadlineMs);
  });
  const run = async (): Promise<T> => {
    try {
      connection = (await runner.connect()) as Destroyable;
      if (isLate) throw new Problem('timed_out', 'The database did not answer in time.');
      return await work(runner);
    } finally {
      await runner.release();
    }
  };
  try {
    return await Promise.race([run(), late]);
  } finally {
    clearTimeout(timer);
    late.catch(() => undefined);
  }
}

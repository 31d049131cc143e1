import { Transactor } from '../../src/platform/database/transactor.js';
import type { TestService } from './service.js';

/** Makes all leases end this many seconds sooner: they go by the database's clock, which no test can set. */
export async function ageHeldLeases(service: Pick<TestService, 'database'>, seconds: number): Promise<void> {
  await new Transactor(service.database).run(async (tx) => {
    const rows = await tx.query<{ board_id: number; seq: number; expires_at: string }[]>('SELECT * FROM lease');
    for (const { board_id, seq, expires_at } of rows) {
      const end = Date.parse(`${expires_at.replace(' ', 'T')}Z`) - seconds * 1_000;
      const text = new Date(end).toISOString().slice(0, 23).replace('T', ' ');
      await tx.query('UPDATE lease SET expires_at = ? WHERE board_id = ? AND seq = ?', [text, board_id, seq]);
    }
  });
}

import type { EntityManager } from 'typeorm';
import { Transactor } from '../../src/platform/database/transactor.js';
import type { TestService } from './service.js';

/** Makes all notice leases end `ms` sooner: they go by the database's clock, which no test can set. */
export async function ageLeases(service: Pick<TestService, 'database'>, ms: number): Promise<void> {
  await new Transactor(service.database).run((tx) => ageThem(tx, ms));
}

async function ageThem(tx: EntityManager, ms: number): Promise<void> {
  const rows = await tx.query<{ board_id: number; agent_key: string; above: string | null }[]>(
    'SELECT board_id, agent_key, above FROM delivery WHERE above IS NOT NULL',
  );
  for (const { board_id, agent_key, above } of rows) {
    const aged = JSON.parse(above ?? '{}') as { leases: { expiresAtMs: number }[] };
    const leases = aged.leases.map((lease) => ({ ...lease, expiresAtMs: lease.expiresAtMs - ms }));
    const values = [JSON.stringify({ ...aged, leases }), board_id, agent_key];
    await tx.query('UPDATE delivery SET above = ? WHERE board_id = ? AND agent_key = ?', values);
  }
}

/** As long as a notice lease lives by default. */
export const LEASE_MS = 60_000;

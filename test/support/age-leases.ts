import type { TestService } from './service.js';

/** Makes all notice leases end `ms` sooner: they go by the database's clock, which no test can set. */
export async function ageLeases(service: Pick<TestService, 'database'>, ms: number): Promise<void> {
  const { writer } = service.database;
  const rows = await writer.query<{ board_id: number; agent_key: string; above: string | null }[]>(
    'SELECT board_id, agent_key, above FROM delivery WHERE above IS NOT NULL',
  );
  for (const { board_id, agent_key, above } of rows) {
    const aged = JSON.parse(above ?? '{}') as { leases: { expiresAtMs: number }[] };
    const leases = aged.leases.map((lease) => ({ ...lease, expiresAtMs: lease.expiresAtMs - ms }));
    const values = [JSON.stringify({ ...aged, leases }), board_id, agent_key];
    await writer.query('UPDATE delivery SET above = ? WHERE board_id = ? AND agent_key = ?', values);
  }
}

/** As long as a notice lease lives by default. */
export const LEASE_MS = 60_000;

import { Transactor } from '../../src/platform/database/transactor.js';
import type { TestService } from './service.js';
import { until } from './until.js';

type Store = Pick<TestService, 'database'>;

/** As long as one agent is not written down again. */
export const WRITE_EVERY_MS = 15_000;

/** When each agent was there last, as it is written down, by name without case. */
export async function writtenPresence({ database }: Store): Promise<ReadonlyMap<string, string>> {
  const sql = 'SELECT agent_key, seen_at FROM presence';
  const rows = await database.read((manager) => manager.query<{ agent_key: string; seen_at: string }[]>(sql));
  return new Map(rows.map(({ agent_key, seen_at }) => [agent_key, seen_at]));
}

/** Until it is written down that these agents were there: that happens behind their requests. */
export async function untilWritten(service: Store, agents: readonly string[]): Promise<void> {
  await until(async () => {
    const written = await writtenPresence(service);
    return agents.every((agent) => written.has(agent.toLowerCase()));
  });
}

/** Makes agents have been there `seconds` earlier: that goes by the database's clock, which no test can set. */
export async function agePresence(service: Store, ages: Readonly<Record<string, number>>): Promise<void> {
  await untilWritten(service, Object.keys(ages));
  const written = await writtenPresence(service);
  await new Transactor(service.database).run(async (tx) => {
    for (const [agent, seconds] of Object.entries(ages)) {
      const before = Date.parse(`${String(written.get(agent)).replace(' ', 'T')}Z`);
      const text = new Date(before - seconds * 1_000).toISOString().slice(0, 23).replace('T', ' ');
      await tx.query('UPDATE presence SET seen_at = ? WHERE agent_key = ?', [text, agent]);
    }
  });
}

/** Our own clock that never jumps stands still, so that no wait of a busy machine counts, until this is called back. */
export function stopTime(): () => void {
  const now = performance.now.bind(performance);
  // Whole, so that what is added to it is the exact difference.
  const at = Math.ceil(now());
  performance.now = () => at;
  return () => {
    performance.now = now;
  };
}

/** Our own clock that never jumps is so much further, until this is called back. */
export function skipTime(ms: number): () => void {
  const now = performance.now.bind(performance);
  performance.now = () => now() + ms;
  return () => {
    performance.now = now;
  };
}

/**
 * Until each of these agents, of whom these are requests, is written down once more: for 15 s nothing is written of them
 * then, however long they have been there. Our own clock is moved on; `skipTime(0)` before it is the way back.
 */
export async function writtenAnew(
  service: Store,
  requests: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  const agents = Object.keys(requests);
  await untilWritten(service, agents);
  const before = await writtenPresence(service);
  skipTime(WRITE_EVERY_MS);
  for (const request of Object.values(requests)) await request();
  await until(async () => {
    const now = await writtenPresence(service);
    return agents.every((agent) => now.get(agent.toLowerCase()) !== before.get(agent.toLowerCase()));
  });
}

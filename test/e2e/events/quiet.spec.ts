import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AgentName } from '../../../src/kernel/ids.js';
import { appendEntries } from '../../support/append-entries.js';
import { EventStream } from '../../support/event-stream.js';
import { metric } from '../../support/metrics.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns, type TurnsClient } from '../../support/turns-client.js';
import { until } from '../../support/until.js';

/** 19 MB: more than the system keeps for a connection whose client reads nothing. */
const BACKLOG = 1_600;
/** So many are 5 MB: a MariaDB takes 16 MB at once. */
const AT_ONCE = 400;
const POST = { kind: 'post', type: 'message', author: 'bob' as AgentName, recipient: 'alice' as AgentName } as const;

let service: TestService;
let alice: TurnsClient;
beforeAll(async () => {
  service = await startService();
  const as = await openTurns(service);
  alice = as('alice');
  const content = '\u4E2D'.repeat(4_000);
  const drafts = Array.from({ length: AT_ONCE }, () => ({ ...POST, content }));
  for (let count = 0; count < BACKLOG; count += AT_ONCE) await appendEntries(service, alice.board, drafts);
});
afterAll(() => service.close());

it('after 15 s without news a comment is sent, and who has taken nothing for so long is cut off', async () => {
  const stuck = await EventStream.open(service, alice.board, { agent: 'alice', after: '0', isStuck: true });
  const reader = await EventStream.open(service, alice.board, { agent: 'alice', after: '0' });
  expect(await metric(service, 'event_streams')).toBe(2);
  // What waits for the stuck one is bounded, so it holds up nobody.
  await reader.first(BACKLOG);
  expect(reader.raw).not.toContain('heartbeat');
  expect(reader.events.map(({ id }) => Number(id))).toEqual(Array.from({ length: BACKLOG + 1 }, (_, seq) => seq));
  await until(() => reader.raw.endsWith(': heartbeat\n\n'));
  await until(async () => (await metric(service, 'event_streams')) === 1);
  stuck.response.resume();
  await until(() => stuck.isOver);
  expect(reader.isOver).toBe(false);
  await alice.add('FACT', 'still there');
  await reader.first(BACKLOG + 1);
  reader.close();
}, 180_000);

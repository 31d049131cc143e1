import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Inbox } from '../../support/inbox-client.js';
import { stopTime, untilWritten } from '../../support/presence.js';
import { startService, type TestService } from '../../support/service.js';
import { countOnceQuiet, countStatements } from '../../support/statements.js';
import { openTurns, type TurnsClient } from '../../support/turns-client.js';
import { until } from '../../support/until.js';
import { waiterCount } from '../../support/waiters.js';

/** With those who write as many as a board is made with. */
const NAMES = Array.from({ length: 498 }, (_, place) => `waiter-${place}`);
const WAITERS = 2 * NAMES.length;

describe('about a thousand waits of inboxes in one process, half of them with a filter', () => {
  let service: TestService;
  let bob: TurnsClient;
  let carol: TurnsClient;
  const agent = new Agent({ maxSockets: Infinity });
  let goOn: () => void;
  beforeAll(async () => {
    service = await startService();
    const open = await openTurns(service, [...NAMES, 'bob', 'carol']);
    [bob, carol] = [open('bob'), open('carol')];
    // A slow machine may need longer than the 25 s that a wait lasts.
    goOn = stopTime();
  });
  afterAll(async () => {
    goOn();
    agent.destroy();
    await service.close();
  });

  /** Without fetch, whose pool would take more time than the service. */
  const wait = (name: string, query = ''): Promise<Inbox> =>
    new Promise((resolve, reject) => {
      const path = `/board/${bob.board}/wait?timeout_s=25${query}`;
      const sent = request(`${service.url}${path}`, { agent, headers: { 'x-agent': name } }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.on('end', () => {
          resolve(JSON.parse(text) as Inbox);
        });
      });
      sent.on('error', reject).end();
    });
  const labelsIn = (answers: readonly Inbox[]): readonly string[] => [
    ...new Set(answers.map(({ items, cursor }) => `${items.map(({ label }) => label).join()} ${cursor}`)),
  ];

  it('cost no statement while they wait; a post wakes whom it concerns, and look-ups and cursors are shared', async () => {
    const plain = NAMES.map((name) => wait(name));
    const filtered = NAMES.map((name) => wait(name, '&from=carol'));
    await until(() => waiterCount() === WAITERS);
    await untilWritten(service, NAMES);
    const statements = countStatements(service);
    const quiet = await countOnceQuiet(statements);
    expect(statements.count).toBe(quiet);

    await bob.send('all', 'from bob');
    expect(labelsIn(await Promise.all(plain))).toEqual(['G1 1']);
    const woken = statements.count - quiet;
    expect(woken).toBeGreaterThan(0);
    expect(woken).toBeLessThan(WAITERS / 20);
    // It is by nobody whom they wait for.
    expect(waiterCount()).toBe(WAITERS / 2);

    const beforeCarol = statements.count;
    await carol.send('all', 'from carol');
    expect(labelsIn(await Promise.all(filtered))).toEqual(['G2 2']);
    expect(statements.count - beforeCarol).toBeLessThan(WAITERS / 20);
    expect(waiterCount()).toBe(0);
  }, 300_000);
});

import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stopTime, untilWritten } from '../../support/presence.js';
import { startService, type TestService } from '../../support/service.js';
import { countOnceQuiet, countStatements } from '../../support/statements.js';
import { labelsOf, openTurns, type Pending, type TurnsClient } from '../../support/turns-client.js';
import { until } from '../../support/until.js';
import { waiterCount } from '../../support/waiters.js';

const WAITERS = 1_000;
const NAMES = Array.from({ length: WAITERS / 2 }, (_, place) => `agent-${place}`);

describe('a thousand polls that wait in one process, half of them on another board', () => {
  let service: TestService;
  let writer: TurnsClient;
  let other: TurnsClient;
  const agent = new Agent({ maxSockets: Infinity });
  let goOn: () => void;
  beforeAll(async () => {
    service = await startService();
    writer = (await openTurns(service, NAMES))('harness');
    other = (await openTurns(service, NAMES))('harness');
    // A slow machine may need longer than the 25 s that a wait lasts.
    goOn = stopTime();
  });
  afterAll(async () => {
    goOn();
    agent.destroy();
    await service.close();
  });

  /** Without fetch, whose pool would take more time than the service. */
  const wait = (board: string, name: string): Promise<Pending> =>
    new Promise((resolve, reject) => {
      const path = `/pending/${name}?boards=${board}&wait=25`;
      const sent = request(`${service.url}${path}`, { agent, headers: { 'x-agent': name } }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.on('end', () => {
          resolve(JSON.parse(text) as Pending);
        });
      });
      sent.on('error', reject).end();
    });

  it('cost no statement while they wait; a write wakes whom it concerns, and each gets a lease of its own', async () => {
    const answers: Pending[] = [];
    const polls = NAMES.map((name) => wait(writer.board, name).then((pending) => answers.push(pending)));
    const elsewhere = NAMES.map((name) => wait(other.board, name));
    await until(() => waiterCount() === WAITERS);
    // Who was there is written down once, behind the requests.
    await untilWritten(service, NAMES);
    const statements = countStatements(service);
    const quiet = await countOnceQuiet(statements);
    expect(statements.count).toBe(quiet);

    await writer.add('FACT', 'news');
    await Promise.all(polls);
    const woken = statements.count - quiet;
    expect(answers.map(labelsOf)).toEqual(NAMES.map(() => ['G1']));
    expect(new Set(answers.map(({ lease_id }) => lease_id)).size).toBe(WAITERS / 2);
    expect(waiterCount()).toBe(WAITERS / 2);
    // Look-ups and leases are shared: far fewer statements than waiters.
    expect(woken).toBeGreaterThan(0);
    expect(woken).toBeLessThan(WAITERS / 20);

    await other.add('FACT', 'news');
    expect((await Promise.all(elsewhere)).map(labelsOf)).toEqual(NAMES.map(() => ['G1']));
    expect(waiterCount()).toBe(0);
  });
});

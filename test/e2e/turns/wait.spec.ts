import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';
import { labelsOf, openTurns, type TurnsClient } from '../../support/turns-client.js';
import { until } from '../../support/until.js';
import { waiterCount } from '../../support/waiters.js';

let service: TestService;
let open: Awaited<ReturnType<typeof openTurns>>;
let alice: TurnsClient;
let bob: TurnsClient;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  open = await openTurns(service);
  [alice, bob] = [open('alice'), open('bob')];
});

/** Long before a poll of 25 s would end by itself, and long enough for a machine that stalls. */
const WOKEN_MS = 15_000;

/** Resolves once so many polls are held. */
const held = (count: number) => until(() => waiterCount() === count);
const hasAnswered = async (poll: Promise<unknown>): Promise<boolean> =>
  (await Promise.race([poll.then(() => 'answer'), new Promise((resolve) => setImmediate(resolve))])) === 'answer';

describe('a poll that waits', () => {
  it('answers at once where there is something', async () => {
    await bob.add('FACT', 'news');
    expect(labelsOf(await alice.poll({ wait: 25 }))).toEqual(['G1']);
  });

  it.each(['a gist', 'a message'])('is answered by %s of another, and not before', async (what) => {
    const poll = alice.poll({ wait: 25 });
    await held(1);
    expect(await hasAnswered(poll)).toBe(false);
    const started = performance.now();
    const label = what === 'a gist' ? await bob.add('FACT', 'news') : await bob.send('alice', 'news');
    expect(labelsOf(await poll)).toEqual([label]);
    expect(performance.now() - started).toBeLessThan(WOKEN_MS);
    expect(waiterCount()).toBe(0);
  });

  it('is not answered by what does not concern the caller, but by what does thereafter', async () => {
    const elsewhere = (await openTurns(service, ['alice', 'bob']))('bob');
    const asked = await alice.send('bob', 'react to this');
    await alice.poll();
    const poll = alice.poll({ wait: 25 });
    await held(1);
    await alice.add('FACT', 'own');
    await alice.send('bob', 'own');
    await bob.send('carol', 'for another');
    await elsewhere.add('FACT', 'another board');
    await elsewhere.send('alice', 'another board');
    await bob.react(asked, '👍');
    await held(1);
    expect(await hasAnswered(poll)).toBe(false);
    const label = await bob.send('alice', 'at last');
    expect(labelsOf(await poll)).toEqual([label]);
  });

  it('is answered by the first of several boards', async () => {
    const elsewhere = (await openTurns(service, ['alice', 'bob']))('bob');
    const poll = alice.poll({ wait: 25, boards: `${alice.board},${elsewhere.board}` });
    await held(1);
    await elsewhere.add('FACT', 'news');
    expect((await poll).gists).toMatchObject([{ board: elsewhere.board, items: [{ label: 'G1' }] }]);
    expect(waiterCount()).toBe(0);
  });

  it('ends empty when its time is over', async () => {
    const started = performance.now();
    expect((await alice.poll({ wait: 1 })).lease_id).toBeNull();
    expect(performance.now() - started).toBeGreaterThanOrEqual(990);
    expect(waiterCount()).toBe(0);
  });

  it('misses nothing that is written while it comes and goes', async () => {
    const seen: string[] = [];
    const reading = (async () => {
      while (seen.length < 30) {
        const pending = await alice.poll({ wait: 25 });
        seen.push(...labelsOf(pending));
        if (pending.lease_id !== null) await alice.confirm(pending);
      }
    })();
    for (let round = 0; round < 30; round += 1) await bob.add('FACT', `fact ${round}.`);
    await reading;
    expect(seen).toEqual(Array.from({ length: 30 }, (_, place) => `G${place + 1}`));
  }, 60_000);

  it('by two sessions: each notice reaches one of them only', async () => {
    const polls = [alice.poll({ wait: 25 }), alice.poll({ wait: 25 })];
    await held(2);
    await bob.add('FACT', 'news');
    expect(labelsOf(await Promise.race(polls))).toEqual(['G1']);
    await held(1);
    await bob.add('FACT', 'more');
    expect((await Promise.all(polls)).flatMap(labelsOf).toSorted()).toEqual(['G1', 'G2']);
  });

  it('whose client leaves leases nothing', async () => {
    const path = `/pending/alice?boards=${alice.board}&wait=25`;
    const leaving = request(`${service.url}${path}`, { headers: { 'x-agent': 'alice' } }).on('error', () => undefined);
    leaving.end();
    await held(1);
    leaving.destroy();
    await held(0);
    await bob.add('FACT', 'news');
    expect(labelsOf(await alice.poll())).toEqual(['G1']);
  });

  it('is answered empty where the membership ends meanwhile', async () => {
    const poll = alice.poll({ wait: 25 });
    await held(1);
    const path = { board: alice.board, agent: 'alice' };
    await service.as('harness').DELETE('/board/{board}/members/{agent}', { params: { path } });
    await bob.add('FACT', 'news');
    expect(labelsOf(await poll)).toEqual([]);
  });
});

describe('a service that stops', () => {
  it('answers those who wait', async () => {
    const other = await startService();
    const dave = (await openTurns(other, ['dave']))('dave');
    const polls = [dave.poll({ wait: 25 }), dave.poll({ wait: 25 })];
    await held(2);
    const started = performance.now();
    const [answers] = await Promise.all([Promise.all(polls), other.close()]);
    expect(answers.map(({ lease_id }) => lease_id)).toEqual([null, null]);
    expect(performance.now() - started).toBeLessThan(WOKEN_MS);
  });
});

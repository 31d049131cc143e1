import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isOnMysql } from '../../support/database-kind.js';
import { startService, type TestService } from '../../support/service.js';
import { labelsIn, labelsOf, openTurns, type TurnsClient } from '../../support/turns-client.js';
import { until } from '../../support/until.js';
import { waiterCount } from '../../support/waiters.js';

// Two services on one MySQL store; an embedded store has one service.
const onMysql = isOnMysql ? describe : describe.skip;

onMysql('two services on one store', () => {
  let a: TestService;
  let b: TestService;
  let bobOnA: TurnsClient;
  let onA: TurnsClient;
  let onB: TurnsClient;
  beforeAll(async () => {
    a = await startService();
    b = await startService({ store: a.store, clock: a.clock });
  });
  afterAll(async () => {
    await b.stop();
    await a.close();
  });
  beforeEach(async () => {
    const open = await openTurns(a);
    [bobOnA, onA, onB] = [open('bob'), open('alice'), open('alice', b)];
  });

  it.each(['a gist', 'a message'])(
    '%s written on one wakes who waits on the other, long before its wait is over',
    async (what) => {
      const poll = onB.poll({ wait: 25 });
      await until(() => waiterCount() === 1);
      const started = performance.now();
      const label = what === 'a gist' ? await bobOnA.add('FACT', 'news') : await bobOnA.send('alice', 'news');
      expect(labelsOf(await poll)).toEqual([label]);
      expect(performance.now() - started).toBeLessThan(15_000);
    },
  );

  it('wake by both sides miss nothing', async () => {
    const seen: string[] = [];
    const reading = (async () => {
      while (seen.length < 20) {
        const pending = await onB.poll({ wait: 25 });
        seen.push(...labelsOf(pending));
        if (pending.lease_id !== null) await onB.confirm(pending);
      }
    })();
    const bobOnB = (await openTurns(b))('bob', b);
    Object.assign(bobOnB, { board: bobOnA.board });
    for (let round = 0; round < 20; round += 1) await (round % 2 === 0 ? bobOnA : bobOnB).add('FACT', `fact ${round}.`);
    await reading;
    expect(seen).toEqual(Array.from({ length: 20 }, (_, place) => `G${place + 1}`));
  }, 60_000);

  it('lease disjointly, and confirm each other’s leases', async () => {
    for (let round = 0; round < 20; round += 1) await bobOnA.add('FACT', `fact ${round}.`);
    const polls = await Promise.all([onA.poll({ limit: 10 }), onB.poll({ limit: 10 })]);
    expect(new Set(polls.flatMap(labelsOf)).size).toBe(20);
    await Promise.all(polls.map((each, place) => (place === 0 ? onB : onA).confirm(each)));
    expect(onA.cursorsOf((await onA.ack({ [onA.board]: 0 })).data)[0]).toBe(20);
  });

  it('know at once what was shown on the other', async () => {
    await bobOnA.add('FACT', 'news');
    expect(labelsIn(await onB.snapshot({ advance: 'false' }))).toEqual(['G1']);
    await onA.ack({ [onA.board]: 1 });
    expect(labelsIn(await onB.snapshot())).toEqual([]);
    expect((await onB.poll()).lease_id).toBeNull();
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from '../../client/index.js';
import { ageLeases, LEASE_MS } from '../support/age-leases.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type ServiceProcess, startProcess } from '../support/process.js';
import { startService, type TestService } from '../support/service.js';
import { labelsIn, labelsOf, type Pending, TurnsClient } from '../support/turns-client.js';

const clientOf = (life: ServiceProcess) => ({ as: (agent: string) => createClient(life.url, { agent }) });

describe('kill -9 between pending and shown', () => {
  let store: TestDatabase;
  let service: TestService;
  let pending: Pending;
  let confirmed: Pending;
  let alice: TurnsClient;

  beforeAll(async () => {
    store = await createTestDatabase();
    const life = await startProcess({ ...store.env, BOARD_MEMBERS_JSON: '{"main":["alice","bob"]}' });
    const [reader, writer] = [
      new TurnsClient(clientOf(life), 'main', 'alice'),
      new TurnsClient(clientOf(life), 'main', 'bob'),
    ];
    await writer.add('FACT', 'one');
    await writer.send('alice', 'two');
    confirmed = await reader.poll();
    await reader.confirm(confirmed);
    await writer.add('FACT', 'three');
    await writer.send('alice', 'four');
    pending = await reader.poll();
    const offered = await writer.snapshot({ advance: 'false' });
    expect(offered.to).toBe(4);
    expect(await life.end('SIGKILL')).toBeNull();
    service = await startService({ store, env: { BOARD_MEMBERS_JSON: '{"main":["alice","bob"]}' } });
    alice = new TurnsClient(service, 'main', 'alice');
  });
  afterAll(() => service.close());

  it('the lease still holds after the restart: nothing is offered twice while it lives', async () => {
    expect([labelsOf(confirmed), labelsOf(pending)]).toEqual([
      ['G2', 'G1'],
      ['G4', 'G3'],
    ]);
    expect((await alice.poll()).lease_id).toBeNull();
  });

  it('when it has run out, what was not confirmed is offered again, and nothing else', async () => {
    await ageLeases(service, LEASE_MS);
    const again = await alice.poll();
    expect(labelsOf(again)).toEqual(['G4', 'G3']);
    expect(again.lease_id).not.toBe(pending.lease_id);
  });

  it('the confirmation of before counts when it comes late', async () => {
    expect(await alice.confirm(pending)).toEqual([4, 4]);
    expect(labelsIn(await alice.snapshot())).toEqual([]);
  });

  it('a snapshot that was offered before may still be acknowledged', async () => {
    const bob = new TurnsClient(service, 'main', 'bob');
    expect(bob.cursorsOf((await bob.ack({ main: 4 })).data)).toEqual([4, 4]);
    expect((await bob.ack({ main: 5 })).status).toBe(422);
  });
});

describe('the stored state of delivery', () => {
  it('is one row for a board and agent, and none of a write: a thousand gists cost no row', async () => {
    const service = await startService({ env: { BOARD_MEMBERS_JSON: '{"main":["*"]}' } });
    const rows = async (): Promise<number> =>
      (await service.database.read((manager) => manager.query<unknown[]>('SELECT 1 FROM delivery'))).length;
    try {
      const [alice, bob] = [new TurnsClient(service, 'main', 'alice'), new TurnsClient(service, 'main', 'bob')];
      await alice.text();
      const notes = Array.from({ length: 100 }, (_, place) => ({ type: 'FACT', content: `fact ${place}.` }));
      for (let round = 0; round < 10; round += 1)
        await bob.write(notes.map((note) => ({ ...note, content: `${round} ${note.content}` })));
      await bob.send('alice', 'hello');
      expect(await rows()).toBe(0);
      for (let round = 0; round < 3; round += 1) await alice.confirm(await alice.poll({ limit: 200 }));
      await alice.snapshot();
      expect(await rows()).toBe(1);
    } finally {
      await service.close();
    }
  });
});

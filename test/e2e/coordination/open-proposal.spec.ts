import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AgreementClient } from '../../support/agreement-client.js';
import { send } from '../../support/board-client.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns, type TurnsClient } from '../../support/turns-client.js';
import { until } from '../../support/until.js';

let service: TestService;
let alice: AgreementClient;
let bob: AgreementClient;
let reader: TurnsClient;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  const open = await openTurns(service);
  reader = open('bob');
  const { board } = reader;
  [alice, bob] = [new AgreementClient(service, board, 'alice'), new AgreementClient(service, board, 'bob')];
  await reader.text();
});

const LINE = (confirmed: number): RegExp =>
  new RegExp(
    `\nPROPOSAL\nG1 alice 2026-11-30 12:00 open until .{16}, ${confirmed} of 2 confirmed, see plan: go G9 on\n`,
  );

describe('an open proposal', () => {
  it('stands in the live view until it is settled, with each answer', async () => {
    const label = await alice.propose('go\nG9 on');
    expect(await reader.text()).toMatch(LINE(0));
    expect(await reader.text()).toMatch(/\nhead 1: findings 0, .+, proposals 1\n$/);
    expect((await reader.live()).open_proposal).toEqual(await bob.newest());
    await bob.confirm(label);
    expect(await reader.text()).toMatch(LINE(1));
    expect(await reader.text({ budget: 200 })).toMatch(LINE(1));
    expect(await reader.text({ type: ['FACT'] })).not.toContain('PROPOSAL');
    await alice.confirm(label);
    expect(await reader.text()).not.toContain('PROPOSAL');
    expect((await reader.live()).open_proposal).toBeUndefined();
  });

  it('leaves the live view and its tag with its deadline, though nothing was written', async () => {
    const read = () => send(service, `/board/${reader.board}/read`, { agent: 'bob' });
    const openedAndRead = async () => {
      await alice.propose('go', { deadline_s: 2 });
      return read();
    };
    let first = await openedAndRead();
    // On a machine that stalls, one may be over before it is read.
    while (!first.text.includes('PROPOSAL')) first = await openedAndRead();
    await until(async () => !(await read()).text.includes('PROPOSAL'));
    expect((await read()).headers.get('etag')).not.toBe(first.headers.get('etag'));
  });

  it('begins each snapshot, also of what was shown before', async () => {
    await alice.propose('go\nG9 on');
    for (const events of [1, 0]) {
      const { text = '' } = await reader.snapshot({ format: 'text', advance: 'false' });
      expect(`\n${text}\n`).toMatch(LINE(0));
      const snapshot = await reader.snapshot();
      expect([snapshot.open_proposal, snapshot.events?.length]).toEqual([await bob.newest(), events]);
    }
    await alice.revoke('G1');
    expect((await reader.snapshot()).open_proposal).toBeUndefined();
  });

  it('takes its room from the budget of a snapshot', async () => {
    for (let index = 0; index < 50; index += 1) await reader.add('FACT', `note ${index} ${'x'.repeat(60)}`);
    await alice.propose('y'.repeat(400));
    const { text = '' } = await reader.snapshot({ format: 'text', budget: 400, for: 'bob' });
    expect(text.length).toBeLessThanOrEqual(1_600);
    expect(text).toContain('note ');
    expect(text).toContain('PROPOSAL\nG51 ');
  });

  it('is settled for a reader by what came since: its entries are events', async () => {
    const label = await alice.propose('go');
    await reader.snapshot();
    await new AgreementClient(service, reader.board, 'carol').decline(label, 'not yet');
    const { events = [] } = await reader.snapshot();
    expect(events).toMatchObject([{ kind: 'answer', from: 'carol', of: 'G1', body: 'not yet' }]);
  });

  it('is asked for without a look at the database while nobody else writes', async () => {
    const seen: string[] = [];
    const { database } = service;
    const read = database.read.bind(database);
    database.read = (work) =>
      read((manager) => {
        const query = manager.query.bind(manager);
        const counting = Object.create(manager, {
          query: {
            value: (sql: string, values?: unknown[]) => {
              seen.push(sql);
              return query(sql, values);
            },
          },
        }) as typeof manager;
        return work(counting);
      });
    const ofProposals = (): number => seen.filter((sql) => /kind IN \(|kind = \?|AS now$/.test(sql)).length;
    await reader.text();
    const before = [seen.length, ofProposals()];
    await reader.add('FACT', 'written here');
    for (let count = 0; count < 5; count += 1) await reader.text();
    expect(seen.length).toBeGreaterThan(before[0] ?? 0);
    expect(ofProposals()).toBe(before[1]);
    await alice.propose('go');
    expect(await reader.text()).toContain('PROPOSAL');
    expect(ofProposals()).toBeGreaterThan(before[1] ?? 0);
    database.read = read;
  });
});

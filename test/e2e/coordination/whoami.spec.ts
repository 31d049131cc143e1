import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { components, operations } from '../../../client/api.js';
import { AgreementClient } from '../../support/agreement-client.js';
import { LeasesClient } from '../../support/leases-client.js';
import { connectMcp } from '../../support/mcp-client.js';
import { skipTime, writtenAnew } from '../../support/presence.js';
import { startService, type TestService } from '../../support/service.js';
import { countStatements } from '../../support/statements.js';
import { dataOf } from '../../support/team.js';
import { openTurns, type TurnsClient } from '../../support/turns-client.js';

type Whoami = components['schemas']['WhoamiDto'];

let service: TestService;
let open: (agent: string) => TurnsClient;
let board: string;
beforeAll(async () => {
  service = await startService({ env: { BOARD_MEMBERS_JSON: '{}' } });
  open = await openTurns(service, ['alice', 'bob', 'carol']);
  ({ board } = open('alice'));
  // Another board of theirs, which is nobody's business here.
  const elsewhere = await openTurns(service, ['alice', 'bob']);
  await elsewhere('bob').add('FACT', 'elsewhere');
  await new LeasesClient(service, elsewhere('alice').board, 'alice').hold(['elsewhere.ts']);
});
afterAll(() => service.close());

const whoami = async (agent: string, query: operations['whoami']['parameters']['query'] = { board }): Promise<Whoami> =>
  dataOf(await service.as(agent).GET('/whoami', { params: { query } }));

describe('whoami', () => {
  let goBack: () => void = () => undefined;
  afterEach(() => {
    goBack();
  });

  it('tells what of the board is unread, and counts what a snapshot would show', async () => {
    const { unread, open_proposal, my_leases } = await whoami('alice');
    expect([unread, open_proposal, my_leases]).toEqual([{ gists: 0, posts: 0 }, null, []]);
    await open('bob').add('FACT', 'one');
    await open('bob').add('FACT', 'two');
    await open('alice').add('FACT', 'her own, which a first snapshot shows too');
    await open('bob').send('all', 'to all');
    await open('bob').send('alice', 'to alice');
    await open('bob').send('carol', 'to carol');
    expect((await whoami('alice')).unread).toEqual({ gists: 2, posts: 2 });
    expect((await whoami('alice')).unread).toEqual({ gists: 2, posts: 2 });
    expect((await whoami('carol')).unread).toEqual({ gists: 3, posts: 2 });
    await open('alice').snapshot();
    expect((await whoami('alice')).unread).toEqual({ gists: 0, posts: 0 });
  });

  it('tells the open proposal, and the leases of the caller', async () => {
    const held = await new LeasesClient(service, board, 'alice').hold(['src/**'], { intent: 'moving it' });
    await new LeasesClient(service, board, 'bob').hold(['docs']);
    const proposal = await new AgreementClient(service, board, 'bob').propose('zebra plan');
    const who = await whoami('alice');
    expect(who.my_leases).toMatchObject([{ lease: held, holder: 'alice', resources: ['src/**'], intent: 'moving it' }]);
    expect(who.open_proposal).toMatchObject({ label: proposal, text: 'zebra plan', status: 'open' });
    await new AgreementClient(service, board, 'bob').revoke(proposal);
    await new LeasesClient(service, board, 'alice').drop(held);
    expect(await whoami('alice')).toMatchObject({ my_leases: [], open_proposal: null });
  });

  it('tells nothing of the kind where no board is meant', async () => {
    expect(await whoami('alice', {})).toMatchObject({ board: null, unread: null, open_proposal: null, my_leases: [] });
    expect(await whoami('carol', {})).toMatchObject({ board, unread: { gists: 3 } });
  });

  it('costs few statements, however much there is', async () => {
    const names = ['few', 'many'];
    const costs: number[] = [];
    const statements = countStatements(service);
    goBack = skipTime(0);
    for (const [place, name] of names.entries()) {
      const turns = await openTurns(service, [name, 'bob']);
      for (let count = 0; count < 2 + place * 60; count += 1) {
        await turns('bob').send('all', `to all ${count}`);
        await turns('bob').send(name, `to ${name} ${count}`);
        await turns('bob').add('FACT', `fact ${count}`);
      }
      const query = { board: turns(name).board };
      await whoami(name, query);
      await writtenAnew(service, { [name]: () => whoami(name, query), bob: () => whoami('bob', query) });
      const before = statements.count;
      expect((await whoami(name, query)).unread).toEqual({ gists: 2 + place * 60, posts: 4 + place * 120 });
      costs.push(statements.count - before);
    }
    expect(costs[1]).toBe(costs[0]);
    expect(costs[0]).toBeLessThanOrEqual(10);
  });
});

describe('the tool whoami', () => {
  it('tells the same of the board of its connection, and answers where that board is not there', async () => {
    await new LeasesClient(service, board, 'carol').hold(['src/a.ts']);
    await open('bob').send('carol', 'one more');
    const { unread } = await whoami('carol');
    const mcp = await connectMcp(service, 'carol', { query: { board } });
    const text = await mcp.text('whoami');
    expect(text).toContain(`Unread on ${board}: ${unread?.gists} notes, ${unread?.posts} in the inbox.`);
    expect(text).toMatch(/^You hold G\d+ until \d{4}-\d\d-\d\d \d\d:\d\d UTC: src\/a\.ts$/m);
    await mcp.close();
    const lost = await connectMcp(service, 'alice', { query: { board: 'no-such-board' } });
    const answer = await lost.text('whoami');
    expect(answer).toContain('Calls that name no board are about no-such-board.');
    expect(answer).not.toContain('Unread');
    await lost.close();
  });
});

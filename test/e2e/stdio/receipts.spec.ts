import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ageLeases, LEASE_MS } from '../../support/age-leases.js';
import { startService, type TestService } from '../../support/service.js';
import { AdapterProcess, connectStdio, type StdioTestClient, TestHome } from '../../support/stdio-adapter.js';
import { openTurns, type TurnsClient } from '../../support/turns-client.js';

jest.setTimeout(180_000);

// Law 4: shown is what a client was given and lived to ask on.
describe('what an adapter showed', () => {
  const home = new TestHome();
  let service: TestService;
  let alice: TurnsClient;
  let bob: TurnsClient;
  let clients: StdioTestClient[];
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    await service.close();
    home.remove();
  });
  beforeEach(async () => {
    clients = [];
    const open = await openTurns(service);
    [alice, bob] = [open('alice'), open('bob')];
    // She has read the board before.
    await alice.snapshot();
  });
  afterEach(async () => {
    for (const client of clients) await client.close();
  });

  const env = () => ({ GISTBOARD_URL: service.url, GISTBOARD_AGENT: 'alice', GISTBOARD_BOARD: alice.board });
  const connect = async (): Promise<StdioTestClient> => {
    const client = await connectStdio({ home, env: env() });
    clients.push(client);
    return client;
  };
  const search = (client: StdioTestClient): Promise<string> => client.text('board_grep', { q: 'zebra' });

  it('counts as shown with the next call, and is not offered again', async () => {
    const client = await connect();
    await bob.add('FACT', 'one');
    await bob.send('alice', 'two');
    expect(await search(client)).toMatch(/two[^]*one/);
    expect(await alice.cursors()).toEqual([0, 0]);
    expect(await search(client)).not.toContain('NEW');
    expect(await alice.cursors()).toEqual([2, 2]);
    await ageLeases(service, LEASE_MS);
    expect(await search(await connect())).not.toContain('NEW');
  });

  it('is offered again where the adapter dies before the next call', async () => {
    const client = await connect();
    await bob.add('FACT', 'one');
    expect(await search(client)).toContain('one');
    client.kill();
    await ageLeases(service, LEASE_MS);
    expect(await alice.cursors()).toEqual([0, 0]);
    expect(await search(await connect())).toContain('one');
  });

  it('by reading what is unread counts as shown with the next call too', async () => {
    const client = await connect();
    await bob.add('FACT', 'one');
    expect(await client.text('board_read', { unread: true })).toContain('one');
    expect(await client.text('board_read', { unread: true })).toContain('Nothing unread');
    expect(await alice.cursors()).toEqual([1, 1]);
  });

  it('is not confirmed by what is no call', async () => {
    const client = await connect();
    await bob.add('FACT', 'one');
    await search(client);
    await client.client.ping();
    await client.client.listTools();
    expect(await alice.cursors()).toEqual([0, 0]);
  });

  it('is not confirmed by calls that came in before it was out', async () => {
    const adapter = new AdapterProcess({ home, env: env() });
    adapter.initialize();
    await adapter.answer(0);
    await bob.add('FACT', 'one');
    const call = { name: 'board_grep', arguments: { q: 'zebra' } };
    for (const id of [1, 2, 3]) adapter.request(id, 'tools/call', call);
    const answers = await Promise.all([1, 2, 3].map((id) => adapter.answer(id)));
    expect(answers.map(({ result }) => JSON.stringify(result).includes('NEW')).filter(Boolean)).toHaveLength(1);
    expect(await alice.cursors()).toEqual([0, 0]);
    adapter.request(4, 'tools/call', call);
    await adapter.answer(4);
    expect(await alice.cursors()).toEqual([1, 0]);
    adapter.child.stdin.end();
    expect(await adapter.exit()).toBe(0);
  });

  it('is not confirmed by a client that says so itself', async () => {
    const client = await connect();
    await bob.add('FACT', 'one');
    const receipt = Buffer.from(JSON.stringify({ kind: 'snapshot', boards: { [alice.board]: 1 } })).toString(
      'base64url',
    );
    await client.call('board_grep', { q: 'zebra' }, [receipt]);
    expect(await alice.cursors()).toEqual([0, 0]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ageHeldLeases } from '../../support/age-held-leases.js';
import { type LeasesClient, openLeases } from '../../support/leases-client.js';
import { connectMcp } from '../../support/mcp-client.js';
import { startService, type TestService } from '../../support/service.js';
import { until } from '../../support/until.js';

let service: TestService;
let alice: LeasesClient;
let bob: LeasesClient;
let carol: LeasesClient;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  const board = await openLeases(service);
  [alice, bob, carol] = [board('alice'), board('bob'), board('carol')];
});

const told = async (client: LeasesClient): Promise<readonly string[]> => {
  const pending = await client.poll();
  if (pending.lease_id !== null) await client.confirm(pending);
  return pending.events.map(({ from, body }) => `${from}: ${body.replace(/\d{4}-.* UTC/, '<time>')}`);
};

describe('a lease that runs out', () => {
  it('is told to its holder once, when that asks for what is new', async () => {
    const lease = await alice.hold(['a.ts', 'b.ts', 'c.ts', 'd.ts']);
    expect(await told(alice)).toEqual([]);
    await alice.renew(lease, 1);
    await until(async () => (await bob.leases()).items.some(({ expired }) => expired));
    expect(await told(bob)).toEqual([]);
    const body =
      'Your lease G1 on a.ts, b.ts, c.ts and 1 more ran out at <time>. Nobody has taken it: claim it again to go on, or release it.';
    expect(await told(alice)).toEqual([`system: ${body}`]);
    expect(await told(alice)).toEqual([]);
    expect((await bob.leases()).head).toBe(3);
  });

  it('is told in a snapshot too, to the holder alone', async () => {
    await alice.snapshot();
    await alice.hold(['a.ts']);
    await ageHeldLeases(service, 900);
    expect((await alice.snapshot()).events).toMatchObject([{ label: 'G2', from: 'system' }]);
    expect((await carol.unfold('G2')).missing).toEqual(['G2']);
    const { events = [] } = await carol.snapshot();
    expect(events.map(({ label }) => label)).toEqual(['G1']);
  });

  it('is told again when another takes it, with who that is', async () => {
    await alice.hold(['src/**']);
    await ageHeldLeases(service, 900);
    await told(alice);
    await bob.hold(['src/a.ts']);
    const body =
      'Your lease G1 on src/** ran out at <time>. bob has taken it with G3: what you do there now may collide.';
    expect(await told(alice)).toEqual([`system: ${body}`]);
    expect(await told(bob)).toEqual([]);
  });

  it('is told at once by the claim that takes it, if the holder did not ask before', async () => {
    await alice.hold(['src/**']);
    await ageHeldLeases(service, 900);
    await bob.hold(['src/a.ts']);
    expect(await told(alice)).toHaveLength(1);
    expect(await alice.held()).toEqual(['G2 bob src/a.ts']);
  });

  it('is not told where it was released, renewed or claimed again in time', async () => {
    await alice.hold(['a.ts']);
    await alice.hold(['b.ts']);
    await alice.drop('G1');
    await alice.renew('G2', 3_600);
    await ageHeldLeases(service, 1_800);
    expect(await told(alice)).toEqual([]);
  });
});

describe('what else an agent asks for', () => {
  it.each([['inbox'], ['wait?timeout_s=5']])('tells it too: %s', async (path) => {
    await alice.hold(['a.ts']);
    await ageHeldLeases(service, 900);
    const answer = await fetch(`${service.url}/board/${alice.board}/${path}`, { headers: { 'x-agent': 'alice' } });
    const { items } = (await answer.json()) as { items: { from: string; body: string }[] };
    expect(items).toMatchObject([{ from: 'system', body: expect.stringContaining('Your lease G1 on a.ts ran out') }]);
  });

  it('ends with it over MCP, whatever the tool', async () => {
    await alice.hold(['a.ts']);
    await ageHeldLeases(service, 900);
    const mcp = await connectMcp(service, 'alice', { query: { board: alice.board }, headers: { 'x-instance': 'i1' } });
    await mcp.text('board_read', { unread: true });
    expect(await alice.held()).toEqual(['G1 alice a.ts expired']);
    await bob.hold(['a.ts']);
    expect(await mcp.text('board_grep', { q: 'nothing' })).toContain('bob has taken it with G3');
    await mcp.close();
  });
});

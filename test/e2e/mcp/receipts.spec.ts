import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ageLeases, LEASE_MS } from '../../support/age-leases.js';
import { connectMcp, type McpTestClient } from '../../support/mcp-client.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns, type TurnsClient } from '../../support/turns-client.js';

// Law 4: what a result of a session showed counts as shown by its receipt only, else it is offered again.
describe('unread notices', () => {
  let service: TestService;
  let alice: TurnsClient;
  let bob: TurnsClient;
  let connections: McpTestClient[];
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  /** A connection as alice, on a board that she has read. */
  const connect = async (instance?: string): Promise<McpTestClient> => {
    const headers = instance === undefined ? {} : { 'X-Instance': instance };
    const mcp = await connectMcp(service, 'alice', { query: { board: alice.board }, headers });
    connections.push(mcp);
    return mcp;
  };
  beforeEach(async () => {
    connections = [];
    const open = await openTurns(service);
    [alice, bob] = [open('alice'), open('bob')];
    await alice.snapshot();
  });
  afterEach(async () => {
    for (const mcp of connections) await mcp.close();
  });

  describe('of a connection without a session', () => {
    it('are counted after each result, with the call that shows them', async () => {
      const mcp = await connect();
      await bob.add('FACT', 'one');
      await bob.send('alice', 'two');
      const { text, receipt } = await mcp.call('board_grep', { q: 'zebra' });
      expect(text.split('\n')[1]).toBe(
        `2 unread on ${alice.board}: board_read {"board":"${alice.board}","unread":true}`,
      );
      expect(text).not.toContain('two');
      expect(receipt).toBeUndefined();
      expect(await alice.poll()).toMatchObject({ events: [{ body: 'two' }] });
    });

    it('count as shown by being read', async () => {
      const mcp = await connect();
      await bob.add('FACT', 'one');
      const first = await mcp.call('board_read', { unread: true });
      expect(first).toMatchObject({ text: expect.stringContaining('one'), receipt: undefined });
      expect(await mcp.text('board_read', { unread: true })).toBe(`Nothing unread on ${alice.board}, head 1.`);
      expect(await mcp.text('post', { to: 'bob', body: 'x' })).not.toContain('unread');
    });
  });

  describe('of a session', () => {
    it('end each result, in the frame, and go once their receipt comes back', async () => {
      const mcp = await connect('s1');
      await bob.add('FACT', 'one', { delegation_id: 'w7' });
      await bob.send('alice', 'two\nlines');
      const first = await mcp.call('post', { to: 'bob', body: 'x' });
      expect(first.text.split('\n')).toEqual([
        `Sent to bob on ${alice.board} as G3.`,
        expect.stringContaining('data, not instructions'),
        '',
        `NEW on ${alice.board}`,
        'G2 message bob to alice 2026-11-30 12:00: two',
        '| lines',
        'G1 FACT bob/w7 2026-11-30 12:00: one',
      ]);
      const second = await mcp.call('board_grep', { q: 'zebra' }, [first.receipt ?? '']);
      expect(second).toMatchObject({ text: expect.not.stringContaining('NEW'), receipt: undefined });
      expect(await alice.snapshot({ advance: 'false' })).toMatchObject({ gists: [], events: [] });
    });

    it('are not repeated while their receipt may still come, and offered again when it did not', async () => {
      const mcp = await connect('s1');
      await bob.add('FACT', 'one');
      expect((await mcp.call('board_grep', { q: 'zebra' })).text).toContain('G1 FACT bob');
      const meanwhile = await mcp.call('board_grep', { q: 'zebra' });
      expect(meanwhile.text).toContain(`1 unread on ${alice.board}`);
      expect(meanwhile.text).not.toContain('G1 FACT bob');
      await ageLeases(service, LEASE_MS);
      expect((await mcp.call('board_grep', { q: 'zebra' })).text).toContain('G1 FACT bob');
    });

    it('are also confirmed late', async () => {
      const mcp = await connect('s1');
      await bob.add('FACT', 'one');
      const { receipt = '' } = await mcp.call('board_grep', { q: 'zebra' });
      await ageLeases(service, LEASE_MS);
      await mcp.call('board_grep', { q: 'zebra' }, [receipt]);
      expect((await alice.snapshot({ advance: 'false' })).gists).toEqual([]);
    });

    it('take at most 600 tokens; how many more there are is said, and they stay free', async () => {
      const mcp = await connect('s1');
      for (let index = 0; index < 30; index += 1) await bob.add('FACT', `${index} ${'x'.repeat(95)}`);
      const first = await mcp.call('whoami');
      expect(first.text).not.toContain('NEW');
      const { text, receipt = '' } = await mcp.call('board_unfold', { labels: 'G1' });
      const [count, , , ...rest] = text.split('\n');
      const notices = rest.slice(rest.indexOf(`NEW on ${alice.board}`) + 1);
      expect(notices.join('\n').length).toBeLessThanOrEqual(2_400);
      expect(notices.length).toBeGreaterThan(10);
      expect(count).toMatch(new RegExp(`^${30 - notices.length} unread on ${alice.board}: board_read`));
      const next = await mcp.call('board_grep', { q: 'zebra' }, [receipt]);
      expect(next.text).toContain(`G${notices.length + 1} FACT bob`);
    });

    it('that are too long for a notice are left to be read', async () => {
      const mcp = await connect('s1');
      await bob.send('alice', 'y'.repeat(3_000));
      const { text, receipt } = await mcp.call('board_grep', { q: 'zebra' });
      expect(text).toContain(`1 unread on ${alice.board}: board_read`);
      expect(receipt).toBeUndefined();
      expect(await mcp.text('board_read', { unread: true })).toContain('y'.repeat(3_000));
    });

    it('read as such count as shown by the receipt of the reading', async () => {
      const mcp = await connect('s1');
      await bob.add('FACT', 'one');
      const first = await mcp.call('board_read', { unread: true });
      const again = await mcp.call('board_read', { unread: true });
      expect([first.text, again.text]).toEqual([expect.stringContaining('one'), first.text]);
      const after = await mcp.call('board_read', { unread: true }, [again.receipt ?? '']);
      expect(after.text).toBe(`Nothing unread on ${alice.board}, head 1.`);
    });

    it('are only counted for who never read the board', async () => {
      const mcp = await connectMcp(service, 'carol', {
        query: { board: bob.board },
        headers: { 'X-Instance': 'c1' },
      });
      connections.push(mcp);
      await bob.add('FACT', 'one');
      const { text, receipt } = await mcp.call('board_grep', { q: 'zebra' });
      expect(text).toContain(`1 unread on ${bob.board}: board_read`);
      expect(receipt).toBeUndefined();
    });
  });

  describe('a receipt', () => {
    it.each([
      ['nonsense', 'x'],
      ['of a lease that is not there', { kind: 'notices', lease_id: 'q83vEjRWeJq83vEjRWeJqg', events: [], boards: {} }],
      ['of more than was offered', { kind: 'snapshot', boards: { BOARD: 999 } }],
      ['of a board that is not the caller’s', { kind: 'snapshot', boards: { secret: 1 } }],
      ['with a claim that is no such thing', { kind: 'snapshot', boards: { BOARD: -1 }, more: true }],
    ])('%s changes nothing and fails nothing', async (_, value) => {
      const mcp = await connect('s1');
      await bob.add('FACT', 'one');
      const text = typeof value === 'string' ? value : JSON.stringify(value).replace('BOARD', alice.board);
      const before = await alice.cursors();
      const { isError } = await mcp.call('guide', {}, [Buffer.from(text).toString('base64url'), text]);
      expect([isError, await alice.cursors()]).toEqual([false, before]);
    });

    it('of another agent moves nothing of that agent', async () => {
      const mcp = await connect('s1');
      await bob.add('FACT', 'one');
      const { receipt = '' } = await mcp.call('board_read', { unread: true });
      const other = await connectMcp(service, 'bob', { query: { board: bob.board } });
      connections.push(other);
      await other.call('guide', {}, [receipt]);
      expect(await mcp.text('board_read', { unread: true })).toContain('one');
    });
  });

  it('two sessions under one name are told of each other, once each', async () => {
    const [one, two] = [await connect('s1'), await connect('s2')];
    await one.call('guide');
    const warned = await two.text('board_grep', { q: 'zebra' });
    expect(warned).toContain('Another session runs as alice');
    expect(await two.text('board_grep', { q: 'zebra' })).not.toContain('Another session');
    expect((await two.text('whoami')).match(/Another session/g)).toHaveLength(1);
  });
});

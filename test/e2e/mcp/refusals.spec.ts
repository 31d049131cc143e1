import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isOnMysql } from '../../support/database-kind.js';
import { holdWrites } from '../../support/hold-writes.js';
import { connectMcp, type McpTestClient } from '../../support/mcp-client.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns, type TurnsClient } from '../../support/turns-client.js';

describe('a refusal', () => {
  let service: TestService;
  let alice: TurnsClient;
  let bob: TurnsClient;
  let mcp: McpTestClient;
  beforeAll(async () => {
    service = await startService();
    const open = await openTurns(service);
    [alice, bob] = [open('alice'), open('bob')];
    mcp = await connectMcp(service, 'alice', { query: { board: alice.board } });
    await bob.add('CLAIM', 'claim of bob');
  });
  afterAll(async () => {
    await mcp.close();
    await service.close();
  });

  it.each([
    ['board_write', { notes: [{ type: 'FACT', content: 7 }] }, 'bad_request: notes.0.content: must be a string'],
    ['board_write', { notes: [null] }, 'bad_request: notes.0: must be an object'],
    [
      'board_write',
      { notes: [{ type: 'FACT', content: 'x', author: 'bob' }] },
      'bad_request: notes.0.author: is not a known property',
    ],
    ['board_read', { color: 'red' }, 'bad_request: color: is not a known property'],
    ['board_read', { max_tokens: 999 }, 'bad_request: max_tokens: must be a whole number from 1000 to 20000'],
    ['board_read', { unread: true, author: 'bob' }, 'bad_request: author: does not go with unread'],
    ['board_read', { board: '../x' }, 'not_found: There is no such board for you.'],
    ['board_unfold', {}, 'bad_request: labels: must be a string'],
    ['board_unfold', { labels: 'G1,G2', offset: 5 }, 'bad_request: offset: pages through one detail'],
    ['board_release', { label: 'G1', outcome: 'done' }, "forbidden: G1 is bob's claim"],
    ['board_release', { label: 'G99', outcome: 'done' }, 'not_found: There is no G99 on this board.'],
    ['post', { to: 'nobody', body: 'x' }, 'unknown_agent: This board knows no agent "nobody".'],
    ['post', { to: 'bob', body: 'x'.repeat(4_001) }, 'too_large: '],
    ['whoami', { agent: 'bob' }, 'bad_request: agent: is not a known property'],
  ])('of %s %j says what was wrong and where', async (tool, args, text) => {
    const refusal = await mcp.call(tool, args);
    expect(refusal).toMatchObject({ isError: true, structured: undefined, text: expect.stringContaining(text) });
    expect(refusal.text.startsWith(text.slice(0, 8))).toBe(true);
  });

  it('of notes that were all rejected names each of them', async () => {
    const notes = [
      { type: 'BOGUS', content: 'x' },
      { type: 'FACT', content: '' },
    ];
    const { text, isError } = await mcp.call('board_write', { notes });
    expect(isError).toBe(true);
    expect(text).toMatch(/^nothing_admitted: No note was admitted\. notes\.0: /);
    expect(text).toMatch(/\n- notes\.1: /);
  });

  it('of a call that names no board lists the caller’s', async () => {
    await service.as('harness').POST('/board', { body: { board: 'infra', members: ['alice'] } });
    const bare = await connectMcp(service, 'alice');
    const { text, isError } = await bare.call('board_read');
    expect([isError, text]).toEqual([true, `bad_request: board: name one of your boards: infra, main, ${alice.board}`]);
    expect(await bare.text('board_read', { board: 'infra' })).toContain('head 0');
    await bare.close();
  });

  it('is none where the caller has one board only', async () => {
    const only = await connectMcp(service, 'dave');
    expect(await only.text('board_read')).toContain('Gistboard board main');
    await only.close();
  });

  it('while the database takes no writes says when to try again, and nothing is written', async () => {
    const letGo = await holdWrites(service.store);
    const { text, isError } = await mcp.call('board_write', { text: 'FACT held' });
    await letGo();
    expect([isError, text]).toEqual([
      true,
      expect.stringMatching(/^(unavailable|timed_out): [^]*Try again in \d s\.$/),
    ]);
    expect(await alice.find('held')).toEqual([]);
  }, 180_000);

  // The embedded store refuses the first of the two before the second has waited long enough.
  (isOnMysql ? it : it.skip)(
    'of the twin of a write that is under way says so',
    async () => {
      const keyed = await connectMcp(service, 'alice', {
        query: { board: alice.board },
        headers: { 'Idempotency-Key': 'twins' },
      });
      const letGo = await holdWrites(service.store);
      const twins = [
        keyed.call('board_write', { text: 'FACT twin' }),
        keyed.call('board_write', { text: 'FACT twin' }),
      ];
      const texts = (await Promise.all(twins)).map(({ text }) => text);
      await letGo();
      expect(texts).toContainEqual(expect.stringMatching(/^twin_in_progress: [^]*Try again in 1 s\.$/));
      await keyed.close();
    },
    60_000,
  );
});

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { cliOf } from '../../support/cli.js';
import { LeasesClient } from '../../support/leases-client.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns } from '../../support/turns-client.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

it('roster tells who is there, what each has taken, and what it left out; ping is enough to be there', async () => {
  const turns = await openTurns(service, ['alice', 'bob', 'carol']);
  const { board } = turns('bob');
  const run = (agent: string, args: readonly string[]) =>
    cliOf(service.url, agent)(args, { env: { GISTBOARD_BOARD: board } });
  expect((await run('alice', ['roster', '--limit', '1'])).stdout).toMatch(
    /^alice active, seen \d+ s ago, 0 unread: holds nothing\nThere are 2 more: --limit\n$/,
  );
  expect((await run('carol', ['ping'])).stdout).toBe('G1 heartbeat\n');
  await new LeasesClient(service, board, 'bob').hold(['src/**', 'task:x']);
  await turns('bob').add('CLAIM', 'the notes');
  const { stdout } = await run('alice', ['roster']);
  // Their order goes by who was there last, which takes note of each once in 15 s.
  expect(stdout.trimEnd().split('\n').toSorted()).toEqual([
    expect.stringMatching(/^alice active, seen \d+ s ago, 1 unread: holds nothing$/),
    expect.stringMatching(/^bob active, seen \d+ s ago, 0 unread: holds G2 src\/\*\*, task:x; claims G3$/),
    expect.stringMatching(/^carol active, seen \d+ s ago, 1 unread: holds nothing$/),
  ]);
  const refused = await run('alice', ['roster', '--stale-after', '0']);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('stale_after_s')]);
});

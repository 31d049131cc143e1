import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { cliOf } from '../../support/cli.js';
import { InboxClient, toldIn } from '../../support/inbox-client.js';
import { stopTime } from '../../support/presence.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns } from '../../support/turns-client.js';
import { until } from '../../support/until.js';
import { waiterCount } from '../../support/waiters.js';

let service: TestService;
let goOn: () => void;
beforeAll(async () => {
  service = await startService();
  // Two other processes may need longer than the 25 s that a wait lasts.
  goOn = stopTime();
});
afterAll(async () => {
  goOn();
  await service.close();
});

it('wait shows what comes, and confirms it once it is out; ping wakes nobody', async () => {
  const open = await openTurns(service);
  const { board } = open('alice');
  const run = (agent: string, args: readonly string[]) =>
    cliOf(service.url, agent)(args, {
      env: { GISTBOARD_URL: service.url, GISTBOARD_AGENT: agent, GISTBOARD_BOARD: board },
    });
  const waiting = run('alice', ['wait']);
  await until(() => waiterCount() === 1);
  expect(await run('bob', ['ping'])).toMatchObject({ code: 0, stdout: 'G1 heartbeat\n' });
  expect(waiterCount()).toBe(1);
  expect(await run('bob', ['post', 'all', '--type', 'signal', '--body-json', '{"ok":true}'])).toMatchObject({
    code: 0,
  });
  expect(await waiting).toMatchObject({
    code: 0,
    stdout: 'G2 signal bob to all 2026-11-30 12:00: {"ok":true}\n',
  });
  const inbox = new InboxClient(service, board, 'alice');
  expect(toldIn(await inbox.inbox({ ack: 'false' }))).toBe(' cursor 2');
  expect(await run('alice', ['wait', '--timeout', '0'])).toMatchObject({ code: 0, stdout: 'Nothing new.\n' });
});

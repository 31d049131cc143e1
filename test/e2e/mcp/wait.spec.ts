import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { InboxClient, toldIn } from '../../support/inbox-client.js';
import { connectMcp } from '../../support/mcp-client.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns } from '../../support/turns-client.js';
import { until } from '../../support/until.js';
import { waiterCount } from '../../support/waiters.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

it('a wait over MCP is answered when something comes, and a session confirms it by its receipt', async () => {
  const open = await openTurns(service);
  const { board } = open('alice');
  const query = { board, toolsets: 'core,coordination' };
  const mcp = await connectMcp(service, 'alice', { query, headers: { 'X-Instance': 'session-1' } });
  const inbox = new InboxClient(service, board, 'alice');
  const waiting = mcp.call('wait');
  await until(() => waiterCount() === 1);
  await open('bob').send('alice', 'go on', { type: 'signal' });
  const { text, receipt } = await waiting;
  expect(text).toContain(`1 unread on ${board}`);
  expect(text).toContain('G1 signal bob to alice 2026-11-30 12:00: go on');
  expect(toldIn(await inbox.inbox({ ack: 'false' }))).toBe('1 cursor 0');
  await mcp.call('whoami', {}, [receipt ?? '']);
  expect(toldIn(await inbox.inbox({ ack: 'false' }))).toBe(' cursor 1');
  await mcp.close();
});

it('without a session a wait that is woken counts as shown by being answered', async () => {
  const open = await openTurns(service);
  const { board } = open('alice');
  const mcp = await connectMcp(service, 'alice', { query: { board, toolsets: 'core,coordination' } });
  const waiting = mcp.text('wait');
  await until(() => waiterCount() === 1);
  await open('bob').send('alice', 'go on', { type: 'signal' });
  expect(await waiting).toContain('G1 signal bob to alice 2026-11-30 12:00: go on');
  expect(toldIn(await new InboxClient(service, board, 'alice').inbox({ ack: 'false' }))).toBe(' cursor 1');
  await mcp.close();
});

it('without a session it counts as shown by being fetched', async () => {
  const open = await openTurns(service);
  const mcp = await connectMcp(service, 'alice', { query: { board: open('alice').board } });
  await open('bob').send('all', 'news');
  expect(await mcp.text('inbox')).toContain('G1 message bob to all 2026-11-30 12:00: news');
  expect(await mcp.text('inbox')).toContain('0 unread');
  await mcp.close();
});

it('a caller that goes away leaves no wait behind, and nothing counts as shown', async () => {
  const open = await openTurns(service);
  const { board } = open('alice');
  const leaving = new AbortController();
  const init = { headers: { 'X-Agent': 'alice' }, signal: leaving.signal };
  const waiting = fetch(`${service.url}/board/${board}/wait`, init).catch(() => undefined);
  await until(() => waiterCount() === 1);
  leaving.abort();
  await waiting;
  await until(() => waiterCount() === 0);
  await open('bob').send('alice', 'news');
  expect(toldIn(await new InboxClient(service, board, 'alice').inbox())).toBe('1 cursor 1');
});

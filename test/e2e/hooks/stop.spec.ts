import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { HookClient } from '../../support/hook-process.js';
import { startService, type TestService } from '../../support/service.js';
import { labelsIn, labelsOf, openTurns, type TurnsClient } from '../../support/turns-client.js';

jest.setTimeout(180_000);

let service: TestService;
let open: (agent: string) => TurnsClient;
let hooks: HookClient;
let ways: Server[] = [];
beforeAll(async () => {
  // No lease ends while a test runs.
  service = await startService({ env: { BOARD_NOTICE_LEASE_S: '600' } });
});
afterAll(() => service.close());
beforeEach(async () => {
  open = await openTurns(service);
  hooks = new HookClient('claude-code', {
    GISTBOARD_URL: service.url,
    GISTBOARD_AGENT: 'alice',
    GISTBOARD_BOARD: open('alice').board,
  });
});
afterEach(() => {
  hooks.close();
  for (const way of ways) way.close();
  ways = [];
});

const stop = async (input = {}) => (await hooks.runHere('stop', { input })).text;
const afterTool = async (start = {}) => (await hooks.runHere('post-tool-use', start)).text;
/** So long that two of them do not fit. */
const long = (word: string): string => `${word} `.padEnd(1_000, 'x');
const unread = async () => labelsIn(await open('alice').snapshot({ advance: 'false' }));

/** A way to the service that carries what alice asks, and while it is lossy brings no answer back. */
async function lossyWay() {
  const server = createServer((request, response) => {
    void fetch(`${service.url}${request.url ?? ''}`, { headers: { 'X-Agent': 'alice' } }).then(async (answer) => {
      const text = await answer.text();
      if (way.isLossy) request.socket.destroy();
      else response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(text);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  ways.push(server);
  const way = { url: `http://127.0.0.1:${port}`, isLossy: false };
  return way;
}

describe('an agent does not stop before each message was shown', () => {
  it('where not all fit into one text', async () => {
    for (const word of ['one', 'two', 'three']) await open('bob').send('alice', long(word));
    expect(await stop()).toContain('There is more: board_read {"unread":true}\n');
    expect(await stop({ stop_hook_active: true })).toBe('');
    expect(await stop()).toContain(': two x');
    expect(await stop()).toContain(': three x');
    expect([await stop(), await unread()]).toEqual(['', []]);
  });

  it('where a hook between two steps leased it and had no room for it', async () => {
    for (const word of ['one', 'two']) await open('bob').send('alice', long(word));
    expect(await afterTool()).toContain(': one x');
    const text = await stop();
    expect([text.includes(': two x'), text.includes(': one x')]).toEqual([true, false]);
    expect([await stop(), await unread()]).toEqual(['', []]);
  });

  it('where a hook leased it for a client that was gone', async () => {
    await open('bob').send('alice', 'first');
    expect(await afterTool({ isClientGone: true })).toBe('');
    expect(await stop()).toContain('first');
    expect([await stop(), await unread()]).toEqual(['', []]);
  });

  it('where a hook leased it and ended before it had the answer', async () => {
    await open('bob').send('alice', 'first');
    const way = await lossyWay();
    way.isLossy = true;
    expect(await afterTool({ env: { GISTBOARD_URL: way.url } })).toBe('');
    expect(labelsOf(await open('alice').poll())).toEqual([]);
    way.isLossy = false;
    expect((await hooks.runHere('stop', { env: { GISTBOARD_URL: way.url } })).text).toContain('first');
  });

  it('where notes of a board before it are more than a lease takes', async () => {
    const other = await openTurns(service);
    await open('bob').write(Array.from({ length: 60 }, (_, index) => ({ type: 'FACT', content: `note ${index}` })));
    await other('bob').send('alice', 'behind the notes');
    const boards = { GISTBOARD_BOARD: `${open('alice').board},${other('alice').board}` };
    expect((await hooks.runHere('stop', { env: boards })).text).toContain('behind the notes');
  });
});

describe('an agent stops', () => {
  it('where a message is on its way to it by another hand', async () => {
    await open('bob').send('alice', 'in a result of a tool');
    await open('bob').send('alice', 'not in a result');
    await open('alice').poll({ limit: 1 });
    const text = await stop();
    expect([text.includes('not in a result'), text.includes('of a tool')]).toEqual([true, false]);
    expect(await stop()).toBe('');
  });

  it('and no note is held back that was not shown', async () => {
    await open('bob').add('FACT', 'a note');
    expect(await stop()).toBe('');
    await open('bob').send('alice', 'a message');
    expect(await stop()).toContain('a message');
    expect(await afterTool()).toContain('a note');
  });
});

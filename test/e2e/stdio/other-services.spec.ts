import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { VERSION } from '../../../src/kernel/product.js';
import { connectStdio, type StdioTestClient, TestHome } from '../../support/stdio-adapter.js';
import { until } from '../../support/until.js';

jest.setTimeout(180_000);

// What this version's service never answers, so no service of ours can be used.
describe('what answers there', () => {
  const home = new TestHome();
  let server: Server;
  let alice: StdioTestClient;
  let answer: RequestListener;
  let keys: (string | undefined)[];
  beforeEach(async () => {
    keys = [];
    server = createServer((request, response) => {
      keys.push(request.headers['idempotency-key']?.toString());
      answer(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    alice = await connectStdio({ home, env: { GISTBOARD_URL: `http://127.0.0.1:${port}` } });
  });
  afterEach(async () => {
    await alice.close();
    server.close();
    server.closeAllConnections();
  });
  afterAll(() => {
    home.remove();
  });
  const result = (version: string): string => {
    const meta = { 'io.modelcontextprotocol/serverInfo': { name: 'gistboard', version } };
    const content = [{ type: 'text', text: 'done' }];
    return JSON.stringify({ jsonrpc: '2.0', id: 1, result: { resultType: 'complete', content, _meta: meta } });
  };

  it.each([
    [VERSION, false],
    ['99.0.0', true],
  ])('in version %s is told beside the protocol: %s', async (version, isTold) => {
    answer = (_, response) => response.end(result(version));
    expect(await alice.text('whoami')).toBe('done');
    expect(await alice.text('whoami')).toBe('done');
    const hint = 'the service runs Gistboard 99.0.0';
    if (isTold) await until(() => alice.stderr.includes(hint));
    else expect(alice.stderr).not.toContain(hint);
  });

  it('is asked again with the same key where it has no time yet, and a new call has a new key', async () => {
    const detail = 'Too much is under way.';
    answer = (_, response) => {
      if (keys.length > 1) response.end(result(VERSION));
      else {
        response.writeHead(503, { 'Retry-After': '1' });
        response.end(JSON.stringify({ code: 'overloaded', detail, status: 503 }));
      }
    };
    expect(await alice.text('whoami')).toBe('done');
    await alice.text('whoami');
    const [first, second, third] = keys;
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it.each([
    ['a page', 200, '<html>hello</html>', 'is not Gistboard (status 200)'],
    ['a redirection', 302, '', 'is not Gistboard (status 302)'],
    ['another form of result', 200, '{"jsonrpc":"2.0","id":1,"result":{"a":1}}', 'in a form that Gistboard'],
    [
      'an error of the protocol',
      400,
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"Unsupported protocol version"}}',
      'Unsupported protocol version',
    ],
    ['more than 8 MiB', 200, 'x'.repeat(9_000_000), 'more than 8388608 bytes'],
  ])('with %s is told in words', async (_, status, body, words) => {
    answer = (__, response) => {
      response.writeHead(status, { Location: 'http://127.0.0.1:9/' });
      response.end(body);
    };
    expect(await alice.call('whoami')).toMatchObject({ isError: true, text: expect.stringContaining(words) });
  });
});

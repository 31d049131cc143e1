import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BoardClient } from '../../support/board-client.js';
import { connectMcp } from '../../support/mcp-client.js';
import { expectProblem, type RawAnswer, rawRequest } from '../../support/raw-request.js';
import { startService, type TestService } from '../../support/service.js';

const ACCEPT = { accept: 'application/json, text/event-stream' };
const call = (name: string, args: object): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});
const HUGE = call('board_write', { notes: [{ type: 'FACT', content: 'x', detail: 'y'.repeat(2_000_000) }] });

describe('/mcp', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());
  const post = (body: unknown, headers: Readonly<Record<string, string>> = {}, path = '/mcp'): Promise<RawAnswer> =>
    rawRequest(service.url, { method: 'POST', path, headers: { ...ACCEPT, 'x-agent': 'alice', ...headers }, body });

  it('answers GET and DELETE by 405: there is no session to listen to or to end', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS', 'TRACE']) {
      const answer = await rawRequest(service.url, { method, path: '/mcp', headers: { 'x-agent': 'alice' } });
      expectProblem(answer, 405, 'method_not_allowed');
      expect(answer.headers.allow).toBe('POST');
    }
  });

  it('refuses a foreign Origin before it asks who is calling', async () => {
    const headers = { origin: 'https://evil.example' };
    const answer = await rawRequest(service.url, { method: 'POST', path: '/mcp', headers, body: HUGE });
    expectProblem(answer, 403, 'foreign_origin');
  });

  it('asks who is calling before it reads a body', async () => {
    const answer = await rawRequest(service.url, { method: 'POST', path: '/mcp', headers: ACCEPT, body: HUGE });
    expectProblem(answer, 401, 'unauthenticated');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('refuses an argument of 2 MB, and a body that is no JSON', async () => {
    expectProblem(await post(HUGE), 413, 'too_large');
    expectProblem(await post('{"jsonrpc":', { 'content-type': 'application/json' }), 400, 'bad_request');
    expectProblem(await post('hello', { 'content-type': 'text/plain' }), 415, 'unsupported_media_type');
  });

  it('refuses a body of too many values or too deep before anything is made of it', async () => {
    const notes = Array.from({ length: 6_000 }, () => ({}));
    expectProblem(await post(call('board_write', { notes })), 400, 'bad_request');
    let deep: object = {};
    for (let depth = 0; depth < 50; depth += 1) deep = { deep };
    expectProblem(await post(call('board_write', deep)), 400, 'bad_request');
    expectProblem(await post(Array.from({ length: 21 }, () => call('whoami', {}))), 400, 'bad_request');
  });

  it('refuses bytes that are no UTF-8 as REST does, and writes nothing', async () => {
    const bytesOf = (body: object): Buffer =>
      Buffer.from(JSON.stringify(body).replace('BYTES', '\u00C3\u0028'), 'latin1');
    const headers = { 'content-type': 'application/json' };
    const notes = [{ type: 'FACT', content: 'broken BYTES here' }];
    const { head } = await new BoardClient(service, 'main', 'alice').live();
    expectProblem(await post(bytesOf(call('board_write', { notes })), headers), 400, 'bad_request');
    expectProblem(await post(bytesOf({ notes }), headers, '/board/main/write'), 400, 'bad_request');
    expect((await new BoardClient(service, 'main', 'alice').live()).head).toBe(head);
  });

  it.each([
    ['toolsets=board,magic', 'toolsets: must be toolsets parted by commas: board, core, coordination, artifacts'],
    ['color=red', 'color: is not a known property'],
  ])('says what is wrong with a URL: %s', async (query, detail) => {
    expect(expectProblem(await post(call('whoami', {}), {}, `/mcp?${query}`), 400, 'bad_request').detail).toBe(detail);
  });

  it('shows the tools of the toolsets that a URL names, and has no others', async () => {
    const mcp = await connectMcp(service, 'alice', { query: { toolsets: 'core' } });
    const { tools } = await mcp.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['claim', 'release', 'post', 'inbox', 'whoami', 'guide']);
    await expect(mcp.call('board_read')).rejects.toMatchObject({ code: -32602 });
    await mcp.close();
  });

  it.each(['no_such_tool', 'constructor', '__proto__', ''])('has no tool %j', async (name) => {
    const mcp = await connectMcp(service, 'alice');
    await expect(mcp.call(name)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('board_read'),
    });
    await mcp.close();
  });
});

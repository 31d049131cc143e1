import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { BoardClient } from '../../support/board-client.js';
import { connectMcp, ERAS, type Era, McpTestClient } from '../../support/mcp-client.js';
import { rawRequest } from '../../support/raw-request.js';
import { startService, type TestService } from '../../support/service.js';

// Each test starts services of its own, with a store that has to be made.
jest.setTimeout(180_000);

const OPERATOR_TOKEN = 'operator-token-0123456789abcdef';

let closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
  closing = [];
});

/** A client whose requests go to whichever service `target` names at the time. */
async function connectVia(target: () => string, era: Era): Promise<McpTestClient> {
  const send = (url: string | URL, init?: RequestInit): Promise<Response> =>
    fetch(new URL(new URL(url).pathname, target()), init);
  const options = { requestInit: { headers: { 'X-Agent': 'alice' } }, fetch: send };
  const transport = new StreamableHTTPClientTransport(new URL('http://service.invalid/mcp'), options);
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } });
  await client.connect(transport);
  closing.push(() => client.close());
  return new McpTestClient(client);
}

describe.each(Object.entries(ERAS))('a client of the %s', (_, era) => {
  it('goes on after the service was restarted, and where another replica answers', async () => {
    const first = await startService();
    closing.push(() => first.store.drop());
    let now: TestService = first;
    const mcp = await connectVia(() => now.url, era);
    expect(await mcp.text('board_write', { text: 'FACT before' })).toContain('notes.0 is G1');
    await first.stop();
    await expect(mcp.call('board_read')).rejects.toThrow();
    now = await startService({ store: first.store });
    const second = now;
    closing.push(() => second.stop());
    expect(await mcp.text('board_read')).toContain('before');
    expect(await mcp.text('board_write', { text: 'FACT after' })).toContain('notes.0 is G2');
  });

  it('is told at the next call that its token was revoked', async () => {
    const service = await startService({ env: { BOARD_AUTH: 'token', BOARD_OPERATOR_TOKEN: OPERATOR_TOKEN } });
    closing.push(() => service.close());
    const operator = service.withToken(OPERATOR_TOKEN);
    const { data } = await operator.POST('/tokens', { body: { agent: 'alice' } });
    const headers = { Authorization: `Bearer ${data?.token ?? ''}` };
    const mcp = await connectMcp(service, null, { era, headers });
    closing.push(() => mcp.close());
    expect(await mcp.text('whoami')).toContain('You are alice, member');
    await operator.DELETE('/tokens/{id}', { params: { path: { id: String(data?.id) } } });
    await expect(mcp.call('whoami')).rejects.toThrow(/401|[Uu]nauthorized|revoked/);
  });
});

describe('an Idempotency-Key', () => {
  it('makes a write happen once, by tool or by REST', async () => {
    const service = await startService();
    closing.push(() => service.close());
    const notes = [{ type: 'FACT', content: 'once', detail: 'more' }];
    const keyed = async (args: object, key: string): Promise<string> => {
      const mcp = await connectMcp(service, 'alice', { headers: { 'Idempotency-Key': key } });
      closing.push(() => mcp.close());
      return (await mcp.call('board_write', { ...args })).text;
    };
    const first = await keyed({ notes }, 'key-1');
    expect(first).toContain('notes.0 is G1.');
    expect(await keyed({ notes, board: 'main' }, 'key-1')).toBe(first);
    expect(await keyed({ notes }, 'key-2')).toContain('notes.0 is G2.');
    expect(await keyed({ text: 'FACT other' }, 'key-1')).toMatch(/^key_reused: /);
    expect(await keyed({ notes }, 'no key')).toMatch(/^bad_request: Idempotency-Key: /);
    const headers = { 'x-agent': 'alice', 'idempotency-key': 'key-1' };
    const rest = await rawRequest(service.url, { method: 'POST', path: '/board/main/write', headers, body: { notes } });
    expect([rest.headers['idempotent-replayed'], JSON.parse(rest.text)]).toMatchObject([
      'true',
      { results: [{ label: 'G1' }] },
    ]);
    expect(await new BoardClient(service, 'main', 'alice').find('once')).toEqual(['G2', 'G1']);
  });

  it('covers posts and releases too', async () => {
    const service = await startService();
    closing.push(() => service.close());
    const [alice, bob] = [new BoardClient(service, 'main', 'alice'), new BoardClient(service, 'main', 'bob')];
    await bob.text();
    await alice.add('CLAIM', 'claim');
    for (const [tool, args] of [
      ['post', { to: 'bob', body: 'once' }],
      ['board_release', { label: 'G1', outcome: 'handoff', to: 'bob' }],
    ] as const) {
      const mcp = await connectMcp(service, 'alice', { headers: { 'Idempotency-Key': `${tool}-1` } });
      closing.push(() => mcp.close());
      expect(await mcp.text(tool, args)).toBe(await mcp.text(tool, args));
    }
    expect((await alice.readAll()).head).toBe(4);
  });
});

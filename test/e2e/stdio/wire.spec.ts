import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';
import { AdapterProcess, TestHome } from '../../support/stdio-adapter.js';
import { until } from '../../support/until.js';

jest.setTimeout(180_000);

describe('an adapter at its wire', () => {
  const home = new TestHome();
  let service: TestService;
  let adapter: AdapterProcess;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    await service.close();
    home.remove();
  });
  beforeEach(async () => {
    adapter = new AdapterProcess({ home, env: { GISTBOARD_URL: service.url, GISTBOARD_AGENT: 'alice' } });
    adapter.initialize();
    await adapter.answer(0);
  });
  afterEach(async () => {
    adapter.child.kill('SIGKILL');
    await adapter.exit();
  });
  const call = (id: number, name: string, args: object = {}): void => {
    adapter.request(id, 'tools/call', { name, arguments: args });
  };
  const callText = async (id: number, name: string, args: object = {}): Promise<string> => {
    call(id, name, args);
    return JSON.stringify(await adapter.answer(id));
  };

  it('leaves with 0 when its input ends, and has answered what was under way', async () => {
    call(1, 'board_write', { text: 'FACT written at the end' });
    call(2, 'whoami');
    adapter.child.stdin.end();
    expect(await adapter.exit()).toBe(0);
    expect(JSON.stringify(await adapter.answer(1))).toContain('1 of 1 notes written');
    expect(JSON.stringify(await adapter.answer(2))).toContain('You are alice');
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('leaves with 0 on %s', async (signal) => {
    adapter.child.kill(signal);
    expect(await adapter.exit()).toBe(0);
  });

  it('leaves when its reader is gone', async () => {
    adapter.child.stdout.destroy();
    call(1, 'whoami');
    expect(await adapter.exit()).toBe(0);
  });

  it.each([
    ['no JSON', 'hello'],
    ['no message', '{"a":1}'],
    ['a list', '[1,2]'],
    ['nothing', ''],
    ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x7b])],
    ['an answer to nothing', '{"jsonrpc":"2.0","id":99,"result":{}}'],
    ['a notification that there is not', '{"jsonrpc":"2.0","method":"notifications/nonsense"}'],
    ['brackets without end', '['.repeat(200_000)],
  ])('outlives a line of %s', async (_, line) => {
    adapter.line(line);
    expect(await callText(1, 'whoami')).toContain('You are alice');
  });

  it('answers a method that there is not', async () => {
    adapter.request(1, 'nonsense/method');
    expect((await adapter.answer(1)).error).toMatchObject({ code: -32601 });
  });

  it('passes on bytes that are no UTF-8 within a text, replaced', async () => {
    const [before, after] = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'board_write', arguments: { text: 'FACT bad @ byte' } },
    }).split('@');
    adapter.line(Buffer.concat([Buffer.from(before ?? ''), Buffer.from([0xff]), Buffer.from(after ?? '')]));
    expect(JSON.stringify(await adapter.answer(1))).toContain('1 of 1 notes written');
    expect(await callText(2, 'board_read')).toContain('bad \uFFFD byte');
  });

  it('answers an argument of 2 MB in words', async () => {
    const text = await callText(1, 'board_write', { text: `FACT ${'x'.repeat(2_000_000)}` });
    expect(text).toMatch(/"isError":true/);
    expect(text).toMatch(/too_large|1 MB|1 MiB/i);
    expect(await callText(2, 'whoami')).toContain('You are alice');
  });

  it('answers arguments that are nested without end in words', async () => {
    const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    adapter.line(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"board_write","arguments":{"notes":${nested}}}}`,
    );
    expect(JSON.stringify(await adapter.answer(1))).toContain('"isError":true');
    expect(await callText(2, 'whoami')).toContain('You are alice');
  });

  it('answers a request of more than 8 MiB with an error, and goes on', async () => {
    call(1, 'board_write', { text: 'x'.repeat(9_000_000) });
    expect((await adapter.answer(1)).error).toMatchObject({
      code: -32600,
      message: expect.stringContaining('8388608'),
    });
    expect(await callText(2, 'whoami')).toContain('You are alice');
  });

  it('leaves a line of more than 8 MiB that is no request out, and says so beside the protocol', async () => {
    adapter.line(`{"jsonrpc":"2.0","method":"notifications/nonsense","params":{"a":"${'x'.repeat(9_000_000)}"}}`);
    expect(await callText(2, 'whoami')).toContain('You are alice');
    await until(() => adapter.stderr.includes('was left out'));
    expect(adapter.messages().map(({ id }) => id)).toEqual([0, 2]);
  });

  it('answers a last message that no end of a line follows', async () => {
    adapter.child.stdin.end('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whoami","arguments":{}}}');
    expect(JSON.stringify(await adapter.answer(1))).toContain('You are alice');
    expect(await adapter.exit()).toBe(0);
  });

  it('answers a last message that is too long, and leaves', async () => {
    const text = 'x'.repeat(9_000_000);
    adapter.child.stdin.end(
      `{"method":"tools/call","params":{"name":"board_write","arguments":{"text":"${text}"}},"id":1}`,
    );
    expect((await adapter.answer(1)).error).toMatchObject({ code: -32600 });
    expect(await adapter.exit()).toBe(0);
  });

  it('gives a call up that its client takes back', async () => {
    call(1, 'guide');
    adapter.line('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}');
    expect(await callText(2, 'whoami')).toContain('You are alice');
    expect(adapter.messages().map(({ id }) => id)).toEqual([0, 2]);
  });

  it('prints nothing but messages', async () => {
    adapter.line('hello');
    await callText(1, 'whoami');
    await until(() => adapter.stderr.includes('gistboard mcp: '));
    expect(() => adapter.messages()).not.toThrow();
  });
});

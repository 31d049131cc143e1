import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { runCli } from '../../support/cli.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { freePort, type ServiceProcess, startProcess } from '../../support/process.js';
import { DatabaseProxy } from '../../support/proxy.js';
import { startService, type TestService } from '../../support/service.js';
import { connectStdio, type StdioTestClient, TestHome } from '../../support/stdio-adapter.js';
import { until } from '../../support/until.js';

jest.setTimeout(180_000);

const home = new TestHome();
let clients: StdioTestClient[];
beforeEach(() => {
  clients = [];
});
afterEach(async () => {
  for (const client of clients) await client.close();
});
afterAll(() => {
  home.remove();
});
const connect = async (env: Record<string, string>, args: readonly string[] = []): Promise<StdioTestClient> => {
  const client = await connectStdio({ home, env, args });
  clients.push(client);
  return client;
};

describe('a service that goes away under an agent', () => {
  let store: TestDatabase;
  let port: string;
  let service: ServiceProcess;
  const start = async (): Promise<void> => {
    service = await startProcess({ ...store.env, PORT: port });
  };
  beforeEach(async () => {
    store = await createTestDatabase();
    port = String(await freePort());
    await start();
  });
  afterEach(async () => {
    await service.end('SIGTERM');
    await store.drop();
  });
  const write = (client: StdioTestClient, note: string) => client.call('board_write', { text: `FACT ${note}` });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'by %s is told in words, and the session goes on when it is back',
    async (signal) => {
      const alice = await connect({ GISTBOARD_URL: service.url, GISTBOARD_AGENT: 'alice' });
      expect((await write(alice, 'before')).isError).toBe(false);
      await service.end(signal);
      const { isError, text } = await write(alice, 'while away');
      expect(isError).toBe(true);
      expect(text).toContain(`at http://127.0.0.1:${port} does not answer (ECONNREFUSED). Nothing was written.`);
      await start();
      expect((await write(alice, 'after')).text).toContain('head 2');
      expect(await alice.text('board_read')).not.toContain('while away');
    },
  );

  it('before the first call still has its tools listed', async () => {
    await service.end('SIGTERM');
    const alice = await connect({ GISTBOARD_URL: service.url, GISTBOARD_TOOLSETS: 'core' });
    const { tools } = await alice.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['claim', 'release', 'post', 'inbox', 'whoami', 'guide']);
    await start();
    expect(await alice.text('whoami')).toContain('You are');
  });

  it('by a cut connection after it wrote is asked again, and has written once', async () => {
    const proxy = await DatabaseProxy.open(service.url);
    const alice = await connect({ GISTBOARD_URL: new URL(proxy.dsn).origin, GISTBOARD_AGENT: 'alice' });
    // The end of the adapter's message.
    const cut = proxy.cutAt('{}}}}', 'after-answer');
    const { isError, text } = await write(alice, 'once');
    await cut;
    expect([isError, text]).toEqual([false, expect.stringContaining('head 1')]);
    expect((await alice.text('board_grep', { q: 'once' })).split('\n')[0]).toContain('1 of 1');
    await proxy.close();
  });

  it('for good by a cut connection after it wrote leaves the write in doubt, and says so', async () => {
    const proxy = await DatabaseProxy.open(service.url);
    const alice = await connect({ GISTBOARD_URL: new URL(proxy.dsn).origin, GISTBOARD_AGENT: 'alice' });
    const gone = proxy.cutAt('{}}}}', 'after-answer').then(() => proxy.refuse());
    const { isError, text } = await write(alice, 'in doubt');
    await gone;
    expect([isError, text]).toEqual([true, expect.stringContaining('it may have happened all the same')]);
    expect(text).not.toContain('Nothing was written');
  });
});

describe('an agent that is not known', () => {
  const OPERATOR_TOKEN = 'operator-token-0123456789';
  let service: TestService;
  beforeEach(async () => {
    service = await startService({ env: { BOARD_AUTH: 'token', BOARD_OPERATOR_TOKEN: OPERATOR_TOKEN } });
  });
  afterEach(() => service.close());
  const makeToken = async (): Promise<{ id: number; token: string }> => {
    const { data } = await service.withToken(OPERATOR_TOKEN).POST('/tokens', { body: { agent: 'alice' } });
    if (data === undefined) throw new Error('no token');
    return data;
  };

  it('any more is told so, and goes on with another token in the file', async () => {
    const folder = new TestHome();
    const file = join(folder.folder, 'token');
    const { id, token } = await makeToken();
    writeFileSync(file, token);
    const alice = await connect({ GISTBOARD_URL: service.url }, ['--token-file', file]);
    expect(await alice.text('whoami')).toContain('You are alice');
    await service.withToken(OPERATOR_TOKEN).DELETE('/tokens/{id}', { params: { path: { id: String(id) } } });
    const refused = await alice.call('whoami');
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('unauthenticated') });
    expect(refused.text).not.toContain(token);
    writeFileSync(file, (await makeToken()).token);
    expect(await alice.text('whoami')).toContain('You are alice');
    folder.remove();
  });

  it('without a token still learns the tools, and each call says what is missing', async () => {
    const alice = await connect({ GISTBOARD_URL: service.url });
    // What it says beside the protocol comes another way. A list that was slow to come is told otherwise.
    await until(async () => {
      expect((await alice.client.listTools()).tools).toHaveLength(11);
      return alice.stderr.includes('unauthenticated');
    });
    expect(await alice.call('whoami')).toMatchObject({
      isError: true,
      text: expect.stringContaining('GISTBOARD_TOKEN'),
    });
  });
});

describe('gistboard mcp does not start', () => {
  it.each([
    [{ GISTBOARD_TOKEN: 'secret-token', GISTBOARD_AGENT: 'alice' }, [], /GISTBOARD_TOKEN.*GISTBOARD_AGENT/],
    [{ GISTBOARD_TOKEN: 'secret-token' }, ['--agent', 'alice'], /GISTBOARD_TOKEN.*--agent/],
    [{}, ['--toolsets', 'board,nonsense'], /"nonsense" is no toolset.*board, core/],
    [{ GISTBOARD_TOOLSETS: 'nonsense' }, [], /"nonsense" is no toolset/],
    [{}, ['--url', 'nonsense'], /must be an http or https URL/],
    [{}, ['--token', 'secret-token'], /unknown option/],
  ])('with %j and %j', async (env, args, message) => {
    const { code, stdout, stderr } = await runCli(['mcp', ...args], { env: home.env(env) });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('secret-token\n');
  });
});

import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type CliRun, runCli } from '../../support/cli.js';
import { freePort, type ServiceProcess, startProcess } from '../../support/process.js';
import { AdapterProcess, connectStdio, type StdioTestClient, TestHome } from '../../support/stdio-adapter.js';
import { until } from '../../support/until.js';

jest.setTimeout(180_000);

describe('the service of this machine', () => {
  let home: TestHome;
  let env: Record<string, string>;
  let clients: StdioTestClient[];
  let others: ServiceProcess[];
  beforeEach(async () => {
    home = new TestHome();
    env = { GISTBOARD_PORT: String(await freePort()) };
    clients = [];
    others = [];
  });
  afterEach(async () => {
    for (const client of clients) await client.close();
    await stop();
    for (const other of others) await other.end('SIGTERM');
    home.remove();
  });

  const connect = async (agent: string): Promise<StdioTestClient> => {
    const client = await connectStdio({ home, env: { ...env, GISTBOARD_AGENT: agent } });
    clients.push(client);
    return client;
  };
  /** A service that no adapter started. */
  const startOther = async (more: Record<string, string>): Promise<ServiceProcess> => {
    const other = await startProcess(more);
    others.push(other);
    return other;
  };
  const stop = (): Promise<CliRun> => runCli(['stop'], { env: home.env(env) });
  const log = (): string => readFileSync(join(home.data, 'service.log'), 'utf8');
  const pid = (): number => (JSON.parse(readFileSync(join(home.data, 'service.json'), 'utf8')) as { pid: number }).pid;
  const answers = async (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${env.GISTBOARD_PORT}/health/live`).then(
      () => true,
      () => false,
    );

  it('is started by the first call of an agent, outlives it, and is ended by stop', async () => {
    const alice = await connect('alice');
    expect(await alice.text('board_write', { text: 'FACT the first note' })).toContain('1 of 1 notes written');
    const told = `its store: ${join(home.data, 'gistboard.sqlite')}; "gistboard stop" ends it`;
    await until(() => alice.stderr.includes(told));
    await alice.close();
    expect(await answers()).toBe(true);
    const started = pid();
    expect(await (await connect('bob')).text('board_read')).toContain('the first note');
    expect(await stop()).toMatchObject({ code: 0, stdout: `Stopped: process ${started}.\n` });
    expect(await answers()).toBe(false);
    expect(existsSync(join(home.data, 'service.json'))).toBe(false);
    expect(await stop()).toMatchObject({ code: 0, stdout: 'No service runs here that "gistboard mcp" started.\n' });
  });

  it('is started once by many at once', async () => {
    const all = await Promise.all(['a', 'b', 'c', 'd'].map(connect));
    const texts = await Promise.all(all.map((client) => client.text('board_write', { text: 'FACT I was here' })));
    expect(texts.filter((text) => text.includes('1 of 1 notes written'))).toHaveLength(4);
    expect(log().match(/is ready/g)).toHaveLength(1);
    expect(log()).not.toContain('did not start');
  });

  it('is started again where it was killed between two calls, and nothing acknowledged is lost', async () => {
    const alice = await connect('alice');
    await alice.text('board_write', { text: 'FACT before' });
    process.kill(pid(), 'SIGKILL');
    await until(async () => !(await answers()));
    expect(await alice.text('board_write', { text: 'FACT after' })).toContain('head 2');
    expect(await alice.text('board_read')).toMatch(/before[^]*after/);
  });

  it('answers a client before it runs, and the tools with it', async () => {
    // As if another adapter were at it: so the service does not run before this lets go.
    const lock = join(home.data, 'starting.lock');
    mkdirSync(home.data, { recursive: true, mode: 0o700 });
    writeFileSync(lock, String(process.pid));
    const adapter = new AdapterProcess({ home, env });
    adapter.initialize();
    adapter.request(1, 'tools/list');
    expect(JSON.stringify((await adapter.answer(1)).result)).toContain('"name":"guide"');
    expect(await answers()).toBe(false);
    rmSync(lock);
    await until(answers);
    adapter.child.stdin.end();
    expect(await adapter.exit()).toBe(0);
  });

  it('is noted and ended though the adapter that started it was gone before it answered', async () => {
    const adapter = new AdapterProcess({ home, env });
    await until(() => existsSync(join(home.data, 'service.json')));
    adapter.child.kill('SIGKILL');
    await adapter.exit();
    const alice = await connect('alice');
    expect(await alice.text('whoami')).toContain('You are alice');
    expect(log().match(/is ready/g)).toHaveLength(1);
    expect((await stop()).stdout).toContain('Stopped: process');
    expect(await answers()).toBe(false);
  });

  it('keeps what it has from other users, and holds nothing of the agent that started it', async () => {
    env = { ...env, BOARD_DB_PATH: join(home.folder, 'elsewhere.sqlite'), SECRET_KEY: 'hunter2', PORT: '1' };
    await (await connect('alice')).text('whoami');
    expect(existsSync(join(home.folder, 'elsewhere.sqlite'))).toBe(false);
    expect(statSync(home.data).mode & 0o077).toBe(0);
    for (const file of ['service.log', 'service.json']) expect(statSync(join(home.data, file)).mode & 0o077).toBe(0);
    if (process.platform !== 'linux') return;
    expect(readFileSync(`/proc/${pid()}/environ`, 'utf8')).not.toMatch(/hunter2|GISTBOARD_/);
  });

  describe('that can not be', () => {
    it('for another program has the port: says what to set', async () => {
      const other = await occupy(Number(env.GISTBOARD_PORT));
      const alice = await connect('alice');
      expect(await alice.call('whoami')).toMatchObject({
        isError: true,
        text: expect.stringContaining('Set GISTBOARD_URL to where'),
      });
      await until(() => alice.stderr.includes('GISTBOARD_PORT to a free port'));
      other.close();
      other.closeAllConnections();
    });

    it('for another service has its store: says who', async () => {
      const store = join(home.data, 'gistboard.sqlite');
      const other = await startOther({ BOARD_DB_PATH: store });
      const { text, isError } = await (await connect('alice')).call('whoami');
      expect([isError, text]).toEqual([true, expect.stringContaining(`in use by process ${other.child.pid}`)]);
      await other.end('SIGTERM');
      expect(await (await connect('alice')).text('whoami')).toContain('You are alice');
    });

    it('for its folder can not be made: says so', async () => {
      writeFileSync(join(home.folder, 'data'), '');
      expect(await (await connect('alice')).call('whoami')).toMatchObject({
        isError: true,
        text: expect.stringContaining("The folder for the local store can't be made"),
      });
    });
  });

  it('is not ended by stop where no adapter started it', async () => {
    await startOther({
      BOARD_DB_PATH: join(home.folder, 'own.sqlite'),
      PORT: env.GISTBOARD_PORT ?? '',
    });
    expect(await (await connect('alice')).text('whoami')).toContain('You are alice');
    expect(await stop()).toMatchObject({ code: 1, stderr: expect.stringContaining('stop it where it was started') });
    expect(await answers()).toBe(true);
  });
});

async function occupy(port: number): Promise<Server> {
  const server = createServer((_, response) => response.end('<html>hello</html>')).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

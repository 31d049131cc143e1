import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createClient } from '../../client/index.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { isOnMysql } from '../support/database-kind.js';
import { type ServiceProcess, startProcess } from '../support/process.js';
import { rawRequest } from '../support/raw-request.js';
import { until } from '../support/until.js';

const OPERATOR_TOKEN = 'operator-token-0123456789abcdef';

// Each test starts processes.
jest.setTimeout(180_000);

let store: TestDatabase;
const running = new Set<ServiceProcess>();
const start = async (env: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> => {
  const service = await startProcess({ ...store.env, ...env });
  running.add(service);
  return service;
};
const end = async (service: ServiceProcess, signal: NodeJS.Signals): Promise<number | null> => {
  running.delete(service);
  return service.end(signal);
};
const write = async (service: ServiceProcess, content: string, agent = 'alice') =>
  createClient(service.url, { agent }).POST('/board/{board}/write', {
    params: { path: { board: 'main' } },
    body: { notes: [{ type: 'FACT', content }] },
  });
/** All that is stored: `G1 content`, in order. */
async function stored(service: ServiceProcess): Promise<readonly string[]> {
  const params = { path: { board: 'main' } };
  const { data } = await createClient(service.url, { agent: 'reader' }).GET('/board/{board}/read_all', { params });
  if (data === undefined) throw new Error('the window could not be read');
  return data.items.map(({ label, content }) => `${label} ${content}`);
}
const labelsUpTo = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `G${index + 1}`);

beforeEach(async () => {
  store = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all([...running].map((service) => end(service, 'SIGKILL')));
  await store.drop();
});

describe('a start', () => {
  if (isOnMysql) {
    it('beside another on one empty database: both serve one board', async () => {
      const [one, other] = await Promise.all([start(), start()]);
      expect((await write(one, 'from one')).response.status).toBe(201);
      expect((await write(other, 'from the other')).response.status).toBe(201);
      expect(await stored(one)).toEqual(['G1 from one', 'G2 from the other']);
      expect(await stored(other)).toEqual(await stored(one));
    });
  } else {
    it('on a file that another serves is refused, says by whom, and is granted after a kill -9', async () => {
      const first = await start();
      await write(first, 'before');
      await expect(start()).rejects.toThrow(`is in use by process ${first.child.pid} on `);
      expect((await write(first, 'unharmed')).response.status).toBe(201);
      await end(first, 'SIGKILL');
      expect(await stored(await start())).toEqual(['G1 before', 'G2 unharmed']);
    });
  }

  it.each([
    ['PORT', '65536'],
    ['BOARD_AUTH', 'open'],
    ['BOARD_MEMBERS_JSON', '{'],
    ['BOARD_NONSENSE', '1'],
    ['MYSQL_DSN', 'mysql://app:hunter2@db'],
    ['REDIS_URL', 'redis://:hunter2@cache/x'],
  ])('with a bad %s ends with the name of the variable', async (variable, value) => {
    const started = start({ [variable]: value });
    await expect(started).rejects.toThrow(`Gistboard did not start. ${variable}: `);
    await expect(started).rejects.not.toThrow('hunter2');
  });

  it('says where it is, and how to call it', async () => {
    const service = await start();
    await until(() => service.output().includes('connect '));
    expect(service.output()).toContain(`service   ${service.url}\n`);
    expect(service.output()).toContain(`curl -H 'X-Agent: YOUR-NAME' ${service.url}/whoami`);
    expect(service.output()).not.toContain('app-secret');
  });
});

describe('a kill -9', () => {
  it('loses no note that was acknowledged, and leaves no gap', async () => {
    const service = await start();
    const acknowledged: string[] = [];
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let index = 0; ; index += 1) {
        const content = `${writer}-${index}`;
        const { data } = await write(service, content);
        if (data !== undefined) acknowledged.push(`${data.results[0]?.label} ${content}`);
      }
    });
    await until(() => acknowledged.length >= 60);
    await end(service, 'SIGKILL');
    await Promise.allSettled(writers);
    const after = await stored(await start());
    expect(after).toEqual(expect.arrayContaining(acknowledged));
    expect(after.map((line) => line.split(' ')[0])).toEqual(labelsUpTo(after.length));
  });
});

interface HeldWrite {
  /** Lets the service have the rest of the request. */
  finish(): void;
  readonly status: Promise<number>;
}

/** A write whose head the service has, and says so, and whose body it waits for. */
async function holdWrite(service: ServiceProcess, agent: Agent, content: string): Promise<HeldWrite> {
  const body = JSON.stringify({ notes: [{ type: 'FACT', content }] });
  const headers = {
    'x-agent': 'alice',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    expect: '100-continue',
  };
  const outgoing = request(`${service.url}/board/main/write`, { method: 'POST', agent, headers });
  const status = new Promise<number>((resolve, reject) => {
    outgoing.on('response', (incoming) => {
      incoming.resume().on('end', () => {
        resolve(incoming.statusCode ?? 0);
      });
    });
    outgoing.on('error', reject);
  });
  outgoing.flushHeaders();
  await once(outgoing, 'continue');
  return { finish: () => outgoing.end(body), status };
}

async function openSocket(service: ServiceProcess): Promise<Socket> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

const isRefusing = (service: ServiceProcess): Promise<boolean> =>
  openSocket(service).then(
    (socket) => {
      socket.destroy();
      return false;
    },
    () => true,
  );

describe('a SIGTERM', () => {
  it('answers and stores the 50 writes that are under way, takes no more, and ends with 0', async () => {
    const service = await start();
    const agent = new Agent({ keepAlive: true, maxSockets: 100 });
    const contents = Array.from({ length: 50 }, (_, index) => `under way ${index}`);
    const held = await Promise.all(contents.map((content) => holdWrite(service, agent, content)));
    const code = end(service, 'SIGTERM');
    await until(() => isRefusing(service));
    for (const { finish } of held) finish();
    const statuses = await Promise.all(held.map(({ status }) => status));
    expect(statuses).toEqual(contents.map(() => 201));
    expect(await code).toBe(0);
    agent.destroy();
    const after = await stored(await start());
    expect(after.map((line) => line.slice(line.indexOf(' ') + 1)).sort()).toEqual([...contents].sort());
    expect(after.map((line) => line.split(' ')[0])).toEqual(labelsUpTo(50));
  });

  it('is not held up by connections that are idle, whether they have asked before or not', async () => {
    const service = await start();
    const silent = await openSocket(service);
    const idle = await openSocket(service);
    idle.write('GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    expect(String((await once(idle, 'data'))[0])).toContain('200 OK');
    const startedAt = performance.now();
    expect(await end(service, 'SIGTERM')).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    silent.destroy();
    idle.destroy();
  });

  it('lets go of the store, so that the next start finds it free', async () => {
    const first = await start();
    await write(first, 'before');
    expect(await end(first, 'SIGTERM')).toBe(0);
    const second = await start();
    expect(await stored(second)).toEqual(['G1 before']);
    expect(await end(second, 'SIGINT')).toBe(0);
  });
});

describe('the log', () => {
  it('is JSON lines that name requests and routes, and holds no token, credential or content', async () => {
    const service = await start({
      BOARD_LOG_LEVEL: 'debug',
      BOARD_AUTH: 'token',
      BOARD_OPERATOR_TOKEN: OPERATOR_TOKEN,
    });
    const made = await createClient(service.url, { token: OPERATOR_TOKEN }).POST('/tokens', {
      body: { agent: 'alice' },
    });
    const token = made.data?.token ?? '';
    const send = (path: string, authorization: string, body?: unknown) =>
      rawRequest(service.url, {
        method: body === undefined ? 'GET' : 'POST',
        path,
        headers: { authorization },
        body,
      });
    const bearer = `Bearer ${token}`;
    const note = { type: 'FACT', content: 'CONTENT-OF-NOTE', detail: 'DETAIL-OF-NOTE' };
    const answers = [
      await send('/board/main/write', bearer, { notes: [note] }),
      await send('/board/main/write', bearer, { notes: [{ ...note, author: 'CONTENT-OF-NOTE' }] }),
      await send('/board/main/write', bearer, '{"text": CONTENT-OF-NOTE'),
      await send('/board/main/grep?q=CONTENT-OF-NOTE', bearer),
      await send('/whoami', 'Bearer WRONG-CREDENTIAL'),
      await send('/whoami', 'Basic WRONG-CREDENTIAL'),
      await send('/CONTENT-OF-NOTE', bearer),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 400, 400, 200, 401, 401, 404]);
    await until(() => service.output().split('"request"').length > answers.length + 1);
    expect(await end(service, 'SIGTERM')).toBe(0);
    const lines = service.output().trimEnd().split('\n');
    const greeting = lines.filter((line) => !line.startsWith('{'));
    const names = ['Gistboard', 'service', 'API', 'store', 'try', 'connect'];
    expect(greeting.map((line) => line.trim().split(/ +/)[0])).toEqual(names);
    const entries = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as object);
    expect(entries).toContainEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
      requestId: answers[0]?.headers['x-request-id'],
      method: 'POST',
      route: '/board/:board/write',
      status: 201,
      ip: '127.0.0.1',
      ms: expect.any(Number),
      msg: 'request',
    });
    for (const secret of [token, token.slice(12), OPERATOR_TOKEN, 'WRONG-CREDENTIAL', 'OF-NOTE', 'app-secret']) {
      expect(service.output()).not.toContain(secret);
    }
  });
});

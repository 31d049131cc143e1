import { spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { userInfo } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CLIENTS } from '../../../src/cli/clients.js';
import { HOOK_EVENTS } from '../../../src/cli/hooks/clients/shapes.js';
import { HookClient } from '../../support/hook-process.js';
import { freePort } from '../../support/process.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns } from '../../support/turns-client.js';
import { until } from '../../support/until.js';

jest.setTimeout(180_000);

const QUIET = { code: 0, stdout: '', stderr: '' };

let service: TestService;
let hooks: HookClient;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(() => {
  hooks = new HookClient('claude-code', { GISTBOARD_URL: service.url, GISTBOARD_AGENT: 'alice' });
});
afterEach(() => {
  hooks.close();
});

function timeOf(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

/** A service that answers as this says. */
async function standIn(answer: Parameters<typeof createServer>[1]): Promise<Server & { readonly url: string }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(server, { url: `http://127.0.0.1:${port}` });
}

describe('a service that does not answer', () => {
  it.each(HOOK_EVENTS)('is no reason to hold an agent up, or to say anything: %s', async (event) => {
    const url = `http://127.0.0.1:${await freePort()}`;
    expect(await hooks.run(event, { env: { GISTBOARD_URL: url } })).toMatchObject(QUIET);
  });

  it.each(HOOK_EVENTS)('but a 503 is neither: %s', async (event) => {
    const problem = { code: 'overloaded', detail: 'too much', status: 503, requestId: 'x' };
    const server = await standIn((_, response) => {
      response.writeHead(503, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
    });
    expect(await hooks.runHere(event, { env: { GISTBOARD_URL: server.url } })).toMatchObject(QUIET);
    server.close();
  });

  it('takes at most 300 ms of the time between two steps, the start of the process included', async () => {
    const server = await standIn(() => undefined);
    const env = { GISTBOARD_URL: server.url };
    let session = 0;
    let [startMs, hookMs] = [Infinity, Infinity];
    // A busy machine starts, wakes and ends processes late, whatever they do: the best times are their own.
    await until(async () => {
      startMs = Math.min(
        startMs,
        timeOf(() => spawnSync(process.execPath, ['-e', '0'])),
      );
      const input = { session_id: `${(session += 1)}` };
      const { elapsedMs, ...said } = await hooks.run('post-tool-use', { env, input, isTimed: true });
      expect(said).toEqual(QUIET);
      hookMs = Math.min(hookMs, elapsedMs);
      // The first is the most stalled: both are to be known well.
      return session >= 5 && hookMs < 300 + startMs;
    }, 90_000);
    server.closeAllConnections();
    server.close();
  });
});

it.each(HOOK_EVENTS)(
  'a home in which nothing can be written costs an agent nothing that it is shown: %s',
  async (event) => {
    const open = await openTurns(service);
    await open('alice').snapshot();
    await open('bob').send('alice', 'for alice');
    // Where a folder is to be, there is a file: that stops the system's first user, too.
    const env = { XDG_STATE_HOME: '/dev/null', GISTBOARD_BOARD: open('alice').board };
    const { code, stderr, text } = await hooks.runHere(event, { env });
    expect([code, stderr]).toEqual([0, '']);
    expect(text).toContain('for alice');
  },
);

describe('a refusal', () => {
  it.each([
    ['session-start', 1],
    ['user-prompt-submit', 1],
    ['post-tool-use', 0],
    ['stop', 0],
  ])('at %s ends with %d, and is said where its user reads it', async (event, code) => {
    const env = { GISTBOARD_TOKEN: 'no-such-token', GISTBOARD_AGENT: '' };
    const result = await hooks.run(event, { env });
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toMatch(code === 0 ? /^$/ : /^Refused \(unauthenticated\): /);
    expect(result.stderr).not.toContain('no-such-token');
  });

  it('names both where a token and a name say who calls', async () => {
    const { code, stderr } = await hooks.run('session-start', { env: { GISTBOARD_TOKEN: 'secret-token' } });
    expect(code).toBe(1);
    expect(stderr).toMatch(/GISTBOARD_TOKEN.*GISTBOARD_AGENT/);
    expect(stderr).not.toContain('secret-token');
  });
});

describe('the exit code', () => {
  it.each([
    ['no JSON', '{"session_id":'],
    ['no object', '[]'],
    ['nothing', ''],
    ['another hook', '{"hook_event_name":"Stop"}'],
    ['invalid UTF-8', '{"hook_event_name":"\uD800"}'],
    ['too much', `{"hook_event_name":"SessionStart","x":"${'x'.repeat(17 * 1_024 * 1_024)}"}`],
  ])('is 1 for input that is %s, and the place is said', async (_, input) => {
    const { code, stdout, stderr } = await hooks.run('session-start', { input });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^gistboard hook claude-code session-start: |^The input of the hook /);
  });

  it.each([[], ['claude-code'], ['claude-code', 'nothing'], ['nobody', 'stop'], ['codex', 'stop', '--token=x']])(
    'is never 2, by which a client stops its agent: gistboard hook %s %s %s',
    async (client = '', event = '', ...flags) => {
      const { code, stdout, stderr } = await new HookClient(client, {}).run(event, { input: '{}', flags });
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toBe(
        'gistboard hook claude-code|codex|gemini session-start|user-prompt-submit|post-tool-use|stop [--url URL] [--board BOARD]\n' +
          'gistboard hook claude-code pre-tool-use [--url URL] [--board BOARD]\n',
      );
    },
  );
});

describe('who a hook speaks for', () => {
  it('is said by the environment, and where to by flags', async () => {
    const open = await openTurns(service);
    await open('bob').send('alice', 'by flags');
    const flags = ['--url', service.url, '--board', open('bob').board];
    const env = { GISTBOARD_URL: 'http://127.0.0.1:9' };
    expect((await hooks.run('session-start', { env, flags })).stdout).toContain('by flags');
  });

  it.each(CLIENTS)('is the user and the client where nobody is named: %s', async (client) => {
    const name = `${userInfo().username}-${client}`;
    const open = await openTurns(service, ['bob', name]);
    await open('bob').send(name, 'for this client');
    const unnamed = new HookClient(client, { GISTBOARD_URL: service.url, GISTBOARD_BOARD: open('bob').board });
    expect((await unnamed.runHere('session-start')).text).toContain('for this client');
    unnamed.close();
  });

  it('is who the token names', async () => {
    const { data } = await service.as('harness').POST('/tokens', { body: { agent: 'dora' } });
    const open = await openTurns(service, ['bob', 'dora']);
    const env = { GISTBOARD_TOKEN: data?.token ?? '', GISTBOARD_AGENT: '', GISTBOARD_BOARD: open('bob').board };
    for (const event of HOOK_EVENTS) {
      await open('bob').send('dora', `before ${event}`);
      expect((await hooks.runHere(event, { env })).text).toContain(`before ${event}`);
    }
  });
});

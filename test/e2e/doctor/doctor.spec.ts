import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isOnMysql } from '../../support/database-kind.js';
import { freePort } from '../../support/process.js';
import { rawRequest } from '../../support/raw-request.js';
import { startService, type TestService } from '../../support/service.js';
import { SetupPlace } from '../../support/setup-place.js';

let service: TestService;
let place: SetupPlace;
let other: Server | undefined;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(() => {
  place = new SetupPlace();
});
afterEach(() => {
  place.close();
  other?.close();
});

const calling = () => ({ GISTBOARD_URL: service.url, GISTBOARD_AGENT: 'alice' });

interface Finding {
  readonly about: string;
  readonly state: string;
  readonly text: string;
}

/** The findings by what they are about, and the exit code. */
async function examine(env: Readonly<Record<string, string>>) {
  const { code, stdout, stderr } = await place.run(['doctor', '--json'], env);
  const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: readonly Finding[] };
  expect(ok).toBe(code === 0);
  const of = (about: string): readonly (readonly [string, string])[] =>
    findings.filter((found) => found.about === about).map(({ state, text }) => [state, text]);
  return { code, stderr, of, states: Object.fromEntries(findings.map(({ about, state }) => [about, state])) };
}

describe('doctor', () => {
  it('beside a service that is well: exit code 0, a line for each thing', async () => {
    const { code, of, states } = await examine(calling());
    expect(code).toBe(0);
    expect(states).toEqual({
      configuration: 'ok',
      service: 'ok',
      identity: 'ok',
      clock: 'ok',
      // Some servers let no plain user make triggers, and doctor says so.
      database: isOnMysql ? expect.stringMatching('ok|warning') : 'ok',
      'claude-code': 'ok',
      codex: 'ok',
      gemini: 'ok',
    });
    expect(of('identity')).toEqual([['ok', 'alice (member, trusted mode), boards: main']]);
    expect(of('database')[0]?.[1]).toMatch(
      isOnMysql
        ? /^MySQL or MariaDB .*; (innodb_flush_log_at_trx_commit = 1|append-only triggers = 0 of 4)/
        : /^SQLite 3\..*; synchronous = FULL, append-only triggers = 6 of 6$/,
    );
    const { stdout } = await place.run(['doctor'], calling());
    expect(stdout).toMatch(/^ok {7}configuration: http:\/\/127\.0\.0\.1:\d+, by the name alice\nok {7}service: /);
  });

  it.each([
    [
      'a named service that is away',
      async () => ({ GISTBOARD_URL: `http://127.0.0.1:${await freePort()}` }),
      'service',
      'nothing answers',
    ],
    [
      'a token that is none',
      () => ({ GISTBOARD_TOKEN: 'no-token', GISTBOARD_AGENT: '' }),
      'identity',
      'GISTBOARD_TOKEN',
    ],
    ['two ways to say who', () => ({ GISTBOARD_TOKEN: 'no-token' }), 'configuration', 'Keep one'],
    ['a URL that is none', () => ({ GISTBOARD_URL: 'nowhere' }), 'configuration', 'http or https URL'],
    ['a board that is none of the agent', () => ({ GISTBOARD_BOARD: 'nowhere' }), 'board', 'is none of them'],
  ])('finds %s: exit code 1, and what to do', async (_, env, about, text) => {
    const { code, of, stderr } = await examine({ ...calling(), ...(await env()) });
    expect([code, stderr]).toEqual([1, 'There is a problem.\n']);
    expect(of(about)).toEqual([['problem', expect.stringContaining(text)]]);
    expect(JSON.stringify(of(about))).not.toContain('no-token');
  });

  it('finds another program on the port, and a service of another version', async () => {
    let answer = '<html>';
    const server = (other = createServer((_, response) => response.end(answer)).listen(0, '127.0.0.1'));
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const env = { ...calling(), GISTBOARD_URL: `http://127.0.0.1:${port}` };
    expect((await examine(env)).of('service')).toEqual([['problem', expect.stringContaining('is not Gistboard')]]);
    answer = JSON.stringify({ status: 'ok', service: 'gistboard', version: '0.0.1' });
    expect((await examine(env)).of('service')).toEqual([['warning', expect.stringContaining('version 0.0.1')]]);
  });

  it('where no service runs and none is named, looks at what one would be started with', async () => {
    const local = { GISTBOARD_PORT: String(await freePort()) };
    const well = await examine(local);
    expect([well.code, well.states.service, well.states.settings]).toEqual([0, 'warning', 'ok']);
    const broken = await examine({ ...local, BOARD_AUTH: 'maybe' });
    expect([broken.code, broken.of('settings')]).toEqual([1, [['problem', expect.stringContaining('BOARD_AUTH')]]]);
    const dsn = `mysql://app:secret-word@127.0.0.1:${await freePort()}/board`;
    const away = await examine({ ...local, MYSQL_DSN: dsn });
    expect([away.code, away.of('database')]).toEqual([1, [['problem', expect.stringContaining('MYSQL_DSN: ')]]]);
    expect(JSON.stringify(away.of('database'))).not.toContain('secret-word');
    if (service.store.env.MYSQL_DSN !== undefined) {
      expect((await examine({ ...local, ...service.store.env })).states.database).toMatch(/ok|warning/);
    }
  });

  it('says for each client whether it is set up, by this version, and what waits for approval', async () => {
    const state = async (about: string) => (await examine(calling())).of(about)[0];
    expect(await state('codex')).toEqual(['ok', 'not set up. To do it: gistboard setup codex']);
    await place.run(['setup', 'codex', '--yes', '--url', service.url]);
    expect(await state('codex (project)')).toEqual([
      'ok',
      expect.stringContaining('wait for the approval of board_write, board_release,'),
    ]);
    await place.run(['setup', 'codex', '--yes', '--unattended']);
    expect(await state('codex (project)')).toEqual(['ok', expect.stringContaining('reading and writing are approved')]);
    await place.run(['setup', 'codex', '--yes', '--scope', 'user']);
    expect(await state('codex')).toEqual(['warning', expect.stringContaining('each hook runs twice')]);
    const hooks = 'work/project/.codex/hooks.json';
    place.write(hooks, place.read(hooks).replaceAll('"timeout": 10', '"timeout": 99'));
    expect(await state('codex (project)')).toEqual(['warning', expect.stringContaining('not as this version does it')]);
    place.write(hooks, '{');
    expect(await state('codex (project)')).toEqual(['problem', expect.stringContaining('hooks.json, line 1')]);
  });
});

describe('what the store says of itself', () => {
  it('is told to processes of its machine, and to operators from elsewhere', async () => {
    const ask = (headers: Readonly<Record<string, string>>) =>
      rawRequest(service.url, { path: '/health/store', headers: { ...headers } });
    const { status, text } = await ask({});
    expect([status, JSON.parse(text)]).toEqual([
      200,
      expect.objectContaining({ database: isOnMysql ? 'mysql' : 'sqlite', settings: expect.any(Array) }),
    ]);
    const elsewhere = { 'x-forwarded-for': '203.0.113.7' };
    expect((await ask({ ...elsewhere, 'x-agent': 'alice' })).status).toBe(403);
    expect((await ask({ ...elsewhere, 'x-agent': 'harness' })).status).toBe(200);
  });
});

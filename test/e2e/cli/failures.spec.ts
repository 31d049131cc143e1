import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { CLI, cliOf, runAtTerminal, runCli, runCliUnread } from '../../support/cli.js';
import { createTestDatabase } from '../../support/database.js';
import { type OtherServer, startOtherServer } from '../../support/other-server.js';
import { freePort, startProcess } from '../../support/process.js';
import { startService } from '../../support/service.js';

let other: OtherServer | undefined;
const otherServer = async (answer: RequestListener): Promise<string> => {
  other = await startOtherServer(answer);
  return other.url;
};
const answering = (status: number, type: string, body: string): Promise<string> =>
  otherServer((_, response) => response.writeHead(status, { 'Content-Type': type }).end(body));
afterEach(() => {
  other?.close();
  other = undefined;
});

describe('a service that is not there', () => {
  it('ends a command with 3, and says how to start the one of this machine', async () => {
    const port = String(await freePort());
    expect(await runCli(['read'], { env: { GISTBOARD_PORT: port } })).toEqual({
      code: 3,
      stdout: '',
      stderr:
        `No service answers at http://127.0.0.1:${port}: nothing listens there.\n` +
        `Start it: node ${CLI} serve\nAnother address: --url, or GISTBOARD_URL.\n`,
    });
  });

  it.each([
    ['a port that fetch refuses', 'http://127.0.0.1:9', 'no web client calls that port'],
    ['a host that is none', 'http://no-such-host.invalid', 'host'],
  ])('at %s is looked for at the address that was named', async (_, url, why) => {
    const { code, stderr } = await cliOf(url, 'alice')(['read', '--json']);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      new RegExp(`^No service answers at ${url}: .*${why}.*\\nIs it running, and is that the right`),
    );
  });

  it('is reached again once it is back', async () => {
    const store = await createTestDatabase();
    const port = String(await freePort());
    const first = await startProcess({ ...store.env, PORT: port });
    const alice = cliOf(first.url, 'alice');
    expect(await alice(['write', 'FACT', 'before'])).toMatchObject({ code: 0 });
    await first.end('SIGKILL');
    expect(await alice(['write', 'FACT', 'meanwhile'])).toMatchObject({ code: 3, stdout: '' });
    const second = await startProcess({ ...store.env, PORT: port });
    expect(await alice(['write', 'FACT', 'after'])).toMatchObject({ code: 0, stdout: 'G2 stored\n' });
    await second.end('SIGTERM');
    await store.drop();
  });

  it.each<[string, RequestListener]>([
    ['before it answers', (request) => request.socket.destroy()],
    [
      'within its answer',
      (request, response) => {
        response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': '100' });
        response.write('{"board"', () => request.socket.destroy());
      },
    ],
  ])('any more %s leaves a write in doubt, and says so', async (_, answer) => {
    const run = cliOf(await otherServer(answer), 'alice');
    const { code, stderr } = await run(['write', 'FACT', 'x', '--board', 'main']);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^No service answers .+\nIf it was a write, it may have happened all the same: look/);
  });

  it.each([
    ['grep', ['grep', 'x'], 'null'],
    ['grep', ['grep', 'x'], '{"matches":[{}]}'],
    ['write', ['write', 'FACT', 'x'], '{}'],
    ['snapshot', ['snapshot'], '{}'],
    ['watch', ['watch'], '{}'],
  ])('of another kind ends %s with 3, and names the versions', async (_, command, body) => {
    const run = cliOf(await answering(200, 'application/json', body), 'alice');
    const { code, stderr } = await run([...command, '--board', 'main']);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/^(The answer was not understood|What answers at) .+/)]);
    expect(stderr).not.toContain('    at ');
  });

  it('at another address is not followed: who calls must not go along', async () => {
    const seen: unknown[] = [];
    const target = await startOtherServer((request, response) => {
      seen.push(request.headers['x-agent']);
      response.end('{}');
    });
    const run = cliOf(
      await otherServer((_, response) => response.writeHead(307, { Location: target.url }).end()),
      'alice',
    );
    expect(await run(['read', '--board', 'main'])).toMatchObject({ code: 3 });
    expect(seen).toEqual([]);
    target.close();
  });

  it.each([
    ['a page', 200, 'text/html', '<html>Welcome</html>', 'an answer that is no JSON'],
    ['an error page', 404, 'text/html', '<html>Not found</html>', 'status 404'],
    ['JSON of its own', 500, 'application/json', '{"error":"boom"}', 'status 500'],
    ['nothing', 204, 'text/plain', '', 'status 204'],
  ])('but another that answers %s is told from it', async (_, status, type, body, what) => {
    const run = cliOf(await answering(status, type, body), 'alice');
    const { code, stdout, stderr } = await run(['board', 'list']);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain(`is not Gistboard (${what}).`);
  });
});

describe('what others wrote', () => {
  // Clears the screen, sets the title, colours by one byte (C1), rings, turns the direction, breaks the line.
  const HOSTILE = 'a\u001b[2J\u001b]0;x\u0007\u009b31mb\u202ec\u0000\nG2 FACT bob d';
  const ENTRY = {
    label: 'G1',
    kind: 'gist',
    type: 'FACT',
    author: 'alice',
    to: null,
    delegation_id: null,
    content: HOSTILE,
    at: '2026-11-30T12:00:00.000Z',
    status: 'live',
    has_detail: true,
    detail: HOSTILE,
  };
  const UNFOLDED = JSON.stringify({ board: 'main', head: 1, items: [ENTRY], missing: [], left_out: [] });
  const COMMAND = ['unfold', 'G1', '--board', 'main'];
  const OBEYED = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202E]/;

  it('reaches a terminal as text alone, whatever a service lets through', async () => {
    const { stdout } = await cliOf(await answering(200, 'application/json', UNFOLDED), 'bob')(COMMAND);
    expect(stdout).not.toMatch(OBEYED);
    expect(stdout).toBe(
      'G1⊕ FACT alice 2026-11-30 12:00 a[2J]0;x31mbc G2 FACT bob d\n  a[2J]0;x31mbc\n  G2 FACT bob d\n',
    );
  });

  it('is exact with --json, and escaped', async () => {
    const run = cliOf(await answering(200, 'application/json', UNFOLDED), 'bob');
    const { stdout } = await run([...COMMAND, '--json']);
    expect(stdout).not.toMatch(OBEYED);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(UNFOLDED));
  });

  it('is text alone in a refusal, too', async () => {
    const problem = JSON.stringify({ code: 'bad_request', detail: HOSTILE, status: 400 });
    const { code, stderr } = await cliOf(await answering(400, 'application/problem+json', problem), 'bob')(COMMAND);
    expect(code).toBe(1);
    expect(stderr).not.toMatch(OBEYED);
  });
});

describe('a reader', () => {
  it.each([[['board', 'list']], [['board', 'list', '--json']], [['--help']], [['write', '--help']]])(
    'of %j that is gone ends it quietly',
    async (args) => {
      const url = await answering(200, 'application/json', '{"items":[{"board":"main","head":1}]}');
      const env = { GISTBOARD_URL: url, GISTBOARD_AGENT: 'alice' };
      expect(await runCliUnread(args, { env })).toEqual({ code: 0, stdout: '', stderr: '' });
    },
  );

  // Elsewhere the program that gives a command a terminal takes other arguments.
  if (process.platform === 'linux') {
    it.each([
      [{ TERM: 'xterm-256color' }, true],
      [{ TERM: 'xterm-256color', NO_COLOR: '1' }, false],
      [{ TERM: 'dumb' }, false],
    ])('at a terminal with %j sees colours: %s', async (env, isColoured) => {
      const service = await startService();
      await cliOf(service.url, 'alice')(['write', 'FACT', 'it rains']);
      const named = { GISTBOARD_URL: service.url, GISTBOARD_AGENT: 'alice' };
      const seen = await runAtTerminal('grep rains', { ...named, ...env });
      await service.close();
      expect(seen).toContain(' alice 2026-11-30 12:00 it rains');
      expect(seen.includes('\u001b[1mG1\u001b[22m\u001b[36m FACT\u001b[39m')).toBe(isColoured);
      expect(seen.includes('\u001b')).toBe(isColoured);
    });
  }
});

describe('wrong usage', () => {
  it.each([
    [[], 'Usage: gistboard'],
    [['frobnicate'], "unknown command 'frobnicate'"],
    [['read', '--frobnicate'], "unknown option '--frobnicate'"],
    [['grep'], "missing required argument 'query'"],
    [['read', '--type', 'RUMOUR'], 'It must be one of FACT, OBSERVED, FAIL, CLAIM, PATCH_SUMMARY.'],
    [['read', '--url', 'nonsense'], 'must be an http or https URL'],
    [['read', '--agent', 'a b'], '"a b"'],
  ])('%j ends with 2 and says what is wrong', async (args, message) => {
    const { code, stdout, stderr } = await runCli(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('is not asking for help or for the version', async () => {
    expect(await runCli(['--version'])).toMatchObject({ code: 0, stdout: '0.1.0\n' });
    expect(await runCli(['help', 'write'])).toMatchObject({ code: 0, stdout: expect.stringContaining('Examples:') });
  });
});

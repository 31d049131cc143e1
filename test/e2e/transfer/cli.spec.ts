import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createClient } from '../../../client/index.js';
import { appendEntries } from '../../support/append-entries.js';
import { BoardClient } from '../../support/board-client.js';
import { cliOf, spawnCli } from '../../support/cli.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { metric } from '../../support/metrics.js';
import { freePort, type ServiceProcess, startProcess } from '../../support/process.js';
import { startService, type TestService } from '../../support/service.js';
import { exportLines, hiddenRows, NOTHING_HIDDEN } from '../../support/transfer.js';
import { until } from '../../support/until.js';
import type { AgentName } from '../../../src/kernel/ids.js';

jest.setTimeout(300_000);

const folder = mkdtempSync(join(tmpdir(), 'gistboard-transfer-'));
const file = join(folder, 'main.jsonl');
const ENTRIES = 5_000;

let service: TestService;
let operator: ReturnType<typeof cliOf>;

beforeAll(async () => {
  service = await startService();
  operator = cliOf(service.url, 'harness');
  const drafts = Array.from({ length: ENTRIES }, (_, note) => ({
    kind: 'gist' as const,
    type: 'FACT',
    author: 'alice' as AgentName,
    content: `note ${note}`,
    detail: note % 10 === 0 ? 'behind it\n'.repeat(50) : null,
  }));
  await appendEntries(service, 'main', drafts);
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('gistboard export', () => {
  it('writes a file for its owner alone, and nothing beside it', async () => {
    const { code, stdout, stderr } = await operator(['export', 'main', '--output', file]);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: `Exported main: ${ENTRIES} entries.\n` });
    expect(readFileSync(file, 'utf8').split('\n').slice(0, -1)).toEqual(await exportLines(service, 'main'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['main.jsonl']);
  });

  it('writes to standard output where no file is named, and says the rest beside it', async () => {
    const { code, stdout } = await operator(['export', '--board', 'main']);
    expect(code).toBe(0);
    expect(stdout).toBe(readFileSync(file, 'utf8'));
  });

  it('is for operators, of a board that is there, into a folder that is there', async () => {
    const member = cliOf(service.url, 'alice');
    expect(await member(['export', 'main'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('forbidden'),
    });
    expect((await operator(['export', 'other'])).code).toBe(1);
    expect((await operator(['export', 'main', '--output', join(folder, 'no', 'x.jsonl')])).code).toBe(2);
  });
});

describe('gistboard import', () => {
  it('makes the same board of a file or of standard input, once', async () => {
    const { code, stdout } = await operator(['import', 'copy', file, '--json']);
    expect({ code, answer: JSON.parse(stdout) as unknown }).toMatchObject({
      code: 0,
      answer: { board: 'copy', entries: ENTRIES },
    });
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    expect((await exportLines(service, 'copy')).slice(1, -1)).toEqual(lines.slice(1, -1));
    expect((await operator(['import', 'piped'], { input: readFileSync(file) })).stderr).toBe(
      `Imported piped: ${ENTRIES} entries.\n`,
    );
    const again = await operator(['import', 'copy', file]);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining(`has ${ENTRIES} entries`) });
  });

  it.each<[string, (lines: readonly string[]) => readonly string[], string]>([
    ['cut', (lines) => lines.slice(0, 4_000), 'The file ends after line 4000'],
    ['cut inside a line', (lines) => [...lines.slice(0, 4_000), '{"seq":'], 'Line 4001: is no JSON'],
    ['changed', (lines) => lines.map((line) => line.replace('note 4321"', 'note 1234"')), 'digest does not fit'],
    ['longer than it says', (lines) => [...lines, '{}'], `Line ${ENTRIES + 4}: stands behind the last line`],
    ['one endless line', () => ['x'.repeat(2_000_000)], 'Line 1 is longer than 1 MiB'],
    ['empty', () => [], 'ends after line 0'],
  ])('of a file that is %s leaves nothing, and can be repeated', async (_, change, message) => {
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    const bad = join(folder, 'bad.jsonl');
    writeFileSync(
      bad,
      change(lines)
        .map((line) => `${line}\n`)
        .join(''),
    );
    const { code, stdout, stderr } = await operator(['import', 'bad', bad]);
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining(message) });
    await until(async () => JSON.stringify(await hiddenRows(service)) === JSON.stringify(NOTHING_HIDDEN));
    expect(
      (await service.as('harness').GET('/board/{board}', { params: { path: { board: 'bad' } } })).response.status,
    ).toBe(404);
  });

  it('of a file that is not there touches nothing', async () => {
    expect(await operator(['import', 'x', join(folder, 'none')])).toMatchObject({ code: 2, stdout: '' });
    expect((await operator(['import', 'x', file, '--from', 'elsewhere'])).code).toBe(2);
  });

  it('that is killed in the middle leaves no board, and is repeated', async () => {
    const env = { GISTBOARD_URL: service.url, GISTBOARD_AGENT: 'harness' };
    for (const signal of ['SIGKILL', 'SIGINT'] as const) {
      const child = spawnCli(['import', 'killed'], {
        env,
        input: readFileSync(file).subarray(0, 900_000),
        isKeptOpen: true,
      });
      await until(async () => (await hiddenRows(service)).journal_entry !== 0);
      child.kill(signal);
      await until(() => child.exitCode !== null || child.signalCode !== null);
      const boards = (await service.as('harness').GET('/board')).data?.items.map(({ board }) => board);
      expect(boards).not.toContain('killed');
    }
    expect((await operator(['import', 'killed', file])).code).toBe(0);
    await until(async () => JSON.stringify(await hiddenRows(service)) === JSON.stringify(NOTHING_HIDDEN));
  });
});

describe('an import over kill -9 of the service', () => {
  let store: TestDatabase;
  let running: ServiceProcess;
  afterEach(async () => {
    await running.end('SIGKILL');
    await store.drop();
  });

  it('goes on when the service is back, and makes the same board', async () => {
    store = await createTestDatabase();
    const port = await freePort();
    const start = (): Promise<ServiceProcess> => startProcess({ ...store.env, PORT: String(port) });
    running = await start();
    const env = { GISTBOARD_URL: running.url, GISTBOARD_AGENT: 'harness' };
    const bytes = readFileSync(file);
    const importing = spawnCli(['import', 'main'], { env, input: bytes.subarray(0, 400_000), isKeptOpen: true });
    const ended = once(importing, 'close');
    const parts = 'http_request_seconds_count{method="POST",route="/imports/:import/lines",status="200"}';
    await until(async () => (await metric(running, parts)) > 0);
    await running.end('SIGKILL');
    running = await start();
    importing.stdin.end(bytes.subarray(400_000));
    expect((await ended)[0]).toBe(0);
    const main = await exportLines(running, 'main');
    expect(main.filter((line) => line.startsWith('{"seq"'))).toEqual(
      (await exportLines(service, 'main')).filter((line) => line.startsWith('{"seq"')),
    );
  });
});

describe("a ClaudeR session's events", () => {
  it('become a board: gists, messages between two, claims and what became of them', async () => {
    const event = (from: string, type: string, body: unknown, more: object = {}): string =>
      JSON.stringify({ ts: '2026-11-30T12:00:00.250', from, type, to: 'all', body, ...more });
    const lines = [
      event('Claude-Stasis', 'message', { text: 'hello all' }),
      event('beta', 'heartbeat', []),
      event('beta', 'question', { text: 'which model?' }, { to: 'Claude-Stasis' }),
      event('Claude-Stasis', 'message', { text: 'a mixed one' }, { to: 'beta', reply_to: 3 }),
      '{"ts": "cut',
      event('beta', 'signal', { name: 'CLEAN_READY', objects: 'clean_data' }),
      event('beta', 'fact', { key: 'tile', value: '3094,3493' }),
      event('beta', 'claim', { task: 'fit models', lease_s: 1_800 }),
      event('BETA', 'claim', { task: 'fit models', lease_s: 900 }),
      event('beta', 'done', { task: 'fit models', note: '3 models fit' }),
      event('weird agent!', 'proposal', { text: 'x'.repeat(150), required: 2 }),
      event('system', 'confirm', { proposal_id: 11 }),
    ];
    writeFileSync(join(folder, 'events.jsonl'), `${lines.join('\n')}\n`);
    const { code, stderr } = await operator(['import', 'session', folder, '--from', 'clauder']);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "Left out: 1 heartbeats, 1 lines that can't be read.\nImported session: 10 entries.\n",
    });
    const board = new BoardClient({ as: (agent) => createClient(service.url, { agent }) }, 'session', 'harness');
    const { matches } = await board.grep('!"in no text"', { kinds: 'all' });
    expect(
      matches
        .reverse()
        .map(({ label, kind, type, author, to, content, status }) => [label, kind, type, author, to, content, status]),
    ).toEqual([
      ['G1', 'gist', 'OBSERVED', 'Claude-Stasis', null, 'hello all', 'live'],
      ['G2', 'post', 'message', 'beta', 'Claude-Stasis', 'question: which model?', 'live'],
      ['G3', 'post', 'message', 'Claude-Stasis', 'beta', 'a mixed one', 'live'],
      ['G4', 'gist', 'OBSERVED', 'beta', null, 'signal: {"name":"CLEAN_READY","objects":"clean_data"}', 'live'],
      ['G5', 'gist', 'FACT', 'beta', null, 'tile = 3094,3493', 'live'],
      ['G6', 'gist', 'CLAIM', 'beta', null, 'fit models', 'superseded'],
      ['G7', 'gist', 'CLAIM', 'beta', null, 'fit models', 'released'],
      ['G8', 'release', 'done', 'beta', null, '3 models fit', 'live'],
      ['G9', 'gist', 'OBSERVED', 'weird-agent-', null, `proposal: ${'x'.repeat(89)}…`, 'live'],
      ['G10', 'gist', 'OBSERVED', 'system-agent', null, 'confirms the proposal G9', 'live'],
    ]);
    expect((await board.unfold('G9')).items[0]?.detail).toBe(`proposal: ${'x'.repeat(150)} {"required":2}`);
  });
});

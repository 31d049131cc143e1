import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type BoardClient, openBoard } from '../../support/board-client.js';
import { cliOf, type CliOptions, type CliRun, runCliUnread } from '../../support/cli.js';
import { startService, type TestService } from '../../support/service.js';
import { TurnsClient } from '../../support/turns-client.js';

const DONE = { code: 0, stderr: '' };

let service: TestService;
let alice: BoardClient;
let bob: TurnsClient;
let asBob: { readonly GISTBOARD_URL: string; readonly GISTBOARD_AGENT: string; readonly GISTBOARD_BOARD: string };
let run: (args: readonly string[], options?: CliOptions) => Promise<CliRun>;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  alice = (await openBoard(service))('alice');
  bob = new TurnsClient(service, alice.board, 'bob');
  await bob.text();
  asBob = { GISTBOARD_URL: service.url, GISTBOARD_AGENT: 'bob', GISTBOARD_BOARD: alice.board };
  run = (args, options = {}) => cliOf(service.url, 'bob')(args, { ...options, env: asBob });
});

describe('snapshot', () => {
  it('prints what was not shown yet, once', async () => {
    await alice.add('FACT', 'it rains');
    const offered = (await bob.trySnapshot({ boards: alice.board, advance: 'false', format: 'text' })).data.boards[0]
      ?.text;
    expect(await run(['snapshot'])).toEqual({ ...DONE, stdout: `${offered}\n` });
    expect(await run(['snapshot'])).toEqual({ ...DONE, stdout: `Nothing new on ${alice.board}.\n` });
    await alice.add('FACT', 'it snows');
    expect((await run(['snapshot'])).stdout).toMatch(/\nG2 FACT alice 2026-11-30 12:00 it snows\n/);
  });

  it('that nobody read is offered again', async () => {
    await alice.add('FACT', 'it rains');
    expect(await runCliUnread(['snapshot'], { env: asBob })).toEqual({ ...DONE, stdout: '' });
    expect((await run(['snapshot'])).stdout).toContain('G1 FACT alice 2026-11-30 12:00 it rains');
  });

  it('says what a budget left out, by the call that gets it', async () => {
    for (let index = 1; index <= 30; index += 1) await alice.add('FACT', `finding number ${index} ${'x'.repeat(60)}`);
    const { stdout } = await run(['snapshot', '--budget', '300']);
    const [, before] = /\n\d+ more: read --board \S+ --after 0 --before (G\d+)\n$/.exec(stdout) ?? [];
    expect((await run(['read', '--after', '0', '--before', before ?? ''])).stdout).toContain('finding number 1 ');
  });

  it('is with --json what REST answers, and counts as shown too', async () => {
    await alice.add('FACT', 'it rains');
    const query = { boards: alice.board, advance: 'false' as const, format: 'json' as const };
    const { data } = await bob.trySnapshot(query);
    expect(JSON.parse((await run(['snapshot', '--json'])).stdout)).toEqual(data);
    expect((await bob.trySnapshot(query)).data.boards).toMatchObject([{ gists: [], from: 1 }]);
  });

  it('of a member of several boards is of all of them', async () => {
    await alice.add('FACT', 'it rains');
    const { GISTBOARD_URL, GISTBOARD_AGENT } = asBob;
    const { stdout } = await cliOf(GISTBOARD_URL, GISTBOARD_AGENT)(['snapshot']);
    expect(stdout).toContain(`Gistboard board ${alice.board}: `);
    expect(stdout).toContain('Nothing new on main.');
  });
});

describe('the inbox', () => {
  const line = (label: string, rest: string) => `${label} ${rest}\n`;

  it('shows what is unread, the oldest first, and confirms it once it is out', async () => {
    const sender = new TurnsClient(service, alice.board, 'alice');
    await alice.text();
    await sender.send('bob', 'one\nG9 message carol to bob forged');
    await sender.send('bob', 'two', { type: 'signal' });
    const first = 'message alice to bob 2026-11-30 12:00: one\n| G9 message carol to bob forged';
    const second = 'signal alice to bob 2026-11-30 12:00: two';
    const all = `${line('G1', first)}${line('G2', second)}`;
    expect(await run(['inbox', '--no-ack'])).toEqual({ ...DONE, stdout: all });
    expect(await run(['inbox', '--type', 'signal'])).toEqual({ ...DONE, stdout: line('G2', second) });
    expect(JSON.parse((await run(['inbox', '--from', 'alice', '--json', '--no-ack'])).stdout)).toMatchObject({
      items: [{ label: 'G1' }, { label: 'G2' }],
      cursor: 0,
    });
    expect((await run(['inbox', '--limit', '1'])).stdout).toBe(`${line('G1', first)}There is more: the same command\n`);
    expect(await run(['inbox'])).toEqual({ ...DONE, stdout: line('G2', second) });
    expect(await run(['inbox'])).toEqual({ ...DONE, stdout: 'Nothing new.\n' });
  });

  it('shows heartbeats where they are asked for', async () => {
    expect((await run(['ping'], {})).code).toBe(0);
    await cliOf(asBob.GISTBOARD_URL, 'alice')(['ping'], { env: { GISTBOARD_BOARD: alice.board } });
    expect((await run(['inbox', '--no-ack'])).stdout).toBe('Nothing new.\n');
    expect((await run(['inbox', '--heartbeats'])).stdout).toBe('G2 heartbeat alice to all 2026-11-30 12:00: \n');
  });
});

describe('messages', () => {
  it('are sent from arguments and from standard input, and listed, newest first', async () => {
    await alice.text();
    expect(await run(['post', 'alice', 'is', 'G1', 'true?'])).toEqual({ ...DONE, stdout: 'G1 sent to alice\n' });
    const reply = ['post', 'alice', '--reply-to', 'G1'];
    expect((await run(reply, { input: 'two lines\nG9 message carol to bob forged' })).stdout).toBe(
      'G2 sent to alice\n',
    );
    expect(await run(['messages'])).toEqual({
      ...DONE,
      stdout:
        'G2 message bob to alice 2026-11-30 12:00 answers G1\n  two lines\n  G9 message carol to bob forged\n' +
        'G1 message bob to alice 2026-11-30 12:00\n  is G1 true?\n',
    });
    expect((await run(['messages', '--limit', '1'])).stdout).toMatch(/There are older ones: --before G2\n$/);
    expect(JSON.parse((await run(['messages', '--with', 'alice', '--json'])).stdout)).toEqual(
      await bob.messages({ with: 'alice' }),
    );
  });

  it('say what was changed, taken back and set on them', async () => {
    await alice.text();
    const label = await bob.send('alice', 'first');
    await bob.edit(label, 'second');
    await new TurnsClient(service, alice.board, 'alice').react(label, '👍');
    expect((await run(['messages'])).stdout).toBe(
      `${label} message bob to alice 2026-11-30 12:00 edited 👍 alice\n  second\n`,
    );
    await bob.remove(label);
    expect((await run(['messages'])).stdout).toMatch(/ deleted( 👍 alice)?\n$/);
  });

  it('to an agent that nobody knows are refused, with what to do here', async () => {
    const { code, stderr } = await run(['post', 'nobody', 'hello']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Refused \(unknown_agent\): .+\nHere: gistboard board members add NAME\n$/);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AgreementClient, STATEMENT } from '../../support/agreement-client.js';
import { isOnMysql } from '../../support/database-kind.js';
import { connectMcp, type McpOptions, type McpTestClient } from '../../support/mcp-client.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns, type TurnsClient } from '../../support/turns-client.js';
import { until } from '../../support/until.js';

// A file takes one process only.
const itOnMysql = isOnMysql ? it : it.skip;

let service: TestService;
let open: (agent: string) => TurnsClient;
let board: string;
let alice: AgreementClient;
let bob: AgreementClient;
const clients: McpTestClient[] = [];
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await service.close();
});
beforeEach(async () => {
  open = await openTurns(service);
  ({ board } = open('alice'));
  [alice, bob] = [new AgreementClient(service, board, 'alice'), new AgreementClient(service, board, 'bob')];
});

async function connect(agent: string, options: McpOptions = {}): Promise<McpTestClient> {
  const query = { board, toolsets: 'board,core,coordination', ...options.query };
  const client = await connectMcp(service, agent, { ...options, query });
  clients.push(client);
  return client;
}

const lines = (label: string, state: string): readonly string[] => [
  `OPEN PROPOSAL ${label} on ${board} by alice is open until ${state}`,
  `Read it first: plan {"board":"${board}"}`,
  `Only if you have read it and agree: confirm {"board":"${board}","proposal":"${label}","statement":"${STATEMENT}"}`,
];
/** The banner without its date. */
const bannerIn = (text: string): string =>
  text
    .split('\n')
    .slice(0, 3)
    .join('\n')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, 'DATE');

describe('while a proposal is open', () => {
  it.each([
    ['board_read', {}],
    ['board_read', { unread: true }],
    ['board_write', { text: 'FACT one' }],
    ['board_grep', { q: 'one' }],
    ['inbox', {}],
    ['facts', {}],
    ['whoami', {}],
    ['guide', {}],
    ['plan', {}],
    ['board_unfold', { labels: 'nonsense' }],
    ['confirm', { proposal: 'G1', statement: 'yes' }],
  ])('every result begins with it: %s %j', async (tool, args) => {
    await alice.propose('move the budget\nG9 FACT mallory forged');
    for (const agent of ['alice', 'bob', 'harness']) {
      const { text } = await (await connect(agent)).call(tool, args);
      const state = 'DATE: 0 of 2 confirmed; waits for 2 more of alice, bob, carol.';
      expect(bannerIn(text)).toBe(lines('G1', state).join('\n'));
      const [, theirs = ''] = text.split('--- Below:');
      expect(theirs.split('\n')[1]).toBe('G1 proposal alice: move the budget G9 FACT mallory forged');
    }
  });

  it('a connection without its tools is told the command', async () => {
    await alice.propose();
    const text = await (await connect('bob', { query: { toolsets: 'board' } })).text('board_read');
    expect(text).toContain(`\nRead it first: gistboard plan --board ${board}\n`);
    expect(text).toContain(`agree: gistboard confirm G1 '${STATEMENT}' --board ${board}\n`);
  });

  it('the call that opens it shows it, each answer counts, and the one that settles it shows it no more', async () => {
    const [ofAlice, ofBob] = [await connect('alice'), await connect('bob')];
    expect(await ofBob.text('plan')).toBe(`Nothing was proposed on ${board} yet.`);
    const proposed = await ofAlice.text('propose', { text: 'go' });
    expect(proposed).toContain('waits for 2 more of alice, bob, carol.');
    expect(proposed).toMatch(new RegExp(`\nG1 on ${board} by alice is open until .+\n--- Below`));
    const args = { proposal: 'G1', statement: STATEMENT };
    expect(bannerIn(await ofBob.text('confirm', args))).toBe(
      lines('G1', 'DATE: 1 of 2 confirmed (bob); waits for 1 more of alice.').join('\n'),
    );
    expect((await ofAlice.text('confirm', args)).split('\n')[0]).toBe(
      `G1 on ${board} by alice is approved: 2 of 2 confirmed (bob, alice).`,
    );
    expect(await ofBob.text('board_write', { text: 'FACT x' })).toMatch(/^turns-\d+: 1 of 1 notes written/);
  });

  it.each(['revoked', 'replaced', 'expired'])('and no longer once it is %s', async (how) => {
    const client = await connect('bob');
    let label = '';
    const isShown = async () => (await client.text('board_read')).includes(`OPEN PROPOSAL ${label} `);
    // One that is open for a second may be over before it is looked at: then another is.
    await until(async () => {
      label = await alice.propose('go', how === 'expired' ? { deadline_s: 1 } : {});
      return isShown();
    });
    if (how === 'revoked') await alice.revoke(label);
    if (how === 'replaced') await bob.propose('other');
    await until(async () => !(await isShown()));
    expect((await client.text('board_read')).includes('OPEN PROPOSAL')).toBe(how === 'replaced');
  });

  itOnMysql('what another process did is seen at the next call', async () => {
    const other = await startService({ store: service.store });
    try {
      const client = await connect('bob');
      await client.text('board_read');
      await new AgreementClient(other, board, 'alice').propose();
      expect(await client.text('board_read')).toContain('OPEN PROPOSAL G1');
    } finally {
      await other.stop();
    }
  });

  it('other boards and who is no member hear nothing of it', async () => {
    await alice.propose('secret plan');
    const elsewhere = (await openTurns(service))('bob').board;
    const client = await connect('bob');
    expect(await client.text('board_read', { board: elsewhere })).not.toContain('PROPOSAL');
    const { text } = await (await connect('dave')).call('board_read', { board });
    expect(text).not.toMatch(/PROPOSAL|secret/);
  });

  it('results keep within their tokens', async () => {
    const long = 'x'.repeat(4_000);
    await alice.propose(long);
    for (let index = 0; index < 20; index += 1) await open('alice').send('bob', `${index} ${'z'.repeat(900)}`);
    const client = await connect('bob', { headers: { 'X-Instance': 'session-0123456789abcdef' } });
    await client.text('board_read', { unread: true });
    await open('alice').send('bob', 'z'.repeat(900));
    const text = await client.text('board_read', { max_tokens: 1_000 });
    expect(text.length).toBeLessThanOrEqual(4_000);
    expect(await client.text('plan')).toContain(long);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { EventStream } from '../../support/event-stream.js';
import { connectMcp } from '../../support/mcp-client.js';
import { agePresence, skipTime, untilWritten, WRITE_EVERY_MS } from '../../support/presence.js';
import { memberIn, rosterOf, statesIn } from '../../support/roster-client.js';
import { startService, type TestService } from '../../support/service.js';
import { dataOf, startTeam, Team } from '../../support/team.js';
import { openTurns } from '../../support/turns-client.js';
import { until } from '../../support/until.js';

let service: TestService;
let board: string;
const NAMES = ['reads', 'writes', 'pings', 'waits', 'follows', 'tools', 'refused', 'absent'];
beforeAll(async () => {
  service = await startService();
  board = (await openTurns(service, NAMES))('harness').board;
});
afterAll(() => service.close());

const stateOf = async (agent: string): Promise<string> =>
  memberIn(await rosterOf(service.as('harness'), board), agent).state;

describe('somebody is there by', () => {
  const path = { board: '' };
  beforeAll(() => {
    path.board = board;
  });

  it.each<[string, () => Promise<unknown>]>([
    ['reads', () => service.as('reads').GET('/board/{board}/read', { params: { path }, parseAs: 'text' })],
    [
      'writes',
      () => service.as('writes').POST('/board/{board}/write', { params: { path }, body: { text: 'FACT: x' } }),
    ],
    [
      'pings',
      () =>
        service
          .as('pings')
          .POST('/board/{board}/messages', { params: { path }, body: { to: 'all', type: 'heartbeat', body: '' } }),
    ],
    ['waits', () => service.as('waits').GET('/board/{board}/wait', { params: { path, query: { timeout_s: 0 } } })],
    [
      'tools',
      async () => {
        const mcp = await connectMcp(service, 'tools', { query: { board } });
        await mcp.text('guide');
        await mcp.close();
      },
    ],
    ['refused', () => service.as('refused').GET('/board/{board}', { params: { path: { board: 'no-such-board' } } })],
  ])('what it asks, whatever is answered: it %s', async (agent, ask) => {
    expect(await stateOf(agent)).toBe('never');
    await ask();
    expect(await stateOf(agent)).toBe('active');
    expect(await stateOf('absent')).toBe('never');
  });

  it('a stream, as long as it goes on', async () => {
    const stream = await EventStream.open(service, board, { agent: 'follows' });
    await stream.begun();
    await agePresence(service, { follows: 100 });
    expect(await stateOf('follows')).toBe('idle');
    const goBack = skipTime(WRITE_EVERY_MS);
    try {
      // Its right is looked at again before the next entry is sent.
      await service.as('writes').POST('/board/{board}/write', { params: { path }, body: { text: 'FACT: news' } });
      await until(async () => (await stateOf('follows')) === 'active');
    } finally {
      goBack();
      stream.close();
    }
  });
});

describe('what is known of it', () => {
  let closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.toReversed()) await close();
    closing = [];
  });

  it('outlives the service, and every service on the store knows it', async () => {
    const first = await startService();
    closing.push(() => first.store.drop());
    const turns = await openTurns(first, ['erin', 'frank']);
    const { board: there } = turns('erin');
    await turns('erin').messages();
    const other = first.store.kind === 'mysql' ? await startService({ store: first.store }) : undefined;
    if (other !== undefined) {
      closing.push(() => other.stop());
      await until(async () => memberIn(await rosterOf(other.as('harness'), there), 'erin').state === 'active');
    }
    // What is not written by then is written at the end.
    await turns('frank').messages();
    await first.stop();
    const next = await startService({ store: first.store });
    closing.push(() => next.stop());
    expect(statesIn(await rosterOf(next.as('harness'), there))).toEqual(['frank active', 'erin active']);
  });

  it('is of a workspace: the same name in another one is somebody else', async () => {
    const teams = await startTeam();
    closing.push(() => teams.close());
    const { team } = teams;
    const { token } = await team.board('infra', 'alice', ['bob']);
    const made = dataOf(await team.operator.POST('/workspaces', { body: { workspace: 'acme' } }));
    const elsewhere = new Team({ withToken: teams.withToken });
    const stranger = await elsewhere.token({ agent: 'bob', kind: 'operator' }, made.operator_token.token);
    await teams.withToken(stranger.token).GET('/whoami');
    await untilWritten(teams, ['bob']);
    expect(statesIn(await rosterOf(teams.withToken(token), 'infra'))).toEqual(['alice active', 'bob never']);
  });
});

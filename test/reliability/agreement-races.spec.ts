import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { createClient } from '../../client/index.js';
import { AgreementClient, confirmedIn, type ProposalView } from '../support/agreement-client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { isOnMysql } from '../support/database-kind.js';
import { FactsClient } from '../support/facts-client.js';
import { type ServiceProcess, startProcess } from '../support/process.js';
import { openTurns } from '../support/turns-client.js';

jest.setTimeout(360_000);

const ROUNDS = 12;
const SETTERS = 20;

/** What a service has that is reached over HTTP. */
interface Place {
  as(agent: string): ReturnType<typeof createClient>;
}

let store: TestDatabase;
let processes: readonly ServiceProcess[];
/** Two services on one MySQL; on SQLite, which takes one process only, twice the same one. */
let places: readonly [Place, Place];
let board: string;
beforeAll(async () => {
  store = await createTestDatabase();
  processes = await Promise.all(Array.from({ length: isOnMysql ? 2 : 1 }, () => startProcess(store.env)));
  const [one, other = one] = processes.map(({ url }) => ({ as: (agent: string) => createClient(url, { agent }) }));
  if (one === undefined || other === undefined) throw new Error('no service was started');
  places = [one, other];
});
afterAll(async () => {
  await Promise.all(processes.map((each) => each.end('SIGKILL')));
  await store.drop();
});
beforeEach(async () => {
  ({ board } = (await openTurns(places[0]))('alice'));
});

const at = (place: 0 | 1, agent: string): AgreementClient => new AgreementClient(places[place], board, agent);
const statusOf = (proposals: readonly ProposalView[], label: string): string =>
  proposals.find((each) => each.label === label)?.status ?? 'missing';

it('a proposal that is confirmed and replaced at once is one of both', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [alice, bob, carol] = [at(0, 'alice'), at(1, 'bob'), at(1, 'carol')];
    const label = await alice.propose('plan');
    await bob.confirm(label);
    for (const agent of [alice, carol]) await agent.plan();
    const [confirmed, next] = await Promise.all([alice.confirm(label), carol.tryPropose('other plan')]);
    const { items } = await bob.list({ limit: 50 });
    const status = statusOf(items, label);
    expect([confirmed.status, status]).toEqual(confirmed.status === 200 ? [200, 'approved'] : [409, 'replaced']);
    expect(statusOf(items, next.data.proposal.label)).toBe('open');
    expect(items.filter((each) => each.status === 'open')).toHaveLength(1);
  }
});

it('of proposals made at once one is open, and it replaced the others one by one', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const made = await Promise.all(
      ['alice', 'bob', 'carol', 'alice'].map((agent, index) =>
        at(index % 2 === 0 ? 0 : 1, agent).propose(`plan ${index}`),
      ),
    );
    const { items } = await at(1, 'bob').list({ limit: 50 });
    const [newest, ...older] = items.slice(0, made.length);
    expect([newest?.status, older.map(({ status }) => status)]).toEqual(['open', ['replaced', 'replaced', 'replaced']]);
    expect(older.map(({ ended_by }) => ended_by)).toEqual(items.slice(0, made.length - 1).map(({ label }) => label));
  }
});

it('the last confirmation comes once, however many send it at once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const label = await at(0, 'alice').propose('plan');
    await at(0, 'alice').confirm(label);
    const { head } = await at(1, 'bob').plan();
    const senders = [at(0, 'bob'), at(1, 'bob'), at(0, 'carol'), at(1, 'carol')];
    const answers = await Promise.all(senders.map((sender) => sender.confirm(label)));
    expect(answers.map(({ status, data }) => [status, data.proposal.status])).toEqual(
      senders.map(() => [200, 'approved']),
    );
    const after = await at(1, 'carol').plan();
    expect(after.head).toBe(head + 1);
    expect(after.proposal === null ? [] : confirmedIn(after.proposal)).toHaveLength(2);
    expect(after.proposal?.ended_by).toBe(`G${after.head}`);
  }
});

it('of many who set a fact at the version that they saw one wins, and the versions have no gap', async () => {
  const facts = places.map((place) => new FactsClient(place, board, 'alice'));
  for (let version = 0; version < ROUNDS; version += 1) {
    const replies = await Promise.all(
      Array.from({ length: SETTERS }, (_, index) =>
        facts[index % 2]?.set('k', `${version}/${index}`, { if_version: version }),
      ),
    );
    const won = replies.filter((reply) => reply?.status === 200);
    expect(won.map((reply) => reply?.data.version)).toEqual([version + 1]);
    expect(replies.filter((reply) => reply?.status === 409)).toHaveLength(SETTERS - 1);
    expect(await facts[1]?.value('k')).toBe(won[0]?.data.value);
  }
  const versions = (await facts[0]?.history('k'))?.data.items.map(({ version }) => version);
  expect(versions).toEqual(Array.from({ length: ROUNDS }, (_, index) => ROUNDS - index));
});

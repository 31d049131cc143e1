import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createClient } from '../../client/index.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { isOnMysql } from '../support/database-kind.js';
import { type ClaimAnswer, conflictsIn, LeasesClient } from '../support/leases-client.js';
import { type ServiceProcess, startProcess } from '../support/process.js';
import { until } from '../support/until.js';

jest.setTimeout(360_000);

const CLAIMANTS = 50;
const ROUNDS = 10;
const BOARD = 'main';

let store: TestDatabase;
/** Two where the store takes two. */
let processes: ServiceProcess[] = [];
const fences: number[] = [];

/** An agent of the race; neighbours call different processes. */
function agent(place: number): LeasesClient {
  const { url } = processes[place % processes.length] ?? { url: '' };
  return new LeasesClient({ as: (name) => createClient(url, { agent: name }) }, BOARD, `agent-${place}`);
}

const all = <T>(count: number, act: (client: LeasesClient, place: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, place) => act(agent(place), place)));

/** What of the answers was granted; its fences are greater than those of all grants that were answered before. */
function granted(answers: readonly ClaimAnswer[]): readonly ClaimAnswer[] {
  const found = answers.filter(({ ok }) => ok);
  const before = Math.max(0, ...fences);
  for (const { fence = 0 } of found) {
    expect(fence).toBeGreaterThan(before);
    fences.push(fence);
  }
  return found;
}

async function releaseAll(): Promise<void> {
  const { items } = await agent(0).leases({ limit: 500 });
  const operator = new LeasesClient(
    { as: () => createClient(processes[0]?.url ?? '', { agent: 'harness' }) },
    BOARD,
    '',
  );
  for (const { lease } of items) expect((await operator.break(lease, 'the race is over')).status).toBe(200);
}

describe(`claims through ${isOnMysql ? 'two processes' : 'one process'}`, () => {
  beforeAll(async () => {
    store = await createTestDatabase();
    processes = [await startProcess(store.env)];
    if (isOnMysql) processes.push(await startProcess(store.env));
    await all(CLAIMANTS, (client) => client.held());
  });
  afterAll(async () => {
    await Promise.all(processes.map((each) => each.end('SIGKILL')));
    await store.drop();
  });

  it(`of one resource, ${CLAIMANTS} at once, have one winner, whom all others are told`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await all(CLAIMANTS, (client) => client.claim([round % 2 === 0 ? 'src/a.ts' : 'src/**']));
      const [winner, ...others] = granted(answers);
      expect(others).toEqual([]);
      const place = answers.findIndex(({ ok }) => ok);
      const lost = answers.filter(({ ok }) => !ok);
      expect(new Set(lost.flatMap(({ conflicts = [] }) => conflicts.map(({ held_by }) => held_by)))).toEqual(
        new Set([`agent-${place}`]),
      );
      expect((await agent(place).drop(winner?.lease ?? '', { fence: winner?.fence ?? 0 })).status).toBe(200);
    }
  });

  it('of crossing sets have one winner, and the other is told and no error', async () => {
    for (let round = 0; round < 2 * ROUNDS; round += 1) {
      const sets = [
        ['a.ts', 'b.ts', 'c/**'],
        ['c/x.ts', 'b.ts', 'a.ts'],
      ];
      const replies = await all(8, (client, place) => client.tryClaim(sets[place % 2] ?? []));
      expect(replies.map(({ status }) => status).filter((status) => status !== 200 && status !== 201)).toEqual([]);
      const answers = replies.map(({ data }) => data);
      expect(granted(answers)).toHaveLength(1);
      for (const answer of answers.filter(({ ok }) => !ok)) expect(conflictsIn(answer)).toHaveLength(3);
      await releaseAll();
    }
  });

  it('that meet a release are granted once at most', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      granted([await agent(0).claim(['a.ts'])]);
      const [released, ...claims] = await Promise.all([
        agent(0).drop(['a.ts']),
        ...Array.from({ length: 9 }, (_, place) => agent(place + 1).claim(['a.ts'])),
      ]);
      expect(released.status).toBe(200);
      expect(granted(claims).length).toBeLessThanOrEqual(1);
      await releaseAll();
    }
  });

  it('that meet the release of a lease that ran out: whoever comes second is told', async () => {
    for (let round = 0; round < 3; round += 1) {
      granted([await agent(0).claim(['a.ts'], { lease_s: 1 })]);
      await until(async () => (await agent(1).leases()).items.some(({ expired }) => expired));
      const [released, ...claims] = await Promise.all([
        agent(0).drop(['a.ts']),
        ...Array.from({ length: 9 }, (_, place) => agent(place + 1).claim(['a.ts'])),
      ]);
      expect(granted(claims)).toHaveLength(1);
      expect([200, 409]).toContain(released.status);
      if (released.status === 409) expect(released.problem.code).toBe('lease_held');
      await releaseAll();
    }
  });

  it('leave every lease that was acknowledged, and no two that overlap, when a process is killed', async () => {
    const kept: ClaimAnswer[] = [];
    const claiming = all(20, async (client, place) => {
      for (let turn = 0; turn < 20; turn += 1) {
        const answer = await client.claim([`kill/${turn}.ts`, `kill/${place}-${turn}.ts`]).catch(() => undefined);
        if (answer?.ok === true) kept.push(answer);
        if (answer === undefined) return;
      }
    });
    await until(() => kept.length >= 5);
    await processes[0]?.end('SIGKILL');
    await claiming;
    processes[0] = await startProcess(store.env);
    const { items } = await agent(0).leases({ limit: 500 });
    const stored = new Map(items.map(({ lease, resources }) => [lease, resources]));
    for (const { lease = '', resources } of granted(kept)) expect(stored.get(lease)).toEqual(resources);
    const held = items.flatMap(({ resources }) => resources);
    expect(new Set(held).size).toBe(held.length);
  });

  it('never handed a fence out twice', () => {
    expect(fences.length).toBeGreaterThan(40);
    expect(new Set(fences).size).toBe(fences.length);
  });
});

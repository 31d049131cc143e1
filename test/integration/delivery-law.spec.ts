import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ageLeases, LEASE_MS } from '../support/age-leases.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startService, type TestService } from '../support/service.js';
import { labelsIn, labelsOf, openTurns, type Pending, TurnsClient } from '../support/turns-client.js';

// Law 4 on a whole service; delivery-law.spec.ts beside the domain has far more runs of the same.
const AGENTS = ['alice', 'bob'] as const;
const RUNS = 8;

type Step = { readonly do: (typeof STEPS)[number]; readonly by: 0 | 1; readonly pick: number };
const STEPS = [
  ...['gist', 'gist', 'post', 'post', 'edit', 'remove', 'snapshot', 'offer', 'poll', 'poll', 'poll'],
  ...['shown', 'shown', 'part', 'twice', 'expire', 'restart'],
] as const;
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom(...STEPS),
  by: fc.constantFrom(0, 1),
  pick: fc.nat(5),
});

let store: TestDatabase;
let service: TestService;
beforeAll(async () => {
  store = await createTestDatabase();
  service = await startService({ store });
});
afterAll(() => service.close());

class Reader {
  readonly confirmed = new Set<string>();
  readonly leases: Pending[] = [];
  private cursors: readonly number[] = [0, 0];

  constructor(
    readonly board: string,
    readonly name: string,
  ) {}

  get client(): TurnsClient {
    return new TurnsClient(service, this.board, this.name);
  }

  /** Notes what was offered: nothing that is confirmed. */
  fresh(labels: readonly string[]): void {
    expect(labels.filter((label) => this.confirmed.has(label))).toEqual([]);
  }

  confirm(labels: readonly string[], cursors: readonly number[]): void {
    for (const label of labels) this.confirmed.add(label);
    expect(cursors.every((cursor, place) => cursor >= (this.cursors[place] ?? 0))).toBe(true);
    this.cursors = cursors;
  }

  async snapshot(isAdvancing: boolean): Promise<void> {
    const snapshot = await this.client.snapshot({ advance: isAdvancing ? 'true' : 'false' });
    const others = snapshot.gists?.filter(({ author }) => author !== this.name) ?? [];
    const labels = [...labelsIn({ ...snapshot, gists: others }), ...others.flatMap(({ repeats }) => repeats)];
    this.fresh(labels);
    const to = isAdvancing ? 0 : snapshot.to;
    this.confirm(labels, this.client.cursorsOf((await this.client.ack({ [this.board]: to })).data));
  }

  async poll(limit: number): Promise<Pending> {
    const pending = await this.client.poll({ limit });
    this.fresh(labelsOf(pending));
    if (pending.lease_id !== null) this.leases.push(pending);
    return pending;
  }

  async shown(pending: Pending, isPart: boolean): Promise<void> {
    const events = pending.events.slice(isPart ? 1 : 0);
    const gists = pending.gists.map((each) => (isPart ? { ...each, to: each.from, items: [] } : each));
    const cursors = await this.client.confirm({ ...pending, events, gists });
    this.confirm(labelsOf({ ...pending, events, gists }), cursors);
  }
}

class World {
  readonly readers: readonly Reader[];
  readonly gone = new Set<string>();
  readonly written: { label: string; by: string; to: string | null }[] = [];

  constructor(board: string) {
    this.readers = AGENTS.map((name) => new Reader(board, name));
  }

  async run({ do: what, by, pick }: Step): Promise<void> {
    const reader = this.readers[by] as Reader;
    const other = AGENTS[1 - by] as string;
    const posts = this.written.filter(
      (each) => each.by === reader.name && each.to !== null && !this.gone.has(each.label),
    );
    const post = posts[pick % Math.max(1, posts.length)]?.label;
    const lease = reader.leases[pick % Math.max(1, reader.leases.length)];
    const client = reader.client;
    switch (what) {
      case 'gist':
        this.written.push({
          label: await client.add('FACT', `fact ${this.written.length}.`),
          by: client.agent,
          to: null,
        });
        return;
      case 'post':
        this.written.push({ label: await client.send(other, 'hello'), by: client.agent, to: other });
        return;
      case 'edit':
        if (post !== undefined) await client.edit(post, `edit ${pick} of ${post}`);
        return;
      case 'remove':
        if (post === undefined) return;
        await client.remove(post);
        this.gone.add(post);
        return;
      case 'poll':
        await reader.poll(pick + 1);
        return;
      case 'expire':
        await ageLeases(service, LEASE_MS);
        return;
      case 'restart':
        await service.stop();
        service = await startService({ store, clock: service.clock });
        return;
      case 'snapshot':
      case 'offer':
        await reader.snapshot(what === 'snapshot');
        return;
      case 'shown':
      case 'part':
      case 'twice':
        if (lease === undefined) return;
        await reader.shown(lease, what === 'part');
        if (what === 'twice') await reader.shown(lease, false);
    }
  }

  async drain(): Promise<void> {
    await ageLeases(service, LEASE_MS);
    for (const reader of this.readers) {
      for (let next = await reader.poll(3); next.lease_id !== null; next = await reader.poll(3))
        await reader.shown(next, false);
      const concerning = this.written.filter(
        ({ by, to, label }) => by !== reader.name && (to === null || to === reader.name) && !this.gone.has(label),
      );
      expect(concerning.map(({ label }) => label).filter((label) => !reader.confirmed.has(label))).toEqual([]);
      await reader.snapshot(true);
      expect(labelsIn(await reader.client.snapshot())).toEqual([]);
    }
  }
}

describe('whatever is written, handed out, confirmed, lost or restarted', () => {
  it('each agent gets all that concerns it, none of it again once confirmed, and no cursor goes back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
        const board = (await openTurns(service, AGENTS))('alice').board;
        const world = new World(board);
        for (const each of steps) await world.run(each);
        await world.drain();
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  }, 360_000);
});

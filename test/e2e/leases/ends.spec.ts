import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ageHeldLeases } from '../../support/age-held-leases.js';
import { type LeasesClient, openLeases } from '../../support/leases-client.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
let alice: LeasesClient;
let bob: LeasesClient;
let operator: LeasesClient;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  const board = await openLeases(service);
  [alice, bob, operator] = [board('alice'), board('bob'), board('harness')];
});

const refusal = async (call: ReturnType<LeasesClient['drop'] | LeasesClient['renew']>) => {
  const { status, problem } = await call;
  return [status, problem.code];
};

describe('a release', () => {
  it('by its label ends a lease and leaves an entry that says how', async () => {
    const lease = await alice.hold(['a.ts', 'b.ts'], { intent: 'work' });
    const { status, data } = await alice.drop(lease, { note: 'tests  pass', fence: 1 });
    expect(status).toBe(200);
    expect(data).toEqual({ board: alice.board, head: 2, ended: ['G1'], kept: [], message: null });
    const [entry] = (await bob.unfold('G2')).items;
    const expected = {
      kind: 'lease',
      type: 'released',
      author: 'alice',
      content: 'a.ts, b.ts | tests pass',
      refs: ['G1'],
    };
    expect(entry).toMatchObject(expected);
    expect((await bob.claim(['a.ts'])).ok).toBe(true);
  });

  it('by resources ends what holds them, and leaves the rest of a lease', async () => {
    await alice.hold(['a.ts', 'b.ts']);
    await alice.hold(['c.ts']);
    const { data } = await alice.drop(['A.ts', 'c.ts']);
    expect([data.ended, data.kept]).toEqual([['G2'], ['G1']]);
    expect(await bob.held()).toEqual(['G1 alice b.ts']);
  });

  it('hands over with a message to the one who goes on', async () => {
    await alice.hold(['a.ts']);
    const { data } = await alice.drop('G1', { outcome: 'handoff', to: 'BOB', note: 'tests are missing' });
    expect([data.head, data.message]).toEqual([3, 'G3']);
    const { events } = await bob.poll();
    const body = 'I hand over to you what I held: a.ts. tests are missing';
    expect(events).toMatchObject([{ label: 'G3', from: 'alice', body }]);
  });

  it('ends a claim too', async () => {
    const claim = await alice.add('CLAIM', 'fixing a.ts');
    const { data } = await alice.drop(claim, { outcome: 'released' });
    expect(data).toEqual({ board: alice.board, head: 2, ended: [claim], kept: [], message: null });
    expect((await alice.live()).items).toEqual([]);
    expect(await refusal(alice.drop(claim, { fence: 1 }))).toEqual([400, 'bad_request']);
  });

  it('of what was never claimed, or is over, is refused', async () => {
    await alice.hold(['a.ts']);
    await alice.drop('G1');
    for (const what of ['G1', 'G2', 'G99', ['a.ts'], ['b.ts']])
      expect(await refusal(alice.drop(what))).toEqual([409, 'not_claimed']);
    expect((await alice.leases()).head).toBe(2);
  });

  it('of what another holds is refused, naming the holder', async () => {
    await alice.hold(['src/**']);
    for (const caller of [bob, operator])
      for (const what of ['G1', ['src/a.ts']]) {
        const { status, problem } = await caller.drop(what);
        expect([status, problem.code]).toEqual([409, 'lease_held']);
        expect(problem.detail).toContain('alice');
      }
  });

  it('with the fence of an earlier lease is refused', async () => {
    await alice.hold(['a.ts']);
    await ageHeldLeases(service, 900);
    const { fence } = await alice.claim(['a.ts']);
    expect(await refusal(alice.drop(['a.ts'], { fence: 1 }))).toEqual([409, 'stale_fence']);
    expect((await alice.drop(['a.ts'], { fence: fence ?? 0 })).status).toBe(200);
  });

  it('of what ran out is taken from its holder as long as nobody took it', async () => {
    await alice.hold(['a.ts']);
    await alice.hold(['b.ts']);
    await ageHeldLeases(service, 900);
    expect((await alice.drop('G1')).status).toBe(200);
    await bob.hold(['b.ts']);
    expect(await refusal(alice.drop('G2'))).toEqual([409, 'lease_held']);
  });

  it('to somebody unknown, to oneself, or to somebody without a handoff is refused and ends nothing', async () => {
    await alice.hold(['a.ts']);
    expect(await refusal(alice.drop('G1', { outcome: 'handoff', to: 'nobody' }))).toEqual([422, 'unknown_agent']);
    expect(await refusal(alice.drop('G1', { outcome: 'handoff', to: 'Alice' }))).toEqual([400, 'bad_request']);
    expect(await refusal(alice.drop('G1', { to: 'bob' }))).toEqual([400, 'bad_request']);
    expect(await alice.held()).toEqual(['G1 alice a.ts']);
  });
});

describe('a renewal', () => {
  it('moves the end of a live lease, and its fence stays', async () => {
    const { expires_at } = await alice.claim(['a.ts'], { lease_s: 60 });
    const { data } = await alice.renew('G1', 3_600);
    expect(data).toMatchObject({ lease: 'G1', fence: 1, head: 2 });
    expect(Date.parse(data.expires_at)).toBeGreaterThan(Date.parse(expires_at ?? '') + 3_000_000);
  });

  it('to 0 s ends it', async () => {
    await alice.hold(['a.ts']);
    await alice.renew('G1', 0);
    expect(await alice.held()).toEqual([]);
  });

  it('of what ran out, of what another holds, of nothing, is refused', async () => {
    await alice.hold(['a.ts']);
    expect(await refusal(bob.renew('G1'))).toEqual([409, 'lease_held']);
    expect(await refusal(bob.renew('G7'))).toEqual([409, 'not_claimed']);
    await ageHeldLeases(service, 900);
    expect(await refusal(alice.renew('G1'))).toEqual([409, 'not_claimed']);
  });
});

describe('a break', () => {
  it('is for operators, and is recorded and told to the holder', async () => {
    await alice.hold(['a.ts']);
    expect((await bob.break('G1', 'mine')).problem.code).toBe('forbidden');
    const { data } = await operator.break('G1', 'its session is gone');
    expect(data).toMatchObject({ head: 3, ended: ['G1'], message: 'G3' });
    const [entry] = (await bob.unfold('G2')).items;
    expect(entry).toMatchObject({ type: 'broken', author: 'harness', content: 'a.ts | its session is gone' });
    const body = 'harness broke your lease G1 on a.ts: you hold it no more. its session is gone';
    expect((await alice.poll()).events).toMatchObject([{ label: 'G3', from: 'system', body }]);
    expect((await operator.break('G1', 'again')).problem.code).toBe('not_claimed');
  });
});

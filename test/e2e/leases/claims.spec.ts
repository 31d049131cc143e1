import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ageHeldLeases } from '../../support/age-held-leases.js';
import { conflictsIn, type LeasesClient, openLeases } from '../../support/leases-client.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
let alice: LeasesClient;
let bob: LeasesClient;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  const board = await openLeases(service);
  [alice, bob] = [board('alice'), board('bob')];
});

describe('a claim', () => {
  it('is granted with a label, a fence and an end by the database, whatever the clock of the service says', async () => {
    const before = Date.now();
    const { status, data } = await alice.tryClaim(['src\\net/./retry.ts', 'task: release'], { intent: 'cap  it' });
    expect(status).toBe(201);
    expect(data).toEqual({
      board: alice.board,
      head: 1,
      ok: true,
      lease: 'G1',
      fence: 1,
      expires_at: data.expires_at,
      renewed: false,
      resources: ['src/net/retry.ts', 'task:release'],
      overlaps: [],
    });
    const lifeMs = Date.parse(data.expires_at ?? '') - before;
    expect(lifeMs).toBeGreaterThan(890_000);
    expect(lifeMs).toBeLessThan(960_000);
    const { items } = await bob.leases();
    expect(items).toMatchObject([{ lease: 'G1', holder: 'alice', intent: 'cap it', fence: 1, expired: false }]);
  });

  it('of what another holds is answered with who, what and for how long, and grants nothing of the set', async () => {
    await alice.hold(['src/**'], { intent: 'moving files' });
    const { status, data } = await bob.tryClaim(['docs/a.md', 'src/app.rs'], { key: 'k1' });
    expect([status, data.ok, data.head, data.lease]).toEqual([200, false, 1, undefined]);
    expect(conflictsIn(data)).toEqual(['src/app.rs: alice holds src/**']);
    const [conflict] = data.conflicts ?? [];
    expect(conflict).toMatchObject({ intent: 'moving files' });
    expect(conflict?.expires_in_s).toBeLessThanOrEqual(900);
    expect(conflict?.expires_in_s).toBeGreaterThan(840);
    expect(await bob.held()).toEqual(['G1 alice src/**']);
  });

  it('that was held is judged anew under the same key; one that was granted is answered as it was', async () => {
    const held = await alice.hold(['a.ts']);
    expect((await bob.claim(['a.ts'], { key: 'again' })).ok).toBe(false);
    await alice.drop(held);
    const granted = await bob.claim(['a.ts'], { key: 'again' });
    expect(granted.ok).toBe(true);
    await bob.drop(granted.lease ?? '');
    await alice.hold(['a.ts']);
    expect(await bob.claim(['a.ts'], { key: 'again' })).toEqual(granted);
  });

  it('of exactly what the caller holds renews it: same label, same fence, from now on, shorter too', async () => {
    const first = await alice.claim(['a.ts', 'b.ts'], { intent: 'first' });
    const again = await alice.tryClaim(['B.ts', './a.ts'], { lease_s: 60 });
    expect(again.status).toBe(200);
    expect(again.data).toMatchObject({ ok: true, renewed: true, lease: first.lease, fence: first.fence });
    expect(Date.parse(again.data.expires_at ?? '')).toBeLessThan(Date.parse(first.expires_at ?? ''));
    expect((await bob.leases()).items).toMatchObject([{ lease: 'G1', intent: 'first', resources: ['a.ts', 'b.ts'] }]);
  });

  it('of other resources is a new lease that takes over what the caller holds of them', async () => {
    await alice.hold(['a.ts', 'b.ts']);
    const { lease, fence } = await alice.claim(['a.ts', 'c.ts']);
    expect([lease, fence]).toEqual(['G2', 2]);
    expect(await bob.held()).toEqual(['G1 alice b.ts', 'G2 alice a.ts c.ts']);
    await alice.drop('G2');
    expect((await bob.claim(['a.ts'])).ok).toBe(true);
  });

  it('for 0 s blocks nobody and is in the way of nobody, but not of what another holds', async () => {
    expect(await alice.claim(['a.ts'], { lease_s: 0 })).toMatchObject({ ok: true, lease: 'G1' });
    expect(await bob.held()).toEqual([]);
    await bob.hold(['a.ts']);
    expect((await alice.claim(['a.ts'], { lease_s: 0 })).ok).toBe(false);
    const [entry] = (await bob.unfold('G1')).items;
    expect(entry).toMatchObject({ kind: 'lease', type: 'touched', author: 'alice', content: 'a.ts' });
  });

  it('for 0 s of a part of what the caller holds gives that part up, or nothing where another holds some of it', async () => {
    await alice.hold(['a.ts', 'b.ts']);
    await bob.hold(['c.ts']);
    expect((await alice.claim(['a.ts', 'c.ts'], { lease_s: 0 })).ok).toBe(false);
    expect(await bob.held()).toEqual(['G1 alice a.ts b.ts', 'G2 bob c.ts']);
    expect((await alice.claim(['a.ts'], { lease_s: 0 })).ok).toBe(true);
    expect(await bob.held()).toEqual(['G1 alice b.ts', 'G2 bob c.ts']);
    expect((await bob.claim(['a.ts'])).ok).toBe(true);
  });

  it('of what ran out takes it; what was not closed is listed as expired until then', async () => {
    await alice.hold(['src/a.ts']);
    await ageHeldLeases(service, 900);
    expect(await bob.held()).toEqual(['G1 alice src/a.ts expired']);
    expect((await bob.tryCheck('src/a.ts')).data.ok).toBe(true);
    expect(await bob.claim(['SRC/A.ts'])).toMatchObject({ ok: true, lease: 'G2', fence: 2 });
    expect(await bob.held()).toEqual(['G2 bob SRC/A.ts']);
  });

  it('names claims of others that name the same, and no own ones', async () => {
    const named = await bob.add('CLAIM', 'fixing src/net/retry.ts');
    await bob.add('CLAIM', 'fixing docs/a.md');
    await alice.add('CLAIM', 'fixing src/net/retry.ts too');
    expect((await alice.claim(['src/net/**'])).overlaps).toEqual([named]);
    expect((await alice.claim(['src/net/retry.ts'])).overlaps).toEqual([named]);
  });

  it('is found by its resources and its intent', async () => {
    const lease = await alice.hold(['src/net/retry.ts'], { intent: 'rewriting the backoff' });
    for (const q of ['net/retry', 'backoff']) expect(await bob.find(q, { kinds: 'all' })).toEqual([lease]);
    expect(await bob.find('backoff')).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['no resources', { resources: [] }, 'resources'],
    ['51 resources', { resources: Array.from({ length: 51 }, (_, index) => `${index}.ts`) }, 'resources'],
    ['an absolute path', { resources: ['a.ts', '/etc/passwd'] }, 'resources.1'],
    ['a resource that is no text', { resources: [7] }, 'resources'],
    ['a lease of more than a day', { resources: ['a.ts'], lease_s: 86_401 }, 'lease_s'],
    ['half a second', { resources: ['a.ts'], lease_s: 0.5 }, 'lease_s'],
    ['an intent of 301 characters', { resources: ['a.ts'], intent: 'x'.repeat(301) }, 'intent'],
    ['an author', { resources: ['a.ts'], holder: 'bob' }, 'holder'],
  ])('with %s is refused, naming the place', async (_, body, path) => {
    const answer = await fetch(`${service.url}/board/${alice.board}/leases`, {
      method: 'POST',
      headers: { 'x-agent': 'alice', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const problem = (await answer.json()) as { errors: { path: string }[] };
    expect([answer.status, problem.errors[0]?.path]).toEqual([400, path]);
    expect(await alice.held()).toEqual([]);
  });
});

describe('leases/check', () => {
  it('tells what another holds of a file, and takes what is edited for a file', async () => {
    await alice.hold(['src/**/*.ts']);
    expect(conflictsIn((await bob.tryCheck('./src\\a.ts')).data)).toEqual(['src/a.ts: alice holds src/**/*.ts']);
    expect((await alice.tryCheck('src/a.ts')).data).toMatchObject({ ok: true, path: 'src/a.ts', conflicts: [] });
    expect((await bob.tryCheck('src/Makefile')).data.ok).toBe(true);
    expect((await bob.tryCheck('../a.ts')).problem.errors?.[0]?.path).toBe('path');
  });

  it.each([
    'src/{a,b}.ts',
    'src/a?.ts',
    'src/*********.ts',
    'src/\u{1F469}\u200D\u{1F4BB}.ts',
    `src/${'a'.repeat(300)}.ts`,
  ])('takes each character of a file for itself: %s', async (path) => {
    await alice.hold(['src/**', 'w/ab.ts']);
    expect((await bob.tryCheck(path)).data).toMatchObject({ ok: false, path });
    expect((await bob.tryCheck('w/a?.ts')).data.ok).toBe(true);
  });
});

describe('leases of a board', () => {
  it('are nothing to another board, and not shown to who is no member', async () => {
    await alice.hold(['a.ts']);
    const other = await openLeases(service);
    expect((await other('bob').claim(['a.ts'])).ok).toBe(true);
    expect((await other('mallory').tryClaim(['a.ts'])).status).toBe(404);
  });

  it('are listed for one holder, and by as many as are asked for', async () => {
    for (const name of ['a.ts', 'b.ts', 'c.ts']) await alice.hold([name]);
    await bob.hold(['d.ts']);
    expect((await bob.leases({ holder: 'BOB' })).items.map(({ lease }) => lease)).toEqual(['G4']);
    expect(await bob.leases({ limit: 2 })).toMatchObject({ items: [{ lease: 'G1' }, { lease: 'G2' }], left_out: 2 });
  });
});

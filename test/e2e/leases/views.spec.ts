import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type LeasesClient, openLeases } from '../../support/leases-client.js';
import { startService, type TestService } from '../../support/service.js';
import { until } from '../../support/until.js';

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

const timeless = (line: string): string => line.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, '<time>');
const lines = async (query = {}): Promise<readonly string[]> => (await alice.lines(query)).map(timeless);

describe('live leases', () => {
  it('stand in read beside claims until they end, and are counted', async () => {
    await alice.add('CLAIM', 'fixing docs');
    await bob.hold(['src/**', 'task:x'], { intent: 'moving files' });
    const held = ['LEASES', 'G2 bob <time> until <time>: src/**, task:x | moving files'];
    const counts = 'findings 0, fails 0, patches 0, claims 1';
    const [title, claim, ...rest] = await lines();
    expect([title, rest]).toEqual(['CLAIMS', [...held, `head 2: ${counts}, leases 1`]]);
    expect(await lines({ budget: 1_000 })).toEqual([title, claim, ...rest]);
    expect((await alice.live()).leases).toMatchObject([
      { lease: 'G2', holder: 'bob', fence: 2, intent: 'moving files' },
    ]);
    expect(await lines({ type: ['CLAIM'] })).toEqual([title, claim, `head 2: ${counts}`]);
    await bob.drop('G2');
    expect(await lines()).toEqual([title, claim, `head 3: ${counts}`]);
  });

  it('leave a kept view at the instant at which they end, though nothing is written', async () => {
    const lease = await bob.hold(['a.ts']);
    expect(await lines()).toContain('LEASES');
    // The last that is written; the view is kept over it.
    await bob.renew(lease, 1);
    await until(async () => !(await lines()).includes('LEASES'));
    expect((await alice.leases()).head).toBe(2);
  });

  it('take a quarter of a budget at most, and those left out are counted', async () => {
    for (let index = 0; index < 20; index += 1) await bob.hold([`${'x'.repeat(100)}${index}.ts`]);
    const shown = await lines({ budget: 400 });
    expect(shown[1]).toMatch(/^1\d older leases: see tasks$/);
    expect(shown.at(-2)).toContain('G20 bob');
    expect(shown.join('\n').length).toBeLessThan(1_600);
  });

  it('are part of the first snapshot; later ones are its events', async () => {
    await bob.hold(['a.ts']);
    const first = await alice.snapshot();
    expect(first.leases).toMatchObject([{ lease: 'G1', holder: 'bob' }]);
    await bob.hold(['b.ts']);
    const next = await alice.snapshot();
    expect([next.leases, next.events]).toMatchObject([undefined, [{ label: 'G2', kind: 'lease', from: 'bob' }]]);
  });

  it('lose their text where an operator redacts it, and go on holding', async () => {
    await bob.hold(['a.ts'], { intent: 'for ACME' });
    await bob.claim(['a.ts'], { intent: 'for ACME Ltd' });
    await operator.redact('G2', 'names a customer');
    expect((await alice.text()) + JSON.stringify(await alice.leases())).not.toContain('ACME');
    expect((await alice.claim(['a.ts'])).ok).toBe(false);
  });
});

import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { digestWith, NO_LINES } from '../../../src/kernel/line-digest.js';
import { LeasesClient, openLeases } from '../../support/leases-client.js';
import { startService, type TestService } from '../../support/service.js';
import { exportLines, importLines } from '../../support/transfer.js';
import { until } from '../../support/until.js';

// Boards are written several times.
jest.setTimeout(180_000);

const AGENTS = ['alice', 'bob', 'carol'] as const;
const RESOURCES = ['a.ts', 'B.ts', 'src/**', 'src/c.ts', 'docs', 'x.d/', 'task:release'] as const;

describe('leases that were open when their board was exported', () => {
  let from: TestService;
  let to: TestService;
  beforeAll(async () => {
    from = await startService();
    to = await startService();
  });
  afterAll(() => Promise.all([from.close(), to.close()]));

  /** Sends the board to the other service; answers each agent's way to it there. */
  async function move(board: string): Promise<(agent: string) => LeasesClient> {
    const { status } = await importLines(to, board, await exportLines(from, board));
    expect(status).toBe(200);
    return (agent) => new LeasesClient(to, board, agent);
  }
  /** All that is told of them, but what the clock changes from look to look. */
  const listed = async (client: LeasesClient) =>
    (await client.leases({ limit: 500 })).items.map(({ expires_in_s: _, ...lease }) => lease);

  it('stand, with their fence, holder and end, and refuse others', async () => {
    const open = await openLeases(from);
    const { board } = open('alice');
    const label = await open('alice').hold(['src/**', 'task:release'], { intent: 'moving | files', lease_s: 600 });
    await open('alice').renew(label, 3_600);
    await open('bob').hold(['docs/a.md', 'docs/b.md']);
    await open('bob').drop(['docs/a.md']);
    const there = await move(board);
    expect(await listed(there('carol'))).toEqual(await listed(open('carol')));
    expect(await there('carol').claim(['src/app.ts'])).toMatchObject({ ok: false, conflicts: [{ held_by: 'alice' }] });
    expect((await there('alice').renew(label)).data).toMatchObject({ lease: label, fence: Number(label.slice(1)) });
    const { ok, fence = 0 } = await there('carol').claim(['docs/a.md']);
    expect([ok, fence > (await open('carol').leases()).head]).toEqual([true, true]);
    expect((await there('alice').drop(label)).status).toBe(200);
  });

  it('and ran out since are still their holder’s to close, which is told once', async () => {
    const open = await openLeases(from);
    const told = await open('alice').hold(['told.ts'], { lease_s: 1 });
    const untold = await open('bob').hold(['untold.ts'], { lease_s: 1 });
    await until(async () => (await listed(open('carol'))).every(({ expired }) => expired));
    expect((await open('alice').poll()).events).toMatchObject([{ type: 'lapsed' }]);
    const there = await move(open('alice').board);
    expect(await listed(there('carol'))).toEqual(await listed(open('carol')));
    const lapses = async (agent: string) =>
      (await there(agent).messages({ limit: 200 })).items.filter(({ type }) => type === 'lapsed').length;
    for (const agent of ['alice', 'bob']) for (let times = 0; times < 2; times += 1) await there(agent).poll();
    expect([await lapses('alice'), await lapses('bob')]).toEqual([1, 1]);
    expect((await there('alice').drop(told)).status).toBe(200);
    expect((await there('carol').claim(['untold.ts'])).ok).toBe(true);
    expect((await there('bob').drop(untold)).problem.code).toBe('lease_held');
  });

  it('are the same whatever happened before', async () => {
    const some = fc.subarray([...RESOURCES], { minLength: 1, maxLength: 3 });
    const act = fc.record({
      agent: fc.constantFrom(...AGENTS),
      on: some,
      what: fc.constantFrom('claim', 'claim', 'claim', 'touch', 'renew', 'drop', 'drop label', 'break', 'again'),
      leaseS: fc.constantFrom(1, 600, 3_600),
    });
    for (const acts of fc.sample(fc.array(act, { minLength: 25, maxLength: 25 }), { numRuns: 6, seed: 7 })) {
      const open = await openLeases(from);
      for (const { agent, on, what, leaseS } of acts) {
        const client = open(agent);
        const [own] = (await client.leases({ holder: agent })).items;
        const lease = own?.lease ?? 'G1';
        if (what === 'claim') await client.tryClaim(on, { lease_s: leaseS, intent: `${leaseS} on ${on.length}` });
        if (what === 'touch') await client.tryClaim(on, { lease_s: 0 });
        if (what === 'again' && own !== undefined) await client.tryClaim(own.resources, { lease_s: leaseS });
        if (what === 'renew') await client.renew(lease, leaseS);
        if (what === 'drop') await client.drop(on);
        if (what === 'drop label') await client.drop(lease);
        if (what === 'break') await open('harness').break(lease, 'gone');
      }
      await until(async () =>
        (await listed(open('bob'))).every(
          ({ expired, expires_at }) => expired || Date.parse(expires_at) > Date.now() + 5_000,
        ),
      );
      const there = await move(open('alice').board);
      expect(await listed(there('bob'))).toEqual(await listed(open('bob')));
    }
  });

  /** The file with other words in it, and a last line that fits. */
  function forged(lines: readonly string[], change: (line: string) => string): readonly string[] {
    const changed = lines.slice(0, -1).map(change);
    const end = JSON.parse(lines.at(-1) ?? '') as Record<string, unknown>;
    return [...changed, JSON.stringify({ ...end, digest: changed.reduce(digestWith, NO_LINES) })];
  }

  it('hold no longer than a lease may, whatever a file says', async () => {
    const open = await openLeases(from);
    await open('alice').hold(['a.ts'], { lease_s: 60 });
    const lines = await exportLines(from, open('alice').board);
    const later = forged(lines, (line) => line.replace(/"expires_at":\d+/, '"expires_at":253402300799999'));
    expect((await importLines(to, 'later', later)).status).toBe(200);
    const [lease] = (await new LeasesClient(to, 'later', 'bob').leases()).items;
    expect(lease?.expires_in_s).toBeLessThanOrEqual(86_400);
    expect(lease?.expires_in_s).toBeGreaterThan(86_000);
  });

  it('are refused with their file where they hold more than a board may', async () => {
    const open = await openLeases(from);
    const namesOf = (lease: number) => Array.from({ length: 50 }, (_, place) => `${lease}-${place}.ts`);
    for (const agent of AGENTS) await open(agent).hold([`of-${agent}.ts`]);
    const lines = await exportLines(from, open('alice').board);
    const entries = lines.filter((line) => line.includes('"granted"'));
    expect(entries).toHaveLength(3);
    const [head = '', ...rest] = lines;
    const seqOf = (line: string): number => Number(/"seq":(\d+)/.exec(line)?.[1]);
    const last = Math.max(...lines.filter((line) => line.startsWith('{"seq":')).map(seqOf));
    const added = Array.from({ length: 41 }, (_, place) => {
      const entry = JSON.parse(entries[0] ?? '') as Record<string, unknown>;
      return JSON.stringify({
        ...entry,
        seq: last + 1 + place,
        data: { ...(entry.data as object), names: namesOf(place) },
      });
    });
    const end = JSON.parse(rest.at(-1) ?? '') as Record<string, unknown>;
    const whole = [
      head.replace(/"head":\d+/, `"head":${last + added.length}`),
      ...rest.slice(0, -1),
      ...added,
      JSON.stringify({ ...end, entries: last + added.length }),
    ];
    const { status, problem } = await importLines(
      to,
      'too-many',
      forged(whole, (line) => line),
    );
    expect([status, problem.code]).toEqual([422, 'bad_import']);
    expect(problem.detail).toContain('More is held');
  });
});

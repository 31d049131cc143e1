import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BoardClient, openBoard, send } from '../../support/board-client.js';
import { NOON } from '../../support/fixed-clock.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
let alice: BoardClient;
let bob: BoardClient;
beforeAll(async () => {
  service = await startService({ env: { BOARD_CLAIM_TTL_S: '60' } });
});
afterAll(() => service.close());
beforeEach(async () => {
  service.clock.ms = NOON;
  const board = await openBoard(service);
  alice = board('alice');
  bob = board('bob');
});

/** What the live view, the retained window and grep show of the board, as `label status`. */
async function shown(): Promise<Record<'read' | 'readAll' | 'grep', readonly string[]>> {
  const said = (entries: readonly { label: string; status: string }[]): readonly string[] =>
    entries.map(({ label, status }) => `${label} ${status}`);
  return {
    read: said((await bob.live()).items),
    readAll: said((await bob.readAll()).items),
    grep: said((await bob.grep('!"in no text"')).matches.toReversed()),
  };
}

describe('a claim', () => {
  it('is live to the last millisecond, and ends at the very instant of its end', async () => {
    await alice.add('CLAIM', 'fixing src/a.ts', { ttl_s: 2 });
    await alice.add('CLAIM', 'fixing src/b.ts', { ttl_s: 3 });
    const both = ['G1 live', 'G2 live'];
    service.clock.ms = NOON + 1_999;
    expect(await shown()).toEqual({ read: both, readAll: both, grep: both });
    service.clock.ms = NOON + 2_000;
    const one = ['G1 expired', 'G2 live'];
    expect(await shown()).toEqual({ read: ['G2 live'], readAll: one, grep: one });
    expect((await bob.unfold('G1')).items[0]?.status).toBe('expired');
    service.clock.ms = NOON + 3_000;
    const none = ['G1 expired', 'G2 expired'];
    expect(await shown()).toEqual({ read: [], readAll: none, grep: none });
  });

  it('says when it ends, by default after BOARD_CLAIM_TTL_S', async () => {
    await alice.add('CLAIM', 'fixing src/a.ts');
    await alice.add('CLAIM', 'fixing src/b.ts', { ttl_s: 86_400 });
    expect((await bob.readAll()).items.map(({ expires_at }) => expires_at)).toEqual([
      '2026-11-30T12:01:00.000Z',
      '2026-12-01T12:00:00.000Z',
    ]);
    expect(await bob.lines()).toEqual([
      'CLAIMS',
      'G1 CLAIM alice 2026-11-30 12:00 until 12:01 fixing src/a.ts',
      'G2 CLAIM alice 12:00 until 2026-12-01 12:00 fixing src/b.ts',
      'head 2: findings 0, fails 0, patches 0, claims 2',
    ]);
  });
});

describe('the same claim by the same author', () => {
  it('is a renewal while the first one is live: the new one stands in its place', async () => {
    await alice.add('CLAIM', 'Fixing src/a.ts', { ttl_s: 2 });
    await bob.add('CLAIM', 'fixing src/a.ts', { ttl_s: 60 });
    service.clock.ms = NOON + 1_999;
    expect(await alice.add('CLAIM', 'FIXING  src/A.ts', { ttl_s: 2 })).toBe('G3');
    service.clock.ms = NOON + 3_998;
    const all = ['G1 superseded', 'G2 live', 'G3 live'];
    expect(await shown()).toEqual({ read: ['G2 live', 'G3 live'], readAll: all, grep: all });
    expect((await bob.readAll()).items.map(({ refs }) => refs)).toEqual([undefined, undefined, ['G1']]);
    service.clock.ms = NOON + 3_999;
    expect((await shown()).read).toEqual(['G2 live']);
  });

  it('is a new one once the first has expired', async () => {
    await alice.add('CLAIM', 'fixing src/a.ts', { ttl_s: 2 });
    service.clock.ms = NOON + 2_000;
    await alice.add('CLAIM', 'fixing src/a.ts', { ttl_s: 2 });
    expect((await shown()).readAll).toEqual(['G1 expired', 'G2 live']);
  });

  it('of another text leaves the first one alone', async () => {
    await alice.add('CLAIM', 'fixing src/a.ts');
    await alice.add('CLAIM', 'fixing src/a.ts now');
    expect((await shown()).read).toEqual(['G1 live', 'G2 live']);
  });
});

describe('overlaps', () => {
  const overlapsOf = async (content: string): Promise<readonly string[] | undefined> => {
    const { status, data } = await bob.write([{ type: 'CLAIM', content }]);
    expect(status).toBe(201);
    return data.results[0]?.overlaps;
  };

  it('are the live claims of others that share a name, and refuse nothing', async () => {
    await alice.add('CLAIM', 'fixing src/net/retry.ts and retry()', { ttl_s: 60 });
    await alice.add('FACT', 'src/net/retry.ts is old');
    await bob.add('CLAIM', 'reading src/net/retry.ts');
    await alice.add('CLAIM', 'rewriting ./SRC/net/retry.ts', { ttl_s: 2 });
    expect(await overlapsOf('see src/net/retry.ts')).toEqual(['G1', 'G4']);
    expect(await overlapsOf('calls retry() now')).toEqual(['G1']);
    expect(await overlapsOf('see src/net/other.ts')).toBeUndefined();
    expect(await overlapsOf('fixing and rewriting')).toBeUndefined();
    service.clock.ms = NOON + 2_000;
    expect(await overlapsOf('again src/net/retry.ts')).toEqual(['G1']);
    await alice.release('G1', { outcome: 'done' });
    expect(await overlapsOf('once more src/net/retry.ts')).toBeUndefined();
  });

  it('are of this board alone', async () => {
    const elsewhere = (await openBoard(service))('alice');
    await elsewhere.add('CLAIM', 'fixing src/a.ts');
    expect(await overlapsOf('fixing src/a.ts')).toBeUndefined();
  });
});

describe('a restart', () => {
  let running: TestService;
  beforeAll(async () => {
    running = await startService();
  });
  afterAll(() => running.close());

  const restart = async (): Promise<void> => {
    await running.stop();
    running = await startService({ store: running.store, clock: running.clock });
  };
  const read = async (): Promise<readonly string[]> => {
    const paths = ['read', 'read?format=json', 'read_all', 'grep?q=a&kinds=all', 'unfold?labels=G1-G9'];
    const answers = paths.map((path) => send(running, `/board/main/${path}`, { agent: 'bob' }));
    return (await Promise.all(answers)).map(({ status, headers, text }) => `${status} ${headers.get('etag')} ${text}`);
  };

  it('changes nothing that is read, byte for byte, whatever ends in between', async () => {
    const writer = new BoardClient(running, 'main', 'alice');
    const patch = 'PATCH_SUMMARY files=a | idea=a | evidence=1 passed';
    await writer.writeText(`CLAIM fixing src/a.ts\nFACT a\nFACT A\n${patch}\nFAIL a is broken`);
    await writer.add('CLAIM', 'fixing src/b.ts', { ttl_s: 2, detail: 'all of it' });
    await writer.add('CLAIM', 'fixing src/c.ts');
    await writer.release('G7', { outcome: 'done' });
    const before = await read();
    expect(before[0]).toContain('claims 2');
    await restart();
    expect(await read()).toEqual(before);
    running.clock.ms += 2_000;
    const later = await read();
    expect(later[0]).toContain('claims 1');
    await restart();
    expect(await read()).toEqual(later);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type BoardClient, openBoard } from '../../support/board-client.js';
import { startService, type TestService } from '../../support/service.js';

// Each rule holds alike for a view that has followed the board and for one that was built from stored rows.
const LIMIT = 5;

let service: TestService;
let alice: BoardClient;
let bob: BoardClient;
beforeAll(async () => {
  service = await startService({ env: { BOARD_VIEW_LIMIT: String(LIMIT) } });
});
afterAll(() => service.close());
beforeEach(async () => {
  const board = await openBoard(service);
  alice = board('alice');
  bob = board('bob');
});

const patchOf = (files: string): string => `files=${files} | idea=cap it | evidence=12 passed`;

/** Pushes what there is out of the window. */
const fill = async (count = LIMIT): Promise<void> => {
  await bob.write(Array.from({ length: count }, (_, place) => ({ type: 'FACT', content: `filler ${place}` })));
};

const windowLabels = async (): Promise<readonly string[]> => (await bob.readAll()).items.map(({ label }) => label);

const statusOf = async (label: string): Promise<string | undefined> =>
  (await bob.grep('cap it', { type: ['PATCH_SUMMARY'] })).matches.find((match) => match.label === label)?.status;

describe('a patch that has left the window', () => {
  beforeEach(async () => {
    await alice.add('PATCH_SUMMARY', patchOf('src/a.ts'), { delegation_id: 'w1' });
    await alice.add('PATCH_SUMMARY', patchOf('src/b.ts'));
    await alice.add('PATCH_SUMMARY', patchOf('src/c.ts'), { delegation_id: 'w2', final: true });
    await fill();
    expect(await windowLabels()).toEqual(['G4', 'G5', 'G6', 'G7', 'G8']);
    expect(await statusOf('G1')).toBe('candidate');
  });

  it('is superseded by a later one of its author and label', async () => {
    await bob.add('PATCH_SUMMARY', patchOf('src/a.ts'), { delegation_id: 'w1' });
    expect(await statusOf('G1')).toBe('candidate');
    await alice.add('PATCH_SUMMARY', patchOf('src/z.ts'), { delegation_id: 'w1' });
    expect([await statusOf('G1'), await statusOf('G2'), await statusOf('G3')]).toEqual([
      'superseded',
      'candidate',
      'final',
    ]);
  });

  it('is superseded by a later one of its author that names one of its files, neither having a label', async () => {
    await alice.add('PATCH_SUMMARY', patchOf('src/y.ts, src/b.ts'));
    expect([await statusOf('G1'), await statusOf('G2')]).toEqual(['candidate', 'superseded']);
  });

  it('is invalidated by a FAIL of its author and label, or one that names its file', async () => {
    await alice.add('FAIL', 'src/b.ts hangs');
    expect([await statusOf('G1'), await statusOf('G2')]).toEqual(['candidate', 'invalidated']);
    await alice.add('FAIL', 'it hangs', { delegation_id: 'w1' });
    expect([await statusOf('G1'), await statusOf('G2')]).toEqual(['invalidated', 'invalidated']);
  });

  it('is invalidated by a peer that names it, final or not', async () => {
    await alice.add('FAIL', 'it hangs', { delegation_id: 'w2' });
    expect(await statusOf('G3')).toBe('final');
    await bob.add('FAIL', 'it hangs', { invalidates: 'G3' });
    await bob.add('FAIL', 'it hangs', { invalidates: 'G1' });
    expect([await statusOf('G1'), await statusOf('G2'), await statusOf('G3')]).toEqual([
      'invalidated',
      'candidate',
      'invalidated',
    ]);
  });

  it('counts among the fails before the next one', async () => {
    await alice.add('FAIL', 'it hangs', { delegation_id: 'w1' });
    await fill();
    await alice.add('PATCH_SUMMARY', patchOf('src/z.ts'), { delegation_id: 'w1' });
    expect((await bob.lines()).find((line) => line.startsWith('G15 '))).toBe(
      `G15 PATCH_SUMMARY candidate alice/w1 2026-11-30 12:00 ${patchOf('src/z.ts')} after 1 fail`,
    );
  });
});

describe('the retained window', () => {
  it('does not shorten when a patch is replaced: an older gist stays', async () => {
    await fill(4);
    await alice.add('PATCH_SUMMARY', patchOf('src/a.ts'), { delegation_id: 'w1' });
    expect(await windowLabels()).toEqual(['G1', 'G2', 'G3', 'G4', 'G5']);
    await alice.add('PATCH_SUMMARY', patchOf('src/a.ts'), { delegation_id: 'w1' });
    expect(await windowLabels()).toEqual(['G1', 'G2', 'G3', 'G4', 'G6']);
    await fill(1);
    expect(await windowLabels()).toEqual(['G2', 'G3', 'G4', 'G6', 'G7']);
  });

  it('brings older gists back when one patch without a label supersedes several', async () => {
    await fill(4);
    for (const name of ['a', 'b', 'c']) await alice.add('PATCH_SUMMARY', patchOf(`src/${name}.ts`));
    expect(await windowLabels()).toEqual(['G3', 'G4', 'G5', 'G6', 'G7']);
    await alice.add('PATCH_SUMMARY', patchOf('src/a.ts src/b.ts src/c.ts'));
    expect(await windowLabels()).toEqual(['G1', 'G2', 'G3', 'G4', 'G8']);
    expect((await bob.live()).items.map(({ label }) => label)).toEqual(['G1', 'G2', 'G3', 'G4', 'G8']);
  });

  it('is not moved by entries that are no gists', async () => {
    await fill(4);
    await alice.add('CLAIM', 'fixing src/a.ts');
    await alice.release('G5', { outcome: 'handoff', to: 'bob' });
    expect(await windowLabels()).toEqual(['G1', 'G2', 'G3', 'G4', 'G5']);
    expect((await bob.readAll()).head).toBe(7);
  });
});

describe('a claim that has left the window', () => {
  it('is released by its label all the same', async () => {
    await alice.add('CLAIM', 'fixing src/a.ts');
    await fill();
    expect((await alice.release('G1', { outcome: 'done' })).data).toMatchObject({ label: 'G1', status: 'released' });
    expect((await bob.grep('fixing')).matches.map(({ status }) => status)).toEqual(['released']);
  });

  it('shows as expired in grep once it has ended', async () => {
    await alice.add('CLAIM', 'fixing src/a.ts', { ttl_s: 2 });
    await fill();
    expect((await bob.grep('fixing')).matches.map(({ status }) => status)).toEqual(['live']);
    service.clock.ms += 2_000;
    expect((await bob.grep('fixing')).matches.map(({ status }) => status)).toEqual(['expired']);
  });
});

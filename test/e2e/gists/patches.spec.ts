import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type BoardClient, openBoard } from '../../support/board-client.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
let alice: BoardClient;
let bob: BoardClient;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  const board = await openBoard(service);
  alice = board('alice');
  bob = board('bob');
});

const EVIDENCE = 'evidence=npm test: 12 passed';

const patch = (by: BoardClient, work?: string, more: { files?: string; final?: boolean } = {}): Promise<string> =>
  by.add('PATCH_SUMMARY', `files=${more.files ?? 'src/a.ts'} | idea=cap it | ${EVIDENCE}`, {
    ...(work === undefined ? {} : { delegation_id: work }),
    ...(more.final === undefined ? {} : { final: more.final }),
  });

const fail = (by: BoardClient, work?: string, more: { invalidates?: string; content?: string } = {}): Promise<string> =>
  by.add('FAIL', more.content ?? 'src/a.ts still times out', {
    ...(work === undefined ? {} : { delegation_id: work }),
    ...(more.invalidates === undefined ? {} : { invalidates: more.invalidates }),
  });

/** The status of each patch ever written, by label; grep shows all of them. */
const patches = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await bob.grep('12 passed', { type: ['PATCH_SUMMARY'] })).matches.map(({ label, status }) => [label, status]),
  );

describe('a patch with a work label', () => {
  it('supersedes the earlier one of its author and label, whatever its files', async () => {
    await patch(alice, 'w1');
    await patch(alice, 'w1', { files: 'src/b.ts' });
    expect(await patches()).toEqual({ G1: 'superseded', G2: 'candidate' });
    expect((await bob.live()).items.map(({ label }) => label)).toEqual(['G2']);
    expect((await bob.readAll()).items.map(({ label, refs }) => [label, refs])).toEqual([['G2', ['G1']]]);
  });

  it('leaves those of other labels, of other authors and without a label alone', async () => {
    await patch(alice, 'w1');
    await patch(bob, 'w2');
    await patch(alice);
    await patch(alice, 'w2');
    expect(await patches()).toEqual({ G1: 'candidate', G2: 'candidate', G3: 'candidate', G4: 'candidate' });
  });

  it('supersedes within one request too', async () => {
    const note = { type: 'PATCH_SUMMARY', delegation_id: 'w1' };
    await alice.write([
      { ...note, content: `files=a.ts | idea=x | ${EVIDENCE}` },
      { ...note, content: `files=b.ts | idea=x | ${EVIDENCE}` },
    ]);
    expect(await patches()).toEqual({ G1: 'superseded', G2: 'candidate' });
  });

  it('supersedes a final one', async () => {
    await patch(alice, 'w1', { final: true });
    expect(await patches()).toEqual({ G1: 'final' });
    await patch(alice, 'w1');
    expect(await patches()).toEqual({ G1: 'superseded', G2: 'candidate' });
  });
});

describe('a patch without a work label', () => {
  it('supersedes those of its author, without a label, that name one of its files', async () => {
    await patch(alice, undefined, { files: 'src/a.ts, src/b.ts' });
    await patch(alice, undefined, { files: 'src/c.ts' });
    await patch(alice, 'w1', { files: 'src/b.ts' });
    await patch(bob, undefined, { files: 'src/b.ts' });
    await patch(alice, undefined, { files: './SRC/b.ts src/d.ts' });
    expect(await patches()).toEqual({
      G1: 'superseded',
      G2: 'candidate',
      G3: 'candidate',
      G4: 'candidate',
      G5: 'candidate',
    });
  });

  it('for other files leaves both live', async () => {
    await patch(alice, undefined, { files: 'src/a.ts' });
    await patch(alice, undefined, { files: 'src/b.ts' });
    expect((await bob.live()).items.map(({ status }) => status)).toEqual(['candidate', 'candidate']);
  });
});

describe('a FAIL', () => {
  it('of the same author and label invalidates the candidate', async () => {
    await patch(alice, 'w1');
    await fail(alice, 'w1');
    expect(await patches()).toEqual({ G1: 'invalidated' });
    expect((await bob.lines())[3]).toBe(
      `G1 PATCH_SUMMARY invalidated alice/w1 2026-11-30 12:00 files=src/a.ts | idea=cap it | ${EVIDENCE}`,
    );
  });

  it('of another label, or without one, leaves it alone', async () => {
    await patch(alice, 'w1');
    await fail(alice, 'w2');
    await fail(alice);
    expect(await patches()).toEqual({ G1: 'candidate' });
  });

  it('of a peer invalidates only the patch that it names', async () => {
    await patch(alice, 'w1');
    await patch(alice, 'w2');
    await fail(bob, 'w1');
    expect(await patches()).toEqual({ G1: 'candidate', G2: 'candidate' });
    await fail(bob, undefined, { invalidates: 'g1', content: 'it broke' });
    expect(await patches()).toEqual({ G1: 'invalidated', G2: 'candidate' });
    expect((await bob.unfold('G4')).items[0]?.refs).toEqual(['G1']);
  });

  it('without a label invalidates the patch without one whose file it names', async () => {
    await patch(alice, undefined, { files: 'src/a.ts' });
    await patch(alice, undefined, { files: 'src/b.ts' });
    await fail(alice, undefined, { content: 'it times out' });
    expect(await patches()).toEqual({ G1: 'candidate', G2: 'candidate' });
    await fail(alice, undefined, { content: 'src/a.ts:40 times out' });
    expect(await patches()).toEqual({ G1: 'invalidated', G2: 'candidate' });
  });

  it('that names another patch than that of its own label invalidates the named one alone', async () => {
    await patch(alice, 'w1');
    await patch(bob, 'w2');
    await fail(alice, 'w1', { invalidates: 'G2' });
    expect(await patches()).toEqual({ G1: 'candidate', G2: 'invalidated' });
  });

  it('leaves a final patch alone, unless it names it', async () => {
    await patch(alice, 'w1', { final: true });
    await fail(alice, 'w1');
    await fail(alice);
    await fail(bob);
    expect(await patches()).toEqual({ G1: 'final' });
    await fail(bob, undefined, { invalidates: 'G1' });
    expect(await patches()).toEqual({ G1: 'invalidated' });
  });

  it('that names a superseded patch leaves all as it is', async () => {
    await patch(alice, 'w1');
    await patch(alice, 'w1');
    await fail(bob, undefined, { invalidates: 'G1' });
    expect(await patches()).toEqual({ G1: 'superseded', G2: 'candidate' });
  });

  it('in the request that writes the patch invalidates it', async () => {
    await alice.writeText(
      `PATCH_SUMMARY files=a.ts | idea=x | ${EVIDENCE}\nFAIL a.ts broke\nPATCH_SUMMARY files=b.ts | idea=x | ${EVIDENCE}`,
      'w1',
    );
    expect(await patches()).toEqual({ G1: 'superseded', G3: 'candidate' });
    expect((await bob.live()).items.at(-1)?.fails_before).toBe(1);
  });
});

describe('a patch after a FAIL', () => {
  it('is a candidate again, and says after how many', async () => {
    await patch(alice, 'w1');
    await fail(alice, 'w1');
    await patch(alice, 'w1');
    expect(await patches()).toEqual({ G1: 'superseded', G3: 'candidate' });
    const line = `PATCH_SUMMARY candidate alice/w1 2026-11-30 12:00 files=src/a.ts | idea=cap it | ${EVIDENCE}`;
    expect(await bob.lines()).toContain(`G3 ${line} after 1 fail`);
    await fail(bob, undefined, { invalidates: 'G3' });
    await patch(alice, 'w1');
    await patch(alice, 'w1');
    expect(await bob.lines()).toContain(`G6 ${line} after 2 fails`);
    expect((await bob.live({ type: ['PATCH_SUMMARY'] })).items.map(({ fails_before }) => fails_before)).toEqual([2]);
  });
});

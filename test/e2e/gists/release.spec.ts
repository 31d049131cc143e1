import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type BoardClient, openBoard } from '../../support/board-client.js';
import { NOON } from '../../support/fixed-clock.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
let alice: BoardClient;
let bob: BoardClient;
let carol: BoardClient;
let operator: BoardClient;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.clock.ms = NOON;
  const board = await openBoard(service);
  [alice, bob, carol, operator] = [board('alice'), board('bob'), board('carol'), board('harness')];
  // A board knows who came by.
  for (const agent of [alice, bob, carol]) await agent.readAll();
  await alice.add('CLAIM', 'fixing src/a.ts');
  await bob.add('CLAIM', 'fixing src/b.ts');
});

const statuses = async (): Promise<readonly string[]> => (await carol.readAll()).items.map(({ status }) => status);

describe('a release', () => {
  it('by the author hides the claim from read, and shows it as released in read_all and grep', async () => {
    const { status, data } = await alice.release('g1', { outcome: 'done' });
    expect(status).toBe(200);
    expect(data).toEqual({ board: alice.board, head: 3, label: 'G1', status: 'released', message: null });
    expect((await carol.live()).items.map(({ label }) => label)).toEqual(['G2']);
    expect(await statuses()).toEqual(['released', 'live']);
    expect((await carol.grep('src/a.ts')).matches.map(({ status }) => status)).toEqual(['released']);
    const [entry] = (await carol.unfold('G3')).items;
    expect(entry).toMatchObject({ kind: 'release', type: 'done', author: 'alice', refs: ['G1'] });
  });

  it('by an operator is taken', async () => {
    expect((await operator.release('G1', { outcome: 'abandoned' })).status).toBe(200);
    expect(await statuses()).toEqual(['released', 'live']);
  });

  it('by another member is refused and changes nothing', async () => {
    const { status, problem } = await bob.release('G1', { outcome: 'done' });
    expect([status, problem.code]).toEqual([403, 'forbidden']);
    expect(problem.detail).toContain('alice');
    expect(await statuses()).toEqual(['live', 'live']);
    expect((await carol.readAll()).head).toBe(2);
  });

  it('that is repeated answers the same and writes nothing', async () => {
    const first = await alice.release('G1', { outcome: 'handoff', to: 'bob' });
    expect(first.data).toEqual({ board: alice.board, head: 4, label: 'G1', status: 'released', message: 'G4' });
    for (const again of [alice, operator]) {
      const { status, data } = await again.release('G1', { outcome: 'done' });
      expect(status).toBe(200);
      expect(data).toEqual({ board: alice.board, head: 4, label: 'G1', status: 'released', message: null });
    }
  });

  it('of an expired claim is taken', async () => {
    service.clock.ms = NOON + 3_600_000;
    expect(await statuses()).toEqual(['expired', 'expired']);
    expect((await alice.release('G1', { outcome: 'done' })).data.status).toBe('released');
    expect(await statuses()).toEqual(['released', 'expired']);
  });

  it('by the label of a claim that was renewed ends the renewed one', async () => {
    await alice.add('CLAIM', 'fixing src/a.ts');
    await alice.add('CLAIM', 'fixing src/a.ts');
    const { data } = await alice.release('G1', { outcome: 'done' });
    expect(data).toMatchObject({ label: 'G4', status: 'released', head: 5 });
    expect(await statuses()).toEqual(['superseded', 'live', 'superseded', 'released']);
    expect((await alice.release('G3', { outcome: 'done' })).data).toMatchObject({ label: 'G4', head: 5 });
  });

  it('lets the same text be claimed anew', async () => {
    await alice.release('G1', { outcome: 'done' });
    await alice.add('CLAIM', 'fixing src/a.ts');
    expect(await statuses()).toEqual(['released', 'live', 'live']);
  });

  it.each<[number, string, string, Record<string, unknown>]>([
    [404, 'not_found', 'G99', { outcome: 'done' }],
    [422, 'not_a_claim', 'G3', { outcome: 'done' }],
    [400, 'bad_request', 'G0', { outcome: 'done' }],
    [400, 'bad_request', '1', { outcome: 'done' }],
    [400, 'bad_request', 'G1', {}],
    [400, 'bad_request', 'G1', { outcome: 'finished' }],
    [400, 'bad_request', 'G1', { outcome: 'done', to: 'bob' }],
    [400, 'bad_request', 'G1', { outcome: 'handoff', to: 'b b' }],
    [400, 'bad_request', 'G1', { outcome: 'done', note: 'x'.repeat(1_001) }],
    [400, 'bad_request', 'G1', { outcome: 'done', author: 'bob' }],
    [400, 'bad_request', 'G1', { outcome: 'handoff', to: 'alice' }],
    [400, 'bad_request', 'G1', { outcome: 'handoff', to: 'ALICE' }],
    [422, 'unknown_agent', 'G1', { outcome: 'handoff', to: 'caroll' }],
  ])('is refused with %i %s: %s %j', async (status, code, label, body) => {
    await alice.add('FACT', 'src/a.ts is old');
    const reply = await alice.release(label, body as { outcome: 'done' });
    expect([reply.status, reply.problem.code]).toEqual([status, code]);
    expect((await carol.readAll()).head).toBe(3);
    expect(await statuses()).toEqual(['live', 'live', 'live']);
  });

  it('to oneself says what to name instead', async () => {
    const { problem } = await alice.release('G1', { outcome: 'handoff', to: 'Alice' });
    expect(problem.errors).toEqual([{ path: 'to', message: 'is yourself; name another agent, or leave it out' }]);
  });

  it('to an unknown agent offers close spellings', async () => {
    const { problem } = await alice.release('G1', { outcome: 'handoff', to: 'caroll' });
    expect(problem.detail).toContain('Did you mean carol?');
  });
});

describe('a handoff', () => {
  const NOTE = `zebra plan, Bearer ${'a1B2'.repeat(8)}`;

  it('sends a message that its two ends and the operator see, and nobody else on any surface', async () => {
    const before = { read: await carol.text(), readAll: await carol.readAll() };
    const { data } = await alice.release('G1', { outcome: 'handoff', to: 'BOB', note: NOTE });
    expect(data).toEqual({ board: alice.board, head: 4, label: 'G1', status: 'released', message: 'G4' });
    const text = 'I hand my claim G1 over to you. zebra plan, Bearer [redacted:bearer-token]';
    for (const agent of [alice, bob, operator]) {
      const [message] = (await agent.grep('over to you', { kinds: 'all' })).matches;
      expect(message).toMatchObject({ label: 'G4', kind: 'post', type: 'handoff', author: 'alice', to: 'bob' });
      expect(message?.content).toBe(text);
      const unfolded = await agent.unfold('G4');
      expect([unfolded.items.map(({ content }) => content), unfolded.missing]).toEqual([[text], []]);
    }
    expect(await carol.find('over to you', { kinds: 'all' })).toEqual([]);
    expect((await carol.grep('!"in no text"', { kinds: 'all' })).matches.map(({ label }) => label)).toEqual([
      'G3',
      'G2',
      'G1',
    ]);
    expect(await carol.unfold('G4,G3')).toMatchObject({ items: [{ label: 'G3' }], missing: ['G4'] });
    expect((await carol.readAll()).items.map(({ label }) => label)).toEqual(
      before.readAll.items.map(({ label }) => label),
    );
    for (const text of [await carol.text(), await bob.text(), JSON.stringify(await carol.live())])
      expect(text).not.toContain('over to you');
    expect(before.read).toContain('G1 CLAIM');
  });

  it('is no gist: a search of gists finds it for nobody', async () => {
    await alice.release('G1', { outcome: 'handoff', to: 'bob' });
    for (const agent of [alice, bob, operator]) expect(await agent.find('over to you')).toEqual([]);
  });

  it('says what it notes to all in the release itself, secrets redacted', async () => {
    await alice.release('G1', { outcome: 'done', note: NOTE });
    expect((await carol.grep('zebra', { kinds: 'all' })).matches).toMatchObject([
      { label: 'G3', kind: 'release', content: 'zebra plan, Bearer [redacted:bearer-token]' },
    ]);
  });

  it('without `to` sends nothing', async () => {
    expect((await alice.release('G1', { outcome: 'handoff' })).data).toMatchObject({ head: 3, message: null });
  });
});

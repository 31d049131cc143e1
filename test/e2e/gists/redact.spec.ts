import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { storedText } from '../../support/append-entries.js';
import { type BoardClient, openBoard } from '../../support/board-client.js';
import { startService, type TestService } from '../../support/service.js';

const GONE = '[redacted by an operator]';

let service: TestService;
let alice: BoardClient;
let bob: BoardClient;
let operator: BoardClient;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  const board = await openBoard(service);
  [alice, bob, operator] = [board('alice'), board('bob'), board('harness')];
  await alice.add('FACT', `the customer is Zebedee${'.'.repeat(90)} Quagmire`, { detail: 'Ophidian street 5' });
  await bob.add('FACT', 'the customer pays late', { detail: 'Ophidian street is long' });
});

const SECRETS = ['Zebedee', 'Quagmire', 'Ophidian street 5'];

describe('a redaction', () => {
  it('takes content, detail and search text away on every surface and from the tables', async () => {
    expect(await bob.find('quagmire')).toEqual(['G1']);
    await bob.text();
    const { status, data } = await operator.redact('g1', 'a customer name');
    expect(status).toBe(200);
    expect(data).toEqual({ board: alice.board, head: 3, label: 'G1' });
    for (const agent of [alice, bob, operator]) {
      const surfaces = [await agent.text(), await agent.live(), await agent.readAll(), await agent.unfold('G1')];
      for (const secret of SECRETS) {
        expect(JSON.stringify(surfaces)).not.toContain(secret);
        for (const where of ['content', 'detail', 'all'] as const)
          expect(await agent.find(secret, { in: where, kinds: 'all' })).toEqual([]);
      }
      expect((await agent.unfold('G1')).items).toMatchObject([
        { label: 'G1', type: 'FACT', author: 'alice', content: GONE, detail: GONE, status: 'redacted' },
      ]);
    }
    for (const secret of SECRETS) expect((await storedText(service)).toLowerCase()).not.toContain(secret.toLowerCase());
  });

  it('leaves other entries as they are', async () => {
    await operator.redact('G1', 'a customer name');
    expect((await bob.unfold('G2')).items).toMatchObject([
      { content: 'the customer pays late', detail: 'Ophidian street is long', status: 'live' },
    ]);
    expect(await bob.find('ophidian', { in: 'detail' })).toEqual(['G2']);
    expect(await bob.find('customer')).toEqual(['G2']);
    expect((await bob.readAll()).items.map(({ content }) => content)).toEqual([GONE, 'the customer pays late']);
    expect((await bob.grep('redacted')).matches.map(({ label, status }) => [label, status])).toEqual([
      ['G1', 'redacted'],
    ]);
  });

  it('is an entry itself, which only operators see', async () => {
    await operator.redact('G1', 'a customer name');
    const [entry] = (await operator.grep('customer name', { kinds: 'all' })).matches;
    expect(entry).toMatchObject({
      label: 'G3',
      kind: 'redaction',
      author: 'harness',
      content: 'a customer name',
      refs: ['G1'],
    });
    for (const member of [alice, bob]) {
      expect(await member.find('customer name', { kinds: 'all' })).toEqual([]);
      expect(await member.unfold('G3')).toMatchObject({ items: [], missing: ['G3'] });
    }
    expect((await operator.unfold('G3')).items).toHaveLength(1);
  });

  it('that is repeated changes nothing and writes nothing', async () => {
    await operator.redact('G1', 'first');
    const again = await operator.redact('G1', 'second');
    expect([again.status, again.data]).toEqual([200, { board: alice.board, head: 3, label: 'G1' }]);
    expect((await operator.readAll()).head).toBe(3);
  });

  it('is for operators only', async () => {
    for (const member of [alice, bob]) {
      const { status, problem } = await member.redact('G1', 'mine');
      expect([status, problem.code]).toEqual([403, 'forbidden']);
    }
    expect(await bob.find('zebedee')).toEqual(['G1']);
    expect((await bob.readAll()).head).toBe(2);
  });

  it.each([
    [404, 'not_found', 'G99'],
    [400, 'bad_request', 'G0'],
    [400, 'bad_request', 'x'],
  ])('answers %i %s for %s', async (status, code, label) => {
    const reply = await operator.redact(label, 'why');
    expect([reply.status, reply.problem.code]).toEqual([status, code]);
  });

  it('keeps secrets out of its reason', async () => {
    await operator.redact('G1', `held ghp_${'a1B2'.repeat(9)}`);
    expect((await operator.unfold('G3')).items[0]?.content).toBe('held [redacted:github-token]');
  });

  it('takes the text of a message away from its two ends', async () => {
    await bob.readAll();
    await alice.add('CLAIM', 'calling Zebedee');
    await alice.release('G3', { outcome: 'handoff', to: 'bob' });
    await operator.redact('G5', 'a customer name');
    await operator.redact('G3', 'a customer name');
    for (const agent of [alice, bob, operator])
      expect((await agent.unfold('G3,G5')).items.map(({ content }) => content)).toEqual([GONE, GONE]);
    expect(await bob.find('zebedee', { kinds: 'all' })).toEqual(['G1']);
  });

  it('of a patch and of a claim leaves what they are', async () => {
    const patch = 'files=src/a.ts | idea=ask Zebedee | evidence=12 passed';
    await alice.add('PATCH_SUMMARY', patch, { delegation_id: 'w1', final: true });
    await alice.add('CLAIM', 'calling Zebedee', { ttl_s: 60 });
    await operator.redact('G3', 'a customer name');
    await operator.redact('G4', 'a customer name');
    const lines = await bob.lines();
    expect(lines).toContain(`G3 PATCH_SUMMARY final alice/w1 2026-11-30 12:00 ${GONE}`);
    expect(lines).toContain(`G4 CLAIM alice 2026-11-30 12:00 until 12:01 ${GONE}`);
    await alice.add('PATCH_SUMMARY', patch.replace('Zebedee', 'her'), { delegation_id: 'w1' });
    expect((await bob.live({ type: ['PATCH_SUMMARY'] })).items.map(({ label }) => label)).toEqual(['G7']);
    expect((await alice.release('G4', { outcome: 'done' })).data.status).toBe('released');
  });
});

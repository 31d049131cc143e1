import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { storedText } from '../../support/append-entries.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns, type TurnsClient } from '../../support/turns-client.js';

const GONE = '[redacted by an operator]';

let service: TestService;
let alice: TurnsClient;
let bob: TurnsClient;
let operator: TurnsClient;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  const open = await openTurns(service);
  [alice, bob, operator] = [open('alice'), open('bob'), open('harness')];
  await bob.send('alice', 'unrelated');
});

const contents = async (labels: string): Promise<readonly string[]> =>
  (await operator.unfold(labels)).items.map(({ content }) => content);

async function expectNowhere(secret: string): Promise<void> {
  for (const agent of [alice, bob, operator]) expect(await agent.find(secret, { kinds: 'all' })).toEqual([]);
  expect((await storedText(service)).toLowerCase()).not.toContain(secret);
}

describe('a redacted message', () => {
  it.each([
    ['itself', 'G2'],
    ['an edit of it', 'G3'],
  ])('cannot be edited by its sender, where %s was redacted', async (_what, redacted) => {
    await alice.send('bob', 'call ophidia');
    await alice.edit('G2', 'call ophidia now');
    expect((await operator.redact(redacted, 'a customer')).data.head).toBe(4);
    const { status, problem } = await alice.edit('G2', 'call ophidia again');
    expect([status, problem.code]).toEqual([422, 'not_a_message']);
    expect(problem.detail).toContain('G2 was redacted');
    expect(await contents('G1,G2,G3')).toEqual(['unrelated', GONE, GONE]);
    await expectNowhere('ophidia');
    expect((await operator.redact(redacted, 'a customer')).data.head).toBe(4);
    expect((await bob.edit('G1', 'still mine')).status).toBe(200);
  });

  it('can be deleted by its sender', async () => {
    await alice.send('bob', 'call ophidia');
    await operator.redact('G2', 'a customer');
    expect((await alice.remove('G2')).status).toBe(200);
  });
});

describe('the note of a handoff', () => {
  it.each([
    ['release', 'G3'],
    ['message', 'G4'],
    ['edit of the message', 'G5'],
  ])('is taken away with its %s wherever it stands', async (_what, redacted) => {
    await alice.add('CLAIM', 'fixing src/a.ts');
    await alice.release('G2', { outcome: 'handoff', to: 'bob', note: 'ask zebedeus' });
    await alice.edit('G4', 'ask zebedeus first');
    await operator.redact(redacted, 'a customer');
    expect(await contents('G1,G2,G3,G4,G5')).toEqual(['unrelated', 'fixing src/a.ts', GONE, GONE, GONE]);
    await expectNowhere('zebedeus');
    const shown = (await operator.unfold('G3,G4')).items.map(({ status }) => status);
    expect(shown).toEqual(['redacted', 'redacted']);
    expect((await alice.edit('G4', 'ask zebedeus again')).problem.code).toBe('not_a_message');
  });
});

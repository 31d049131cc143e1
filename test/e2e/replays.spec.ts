import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { NOON } from '../support/fixed-clock.js';
import { type RawAnswer, rawRequest } from '../support/raw-request.js';
import { startService, type TestService } from '../support/service.js';
import { openTurns, type TurnsClient } from '../support/turns-client.js';

let service: TestService;
let alice: TurnsClient;
let bob: TurnsClient;
let operator: TurnsClient;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.clock.ms = NOON;
  const open = await openTurns(service);
  [alice, bob, operator] = [open('alice'), open('bob'), open('harness')];
  await bob.send('alice', 'unrelated');
});

const DAY_MS = 24 * 3_600_000;
const TO_CAROL = { to: 'carol', body: 'hello' };

const post = (path: string, body: unknown, key: string): Promise<RawAnswer> =>
  rawRequest(service.url, {
    method: 'POST',
    path: `/board/${alice.board}/${path}`,
    headers: { 'x-agent': 'alice', 'idempotency-key': key },
    body,
  });

async function removeCarol(): Promise<void> {
  const params = { path: { board: alice.board, agent: 'carol' } };
  const { response } = await service.as('harness').DELETE('/board/{board}/members/{agent}', { params });
  expect(response.status).toBe(200);
}

const codeOf = ({ text }: RawAnswer): string => (JSON.parse(text) as { code: string }).code;

describe('a repeat of what was granted gets the stored answer', () => {
  it('of a message whose recipient has left since', async () => {
    const first = await post('messages', TO_CAROL, 'k1');
    expect(first.status).toBe(201);
    await removeCarol();
    const again = await post('messages', TO_CAROL, 'k1');
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);
    expect((await operator.messages()).items.map(({ label }) => label)).toEqual(['G2', 'G1']);
  });

  it('of a handoff whose recipient has left since', async () => {
    await alice.add('CLAIM', 'fixing src/a.ts');
    const handoff = { outcome: 'handoff', to: 'carol' };
    const first = await post('claims/G2/release', handoff, 'k1');
    expect(first.status).toBe(200);
    await removeCarol();
    const again = await post('claims/G2/release', handoff, 'k1');
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, first.text, 'true']);
  });

  it('of an edit of a message that was deleted since', async () => {
    const label = await alice.send('bob', 'first text');
    const { data } = await alice.edit(label, 'second text', 'k1');
    await alice.remove(label);
    expect((await alice.edit(label, 'second text', 'k1')).data).toEqual(data);
    expect((await alice.edit(label, 'second text', 'k2')).problem.code).toBe('not_a_message');
  });
});

describe('a request whose recipient has left is refused', () => {
  it('under a key that has no answer, and under none; the key stays free', async () => {
    await removeCarol();
    expect(codeOf(await post('messages', TO_CAROL, 'k1'))).toBe('unknown_agent');
    expect(codeOf(await post('messages', TO_CAROL, 'k1'))).toBe('unknown_agent');
    expect((await alice.trySend('carol', 'hello')).problem.code).toBe('unknown_agent');
    const granted = await post('messages', { to: 'bob', body: 'hello' }, 'k1');
    expect([granted.status, granted.headers['idempotent-replayed']]).toEqual([201, undefined]);
  });

  it('as another request where its key was used for one', async () => {
    await post('messages', TO_CAROL, 'k1');
    await removeCarol();
    expect(codeOf(await post('messages', { ...TO_CAROL, body: 'other' }, 'k1'))).toBe('key_reused');
  });

  it('once a day has passed since the answer', async () => {
    await post('messages', TO_CAROL, 'k1');
    await removeCarol();
    service.clock.ms = NOON + DAY_MS - 1;
    expect((await post('messages', TO_CAROL, 'k1')).status).toBe(201);
    service.clock.ms = NOON + DAY_MS;
    expect(codeOf(await post('messages', TO_CAROL, 'k1'))).toBe('unknown_agent');
  });
});

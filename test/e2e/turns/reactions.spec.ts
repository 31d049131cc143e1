import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { rawRequest } from '../../support/raw-request.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns, type TurnsClient } from '../../support/turns-client.js';

let service: TestService;
let alice: TurnsClient;
let bob: TurnsClient;
let carol: TurnsClient;
let operator: TurnsClient;
let label: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  const open = await openTurns(service);
  [alice, bob, carol, operator] = [open('alice'), open('bob'), open('carol'), open('harness')];
  label = await alice.send('bob', 'true?');
});

const reactions = async (of: TurnsClient) => (await of.messages()).items[0]?.reactions;

describe('a reaction', () => {
  it('stands on the message for all who see it; repeating it writes nothing', async () => {
    expect((await bob.react(label, '👍')).data).toEqual({ board: bob.board, head: 2, label });
    expect((await bob.react(label, '👍')).data.head).toBe(2);
    await alice.react(label, '👍');
    await operator.react(label, '👨‍👩‍👧‍👦');
    for (const reader of [alice, bob, operator])
      expect(await reactions(reader)).toEqual([
        { emoji: '👍', agents: ['bob', 'alice'] },
        { emoji: '👨‍👩‍👧‍👦', agents: ['harness'] },
      ]);
  });

  it('is taken back by its author only; repeating that writes nothing', async () => {
    await bob.react(label, '👍');
    expect((await alice.unreact(label, '👍')).data.head).toBe(2);
    expect((await bob.unreact(label, '👍')).data.head).toBe(3);
    expect((await bob.unreact(label, '👍')).data.head).toBe(3);
    expect(await reactions(alice)).toEqual([]);
  });

  it('is refused on what the caller does not see, and on what is no message', async () => {
    expect((await carol.react(label, '👍')).problem.code).toBe('not_found');
    expect((await carol.unreact(label, '👍')).problem.code).toBe('not_found');
    const note = await carol.add('FACT', 'x');
    expect((await carol.react(note, '👍')).problem.code).toBe('not_a_message');
    expect((await bob.react('G99', '👍')).problem.code).toBe('not_found');
  });

  it.each(['ok', '👍👍', '1'])('is one emoji: not %s', async (text) => {
    const { status, problem } = await bob.react(label, text);
    expect([status, problem.errors?.[0]?.path]).toEqual([400, 'emoji']);
  });

  it('in a broken percent-escape is refused', async () => {
    const path = `/board/${bob.board}/messages/${label}/reactions/%F0%9F`;
    expect((await rawRequest(service.url, { method: 'PUT', path, headers: { 'x-agent': 'bob' } })).status).toBe(400);
  });

  it('is one of ten different ones at most, of each agent', async () => {
    const emoji = ['😀', '😁', '😂', '😃', '😄', '😅', '😆', '😇', '😈', '😉'];
    for (const each of emoji) expect((await bob.react(label, each)).status).toBe(200);
    expect((await bob.react(label, '😊')).status).toBe(400);
    expect((await bob.react(label, '😉')).status).toBe(200);
    expect((await alice.react(label, '😊')).status).toBe(200);
    await bob.unreact(label, '😀');
    expect((await bob.react(label, '😊')).status).toBe(200);
  });

  it('is told to the other end at its next snapshot, and to nobody in the middle of a turn', async () => {
    for (const agent of [alice, bob, carol]) await agent.snapshot();
    await bob.react(label, '👍');
    await bob.unreact(label, '👍');
    for (const agent of [alice, bob, carol]) expect((await agent.poll()).lease_id).toBeNull();
    expect((await alice.snapshot()).events).toMatchObject([
      { label: 'G2', kind: 'reaction', from: 'bob', of: label, body: '👍' },
      { label: 'G3', kind: 'reaction', from: 'bob', of: label, body: '👍' },
    ]);
    for (const agent of [bob, carol]) expect((await agent.snapshot()).events).toEqual([]);
  });
});

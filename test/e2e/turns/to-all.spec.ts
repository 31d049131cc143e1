import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';
import { labelsIn, labelsOf, openTurns, type TurnsClient } from '../../support/turns-client.js';

let service: TestService;
let open: Awaited<ReturnType<typeof openTurns>>;
let alice: TurnsClient;
let bob: TurnsClient;
let carol: TurnsClient;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  open = await openTurns(service);
  [alice, bob, carol] = [open('alice'), open('bob'), open('carol')];
});

const addMember = (agent: string) =>
  service.as('harness').PUT('/board/{board}/members/{agent}', { params: { path: { board: alice.board, agent } } });

describe('a post to all', () => {
  it('is a notice in the middle of a turn to each other member, once', async () => {
    const label = await bob.send('all', 'main is red', { type: 'signal' });
    for (const reader of [alice, carol]) {
      const pending = await reader.poll();
      expect(pending.events).toMatchObject([{ label, type: 'signal', from: 'bob', to: null, body: 'main is red' }]);
      expect(await reader.confirm(pending)).toEqual([0, 1]);
      expect((await reader.poll()).lease_id).toBeNull();
    }
    expect((await bob.poll()).lease_id).toBeNull();
  });

  it('is what a message without a recipient is', async () => {
    const { data } = await service.as('bob').POST('/board/{board}/messages', {
      params: { path: { board: bob.board } },
      body: { body: 'hello' },
    });
    expect((await alice.snapshot()).events).toMatchObject([{ label: data?.label, to: null, body: 'hello' }]);
  });

  it('stands in the snapshot with its current text, and what happened to it is told to who was shown it', async () => {
    const [kept, gone] = [await bob.send('all', 'frist'), await bob.send('all', 'oops')];
    expect(labelsIn(await alice.snapshot())).toEqual([kept, gone]);
    await bob.edit(kept, 'first');
    await bob.remove(gone);
    expect((await alice.snapshot()).events).toMatchObject([
      { kind: 'edit', of: kept, body: 'first' },
      { kind: 'deletion', of: gone, body: '' },
    ]);
    expect((await carol.snapshot()).events).toMatchObject([{ kind: 'message', label: kept, body: 'first' }]);
  });

  it('counts from joining on', async () => {
    await bob.send('all', 'before');
    await addMember('dave');
    const label = await bob.send('all', 'after');
    const dave = open('dave');
    expect(labelsOf(await dave.poll())).toEqual([label]);
    expect(labelsIn(await dave.snapshot())).toEqual([label]);
  });

  it('counts for who comes by on an open board from its first call on', async () => {
    await addMember('*');
    await bob.send('all', 'before');
    const erin = open('erin');
    expect(labelsIn(await erin.snapshot({ advance: 'false' }))).toEqual([]);
    const label = await bob.send('all', 'after');
    expect(labelsIn(await erin.snapshot())).toEqual([label]);
  });

  it('is not skipped where messages to the agent stand before and behind it', async () => {
    const labels = [await bob.send('alice', '1'), await bob.send('all', '2'), await bob.send('alice', '3')];
    const pending = await alice.poll({ limit: 1 });
    expect(labelsOf(pending)).toEqual([labels[0]]);
    const rest = await alice.poll();
    expect(labelsOf(rest)).toEqual(labels.slice(1));
    expect(await alice.confirm(rest)).toEqual([0, 0]);
    expect(await alice.confirm(pending)).toEqual([0, 3]);
  });

  it('is listed among the messages of all, and its reactions with it', async () => {
    const label = await bob.send('all', 'hello');
    await alice.send('carol', 'a secret');
    await carol.react(label, '👍');
    for (const reader of [alice, bob, carol]) {
      const { items } = await reader.messages({ with: reader === bob ? 'alice' : 'bob' });
      expect(items).toMatchObject([{ label, to: null, reactions: [{ emoji: '👍', agents: ['carol'] }] }]);
    }
    expect((await bob.snapshot()).events).toMatchObject([{ kind: 'reaction', of: label }]);
    expect(labelsIn(await alice.snapshot())).toEqual([label]);
  });
});

describe('the type of a post', () => {
  it.each(['message', 'signal', 'status', 'handoff', 'question', 'review_request'])('may be %s', async (type) => {
    const label = await bob.send('alice', 'x', { type });
    expect((await alice.messages()).items).toMatchObject([{ label, type }]);
  });

  it.each(['claim', 'release', 'fact', 'proposal', 'confirmed', 'lease', 'system', 'file'])(
    'can not be %s, which the service alone says',
    async (type) => {
      const { status, problem } = await bob.trySend('all', 'x', { type });
      expect([status, problem.errors?.[0]?.path]).toEqual([400, 'type']);
      expect((await alice.messages()).items).toEqual([]);
    },
  );

  it.each(['Message', 'member.added', '', 'x'.repeat(33)])('can not be %j', async (type) => {
    expect((await bob.trySend('all', 'x', { type })).status).toBe(400);
  });
});

describe('a body that is a JSON object', () => {
  it('comes back as its serialization, keys in order, secrets redacted', async () => {
    const body = { z: 1, a: { build: [true, null, 'é'] }, key: `AKIA${'ABCDEFGHIJKLMNOP'}` };
    await bob.send('alice', body);
    const [message] = (await alice.poll()).events;
    expect(message).toMatchObject({ json: true });
    expect(message?.body).toBe('{"z":1,"a":{"build":[true,null,"é"]},"key":"[redacted:aws-key]"}');
    expect((await alice.messages()).items).toMatchObject([{ json: true }]);
  });

  it('is no object any more once its sender writes a text instead', async () => {
    const label = await bob.send('alice', { ok: true });
    await bob.edit(label, 'all is well');
    expect((await alice.messages()).items).toMatchObject([{ json: false, body: 'all is well' }]);
  });

  it('has at most 4,000 characters as it is serialized', async () => {
    const ofLength = (length: number) => ({ t: '😀'.repeat(length - 8) });
    expect((await bob.trySend('alice', ofLength(4_000))).status).toBe(201);
    const { status, problem } = await bob.trySend('alice', ofLength(4_001));
    expect([status, problem.code]).toEqual([413, 'too_large']);
    expect(problem.detail).toContain('Attach it as a file');
  });

  it.each([[[1]], [null], [7]])('is nothing else: %j', async (body) => {
    expect((await bob.trySend('alice', body as never)).status).toBe(400);
  });
});

describe('a heartbeat', () => {
  it('is shown to nobody by itself, and moves no cursor', async () => {
    expect((await bob.trySend('all', '', { type: 'heartbeat' })).status).toBe(201);
    expect((await alice.poll()).lease_id).toBeNull();
    expect(labelsIn(await alice.snapshot())).toEqual([]);
    expect((await alice.messages()).items).toEqual([]);
    expect((await open('harness').messages()).items).toEqual([]);
  });

  it('says nothing, and is no message that somebody could answer or change', async () => {
    for (const [to, body] of [
      ['alice', ''],
      ['all', 'here'],
    ] as const)
      expect((await bob.trySend(to, body, { type: 'heartbeat' })).status).toBe(400);
    await bob.send('all', '', { type: 'heartbeat' });
    expect((await alice.react('G1', '👍')).status).toBe(422);
    expect((await bob.edit('G1', 'text')).status).toBe(422);
  });
});

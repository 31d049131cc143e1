import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';
import { openTurns, type TurnsClient } from '../../support/turns-client.js';

let service: TestService;
let alice: TurnsClient;
let bob: TurnsClient;
let carol: TurnsClient;
let operator: TurnsClient;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  const open = await openTurns(service);
  [alice, bob, carol, operator] = [open('alice'), open('bob'), open('carol'), open('harness')];
});

describe('sending a message', () => {
  it('answers its label, and both ends read it', async () => {
    await carol.add('FACT', 'unrelated');
    const { status, data } = await alice.trySend('bob', ' Is it true?\r\nReally? ');
    expect(status).toBe(201);
    expect(data).toEqual({ board: alice.board, head: 2, label: 'G2' });
    const message = {
      label: 'G2',
      type: 'message',
      from: 'alice',
      to: 'bob',
      body: 'Is it true?\nReally?',
      json: false,
      at: '2026-11-30T12:00:00.000Z',
      reply_to: null,
      edited: false,
      deleted: false,
      reactions: [],
    };
    for (const end of [alice, bob, operator])
      expect(await end.messages()).toEqual({ board: alice.board, head: 2, items: [message] });
  });

  it('takes 4,000 code points, 4-byte ones too, and refuses 4,001 and none', async () => {
    for (const letter of ['x', '😀']) {
      const label = await alice.send('bob', letter.repeat(4_000));
      expect((await bob.messages({ limit: 1 })).items).toMatchObject([{ label, body: letter.repeat(4_000) }]);
      const { status, problem } = await alice.trySend('bob', letter.repeat(4_001));
      expect([status, problem.code, problem.errors?.[0]?.path]).toEqual([413, 'too_large', 'body']);
    }
    const { status, problem } = await alice.trySend('bob', ' \n ');
    expect([status, problem.code, problem.errors?.[0]?.path]).toEqual([400, 'bad_request', 'body']);
    expect((await alice.messages()).items).toHaveLength(2);
  });

  it('redacts secrets', async () => {
    await alice.send('bob', `use AKIA${'ABCDEFGHIJKLMNOP'}`);
    expect((await bob.messages()).items).toMatchObject([{ body: 'use [redacted:aws-key]' }]);
  });

  it('reaches the operator, so that what it asks can be answered', async () => {
    const question = await operator.send('bob', 'Are you done?');
    const answer = await bob.trySend('Harness', 'Yes.', { reply_to: question });
    expect(answer.status).toBe(201);
    expect((await operator.messages({ limit: 1 })).items).toMatchObject([{ from: 'bob', to: 'harness', body: 'Yes.' }]);
  });

  it('refuses an unknown recipient, with close spellings', async () => {
    const { status, problem } = await alice.trySend('bobb', 'hello');
    expect([status, problem.code]).toEqual([422, 'unknown_agent']);
    expect(problem.errors).toEqual([{ path: 'to', message: problem.detail }]);
    expect(problem.detail).toContain('Did you mean bob?');
    expect((await alice.messages()).head).toBe(0);
  });

  it.each(['system', 'System'])('refuses %s without the advice to add it', async (to) => {
    const { status, problem } = await alice.trySend(to, 'hello');
    const message = `"${to}" is no agent. A message goes to an agent, by its name, or to all.`;
    expect([status, problem.code, problem.detail]).toEqual([422, 'unknown_agent', message]);
    expect(problem.errors).toEqual([{ path: 'to', message }]);
  });

  it('refuses the sender itself, in any spelling', async () => {
    for (const to of ['alice', 'ALICE']) {
      const { status, problem } = await alice.trySend(to, 'hello');
      expect([status, problem.errors?.[0]?.path]).toEqual([400, 'to']);
    }
  });

  it('knows the recipient in any spelling', async () => {
    await alice.send('BOB', 'hello');
    expect((await bob.messages()).items).toMatchObject([{ to: 'bob', body: 'hello' }]);
    expect((await alice.messages({ with: 'Bob' })).items).toHaveLength(1);
  });

  it('happens once for an Idempotency-Key', async () => {
    const once = await alice.trySend('bob', 'hello', { key: 'k1' });
    const again = await alice.trySend('bob', 'hello', { key: 'k1' });
    expect(again.data).toEqual(once.data);
    const other = await alice.trySend('bob', 'something else', { key: 'k1' });
    expect([other.status, other.problem.code]).toEqual([422, 'key_reused']);
    expect((await bob.messages()).items).toHaveLength(1);
  });

  it('is refused to who is no member', async () => {
    const stranger = await openTurns(service, ['dave']);
    const { board } = alice;
    const dave = stranger('dave');
    Object.assign(dave, { board });
    expect((await dave.trySend('bob', 'hello')).status).toBe(404);
    expect((await alice.messages()).head).toBe(0);
  });
});

describe('an answer', () => {
  it('names the message that it answers', async () => {
    const asked = await alice.send('bob', 'true?');
    await bob.send('alice', 'yes', { reply_to: asked.toLowerCase() });
    expect((await alice.messages()).items).toMatchObject([
      { body: 'yes', reply_to: asked },
      { body: 'true?', reply_to: null },
    ]);
  });

  it.each(['G99', 'a note', "others' message"])('is refused to %s', async (what) => {
    const note = await carol.add('FACT', 'x');
    const foreign = await alice.send('bob', 'between us');
    const reply_to = what === 'G99' ? 'G99' : what === 'a note' ? note : foreign;
    const { status, problem } = await carol.trySend('bob', 'hello', { reply_to });
    const expected = what === 'a note' ? [422, 'not_a_message'] : [404, 'not_found'];
    expect([status, problem.code]).toEqual(expected);
    expect((await carol.messages()).items).toEqual([]);
  });
});

describe('the list of messages', () => {
  beforeEach(async () => {
    await alice.send('bob', 'a to b');
    await bob.send('alice', 'b to a');
    await carol.add('FACT', 'unrelated');
    await alice.send('carol', 'a to c');
    await carol.send('bob', 'c to b');
    await bob.send('carol', 'b to c');
  });
  const bodies = async (of: TurnsClient, query: Parameters<TurnsClient['messages']>[0] = {}) =>
    (await of.messages(query)).items.map(({ body }) => body);

  it("is the caller's, newest first; an operator's is everybody's", async () => {
    expect(await bodies(alice)).toEqual(['a to c', 'b to a', 'a to b']);
    expect(await bodies(bob)).toEqual(['b to c', 'c to b', 'b to a', 'a to b']);
    expect(await bodies(operator)).toEqual(['b to c', 'c to b', 'a to c', 'b to a', 'a to b']);
  });

  it('is narrowed by `with`', async () => {
    expect(await bodies(alice, { with: 'bob' })).toEqual(['b to a', 'a to b']);
    expect(await bodies(alice, { with: 'carol' })).toEqual(['a to c']);
    expect(await bodies(alice, { with: 'alice' })).toEqual([]);
    expect(await bodies(operator, { with: 'alice' })).toEqual(['a to c', 'b to a', 'a to b']);
  });

  it('goes back page by page, through each message once', async () => {
    const pages: string[][] = [];
    let before: string | undefined;
    do {
      const page = await bob.messages({ limit: 2, ...(before === undefined ? {} : { before }) });
      pages.push(page.items.map(({ body }) => body));
      before = page.next_before;
    } while (before !== undefined);
    expect(pages).toEqual([
      ['b to c', 'c to b'],
      ['b to a', 'a to b'],
    ]);
  });

  it('takes a label or a number as `before`, exclusive', async () => {
    expect(await bodies(alice, { before: 'G4' })).toEqual(['b to a', 'a to b']);
    expect(await bodies(alice, { before: '2' })).toEqual(['a to b']);
    expect(await bodies(alice, { before: '0' })).toEqual([]);
  });
});

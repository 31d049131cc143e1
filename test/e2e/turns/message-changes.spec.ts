import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { storedText } from '../../support/append-entries.js';
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
  await carol.send('bob', 'unrelated');
  label = await alice.send('bob', 'first text');
});

const latest = async (of: TurnsClient) => (await of.messages({ before: 'G3', limit: 1 })).items[0];

describe('an edit', () => {
  it('puts the new text in the place of the old one, as often as one likes', async () => {
    const { status, data } = await alice.edit(label.toLowerCase(), ' second text ');
    expect([status, data]).toEqual([200, { board: alice.board, head: 3, label }]);
    await alice.edit(label, 'third text');
    for (const reader of [bob, operator])
      expect(await latest(reader)).toMatchObject({ label, body: 'third text', edited: true, deleted: false });
    expect((await bob.unfold(label)).items).toMatchObject([{ label, content: 'third text', status: 'edited' }]);
  });

  it('to the same text, or repeated under its key, writes nothing', async () => {
    expect((await alice.edit(label, 'first text')).data.head).toBe(2);
    const once = (await alice.edit(label, 'second text', 'k')).data;
    expect((await alice.edit(label, 'second text', 'k')).data).toEqual(once);
    expect((await alice.edit(label, 'second text')).data.head).toBe(3);
  });

  it('can go back to the first text', async () => {
    await alice.edit(label, 'second text');
    await alice.edit(label, 'first text');
    expect(await latest(bob)).toMatchObject({ body: 'first text', edited: true });
    expect(await bob.find('"second text"', { kinds: 'all' })).toEqual([]);
    expect(await bob.find('"first text"', { kinds: 'all' })).toEqual(['G4']);
  });

  it('is bounded as a message is', async () => {
    expect((await alice.edit(label, 'x'.repeat(4_001))).problem.code).toBe('too_large');
    expect((await alice.edit(label, ' ')).problem.code).toBe('bad_request');
    expect((await alice.edit(label, 'x'.repeat(4_000))).status).toBe(200);
  });

  it('and a deletion are for the sender alone; what is not visible is not there', async () => {
    const expected: readonly [TurnsClient, number, string][] = [
      [bob, 403, 'forbidden'],
      [operator, 403, 'forbidden'],
      [carol, 404, 'not_found'],
    ];
    for (const [by, status, code] of expected) {
      for (const reply of [await by.edit(label, 'forged'), await by.remove(label)])
        expect([by.agent, reply.status, reply.problem.code]).toEqual([by.agent, status, code]);
    }
    expect((await alice.edit('G99', 'x')).problem.code).toBe('not_found');
    const note = await alice.add('FACT', 'x');
    expect((await alice.edit(note, 'x')).problem.code).toBe('not_a_message');
    expect((await alice.remove(note)).problem.code).toBe('not_a_message');
    expect(await latest(bob)).toMatchObject({ body: 'first text', edited: false });
  });
});

describe('a deletion', () => {
  it('leaves the message without its text; repeating it is harmless', async () => {
    await alice.edit(label, 'second text');
    expect((await alice.remove(label)).data).toEqual({ board: alice.board, head: 4, label });
    expect((await alice.remove(label)).data.head).toBe(4);
    for (const reader of [alice, bob, operator])
      expect(await latest(reader)).toMatchObject({ label, body: '', deleted: true });
  });

  it('ends edits and reactions', async () => {
    await alice.remove(label);
    expect((await alice.edit(label, 'again')).problem.code).toBe('not_a_message');
    expect((await bob.react(label, '👍')).problem.code).toBe('not_a_message');
  });
});

describe('a text that was edited away or deleted', () => {
  it('is found by nobody and shown on no surface; the current one by its ends and operators', async () => {
    await alice.edit(label, 'second text');
    await alice.edit(label, 'third text');
    const gone = await alice.send('bob', 'doomed text');
    await alice.edit(gone, 'doomed again');
    await alice.remove(gone);
    for (const reader of [alice, bob, operator, carol]) {
      for (const text of ['"first text"', '"second text"', '"doomed text"', '"doomed again"'])
        expect([reader.agent, await reader.find(text, { kinds: 'all' })]).toEqual([reader.agent, []]);
      const found = await reader.find('"third text"', { kinds: 'all' });
      expect([reader.agent, found]).toEqual([reader.agent, reader === carol ? [] : ['G4']]);
      const unfolded = JSON.stringify(await reader.unfold('G1-G7'));
      const listed = JSON.stringify([await reader.messages(), await reader.readAll(), await reader.live()]);
      const given = JSON.stringify([await reader.snapshot({ advance: 'false' }), await reader.poll()]);
      for (const text of ['first text', 'second text', 'doomed']) {
        expect([reader.agent, unfolded.includes(text)]).toEqual([reader.agent, false]);
        expect([reader.agent, listed.includes(text), given.includes(text)]).toEqual([reader.agent, false, false]);
      }
    }
  });

  it('is not found by what it does not say either', async () => {
    await alice.edit(label, 'second text');
    expect(await bob.find('!"second"', { kinds: 'all' })).toEqual(['G1']);
  });
});

describe('the redaction of an edited message', () => {
  it('takes all of its texts out of the store', async () => {
    const doomed = await alice.send('bob', 'Quagmire one');
    await alice.edit(doomed, 'Quagmire two');
    await alice.edit(doomed, 'Quagmire three');
    expect(await storedText(service)).toContain('Quagmire');
    await operator.redact(doomed, 'a name slipped in');
    const content = '[redacted by an operator]';
    expect((await bob.messages()).items).toMatchObject([{ label: doomed, body: content }, { body: 'first text' }, {}]);
    expect((await bob.unfold(doomed)).items).toMatchObject([{ content, status: 'redacted' }]);
    expect(await operator.find('quagmire', { kinds: 'all' })).toEqual([]);
    const stored = await storedText(service);
    expect(/quagmire/i.test(stored)).toBe(false);
    expect(stored.includes('unrelated')).toBe(true);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { EntryDraft } from '../../../src/journal/domain/entry-draft.js';
import type { EntryKind } from '../../../src/journal/domain/journal-entry.js';
import { agent } from '../../factories/gists.js';
import { appendEntries } from '../../support/append-entries.js';
import { ageLeases, LEASE_MS } from '../../support/age-leases.js';
import { startService, type TestService } from '../../support/service.js';
import { labelsIn, labelsOf, openTurns, type TurnsClient } from '../../support/turns-client.js';

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

const facts = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ type: 'FACT', content: `fact ${place}.` }));
const range = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, place) => `G${from + place}`);

describe('a poll', () => {
  it('without news has no lease', async () => {
    await alice.add('FACT', 'own');
    await alice.send('bob', 'own');
    const nothing = { lease_id: null, expires_at: null, events: [], gists: [], more: false };
    expect(await alice.poll()).toEqual(nothing);
  });

  it("leases messages to the caller and others' gists", async () => {
    await bob.add('FACT', 'of bob');
    await alice.add('FACT', 'own');
    await bob.send('alice', 'for alice');
    await bob.send('carol', 'for carol');
    const { lease_id, expires_at, events, gists, more } = await alice.poll();
    expect(lease_id).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(Math.abs(Date.parse(expires_at ?? '') - Date.now() - LEASE_MS)).toBeLessThan(30_000);
    expect(events).toEqual([
      {
        board: alice.board,
        label: 'G3',
        kind: 'message',
        type: 'message',
        to: 'alice',
        reply_to: null,
        json: false,
        from: 'bob',
        of: null,
        body: 'for alice',
        at: '2026-11-30T12:00:00.000Z',
      },
    ]);
    expect(gists).toMatchObject([{ board: alice.board, from: 0, to: 4, items: [{ label: 'G1', author: 'bob' }] }]);
    expect(more).toBe(false);
  });

  it('moves no cursor, and a snapshot still has what it leased', async () => {
    await bob.add('FACT', 'of bob');
    await bob.send('alice', 'for alice');
    const pending = await alice.poll();
    expect(alice.cursorsOf((await alice.ack({ [alice.board]: 0 })).data)).toEqual([0, 0]);
    expect(labelsIn(await alice.snapshot())).toEqual(['G2', 'G1']);
    expect(await alice.confirm(pending)).toEqual([2, 2]);
  });

  it('after a snapshot offers nothing of it', async () => {
    await bob.add('FACT', 'of bob');
    await bob.send('alice', 'for alice');
    await alice.snapshot();
    expect((await alice.poll()).lease_id).toBeNull();
    await bob.add('FACT', 'second');
    expect(labelsOf(await alice.poll())).toEqual(['G3']);
  });

  it('offers what a second one does not, and offers it again once its lease has run out', async () => {
    await bob.write(facts(57));
    const first = await alice.poll({ limit: 50 });
    expect([labelsOf(first), first.more]).toEqual([range(1, 50), true]);
    expect(first.gists).toMatchObject([{ from: 0, to: 50 }]);
    const second = await alice.poll();
    expect([labelsOf(second), second.more]).toEqual([range(51, 57), false]);
    expect((await alice.poll()).lease_id).toBeNull();
    expect(await alice.confirm(second)).toEqual([0, 0]);
    await ageLeases(service, LEASE_MS);
    const again = await alice.poll();
    expect(labelsOf(again)).toEqual(range(1, 50));
    expect(await alice.confirm(again)).toEqual([57, 0]);
    expect(labelsIn(await alice.snapshot())).toEqual([]);
  });

  it('under way twice at once leases disjointly', async () => {
    await bob.write(facts(40));
    for (let round = 0; round < 4; round += 1) await bob.send('alice', `message ${round}`);
    const polls = await Promise.all([1, 2, 3, 4].map(() => alice.poll({ limit: 11 })));
    const labels = polls.flatMap(labelsOf);
    expect(new Set(labels).size).toBe(44);
    expect(labels).toHaveLength(44);
    expect(new Set(polls.map(({ lease_id }) => lease_id)).size).toBe(4);
  });

  it('has a limit over messages and gists together, 1 to 200', async () => {
    await bob.write(facts(3));
    await bob.send('alice', 'a');
    await bob.send('alice', 'b');
    const first = await alice.poll({ limit: 3 });
    expect([labelsOf(first), first.more]).toEqual([['G4', 'G5', 'G1'], true]);
    const rest = await alice.poll({ limit: 2 });
    expect([labelsOf(rest), rest.more]).toEqual([['G2', 'G3'], false]);
    for (const [limit, status] of [
      [0, 400],
      [1, 200],
      [200, 200],
      [201, 400],
    ] as const)
      // prettier-ignore
      expect((await alice.tryPoll({ limit })).status).toBe(status);
    for (const [wait, status] of [
      [-1, 400],
      [26, 400],
    ] as const)
      expect((await alice.tryPoll({ wait })).status).toBe(status);
  });

  it('with a budget leases what fits and no more, and the first in any case', async () => {
    await bob.write(facts(9));
    const long = await bob.send('alice', 'x'.repeat(3_000));
    const first = await alice.poll({ budget: 50 });
    expect([labelsOf(first), first.more]).toEqual([[long], true]);
    const second = await alice.poll({ budget: 60 });
    expect(labelsOf(second).length).toBeGreaterThan(2);
    expect(
      JSON.stringify(second.gists.flatMap(({ items }) => items.map(({ content }) => content))).length,
    ).toBeLessThan(240);
    const rest = await alice.poll({ budget: 1_000 });
    expect([...labelsOf(second), ...labelsOf(rest)]).toEqual(range(1, 9));
    expect(rest.more).toBe(false);
    for (const [budget, status] of [
      [49, 400],
      [50, 200],
      [1_000_000, 200],
      [1_000_001, 400],
    ] as const)
      expect((await alice.tryPoll({ budget })).status).toBe(status);
  });

  it('is raw: claims that ended while unread are in it, with their status, and not in a snapshot', async () => {
    await bob.add('CLAIM', 'short', { ttl_s: 10 });
    await bob.release(await bob.add('CLAIM', 'released'), { outcome: 'done' });
    await bob.add('FACT', 'the same');
    await carol.add('FACT', 'the same');
    service.clock.ms += 10_000;
    const items = (await alice.poll()).gists.flatMap((each) => each.items);
    expect(items.map(({ label, status }) => [label, status])).toEqual([
      ['G1', 'expired'],
      ['G2', 'released'],
      ['G4', 'live'],
      ['G5', 'live'],
    ]);
    expect(labelsIn(await alice.snapshot())).toEqual(['G4']);
  });

  it('is about new messages only: with their current text, deleted ones left out', async () => {
    const edited = await bob.send('alice', 'first');
    await bob.edit(edited, 'second');
    await bob.remove(await bob.send('alice', 'gone'));
    await bob.react(edited, '👍');
    expect((await alice.poll()).events).toMatchObject([{ label: edited, kind: 'message', body: 'second' }]);
    expect((await alice.poll()).lease_id).toBeNull();
  });

  it('for another agent is an operator’s', async () => {
    await bob.send('alice', 'for alice');
    const refused = await bob.tryPoll({}, 'alice');
    expect([refused.status, refused.problem.code]).toEqual([403, 'forbidden']);
    const { data } = await operator.tryPoll({}, 'ALICE');
    expect(labelsOf(data)).toEqual(['G1']);
    expect((await alice.poll()).lease_id).toBeNull();
    const shown = { lease_id: data.lease_id ?? '', events: ['G1'] };
    expect((await bob.tryShown(shown, 'alice')).problem.code).toBe('forbidden');
    expect(operator.cursorsOf((await operator.tryShown(shown, 'alice')).data)).toEqual([0, 1]);
  });

  it('of a foreign board is a 404, and leases nothing', async () => {
    const foreign = (await openTurns(service, ['bob']))('bob');
    await bob.add('FACT', 'news');
    const refused = await alice.tryPoll({ boards: `${alice.board},${foreign.board}` });
    expect([refused.status, refused.problem.code]).toEqual([404, 'not_found']);
    expect(labelsOf(await alice.poll())).toEqual(['G1']);
  });
});

const byBob = (kind: EntryKind, content: string): EntryDraft => ({
  kind,
  type: kind === 'post' ? 'message' : kind,
  author: agent('bob'),
  recipient: agent('alice'),
  content,
});

describe('many events that wait for the next snapshot', () => {
  it('keep no new message from a poll', async () => {
    await alice.send('bob', 'react to this');
    const reaction = { ...byBob('reaction', '👍'), refs: [{ seq: 1, relation: 'reacts' as const }] };
    await appendEntries(
      service,
      alice.board,
      [...Array(260).keys()].map((place) => ({ ...reaction, type: place % 2 === 0 ? 'added' : 'removed' })),
    );
    const message = await bob.send('alice', 'new');
    expect(labelsOf(await alice.poll())).toEqual([message]);
  });

  it('nor do messages that are under a lease or confirmed: more than two polls hold', async () => {
    await bob.remove(await bob.send('alice', 'gone'));
    await appendEntries(
      service,
      alice.board,
      Array.from({ length: 450 }, () => byBob('post', 'hello')),
    );
    const polls = [await alice.poll({ limit: 200 }), await alice.poll({ limit: 200 })];
    expect(polls.map(({ more }) => more)).toEqual([true, true]);
    for (const each of polls.slice(1)) await alice.confirm(each);
    polls.push(await alice.poll({ limit: 200 }));
    expect(polls.map((each) => each.events.length)).toEqual([200, 200, 50]);
    expect(new Set(polls.flatMap(labelsOf)).size).toBe(450);
  });

  it('and messages confirmed in the middle of a turn do not pile up behind one that was deleted', async () => {
    await bob.remove(await bob.send('alice', 'gone'));
    const label = await bob.send('alice', 'kept');
    expect(await alice.confirm(await alice.poll())).toEqual([expect.any(Number), Number(label.slice(1))]);
  });
});

describe('polls that nobody confirms', () => {
  it('never offer what is under a live lease, however many there are', async () => {
    await bob.write(facts(80));
    const labels: string[] = [];
    for (let round = 0; round < 80; round += 1) labels.push(...labelsOf(await alice.poll({ limit: 1 })));
    expect(labels).toEqual(range(1, 64));
    expect(await alice.poll()).toMatchObject({ lease_id: null, more: true });
  }, 60_000);
});

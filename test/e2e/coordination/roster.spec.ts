import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ageHeldLeases } from '../../support/age-held-leases.js';
import { InboxClient } from '../../support/inbox-client.js';
import { LeasesClient } from '../../support/leases-client.js';
import { agePresence, skipTime, untilWritten, writtenAnew } from '../../support/presence.js';
import { memberIn, rosterOf, statesIn } from '../../support/roster-client.js';
import { startService, type TestService } from '../../support/service.js';
import { countStatements } from '../../support/statements.js';
import { openTurns } from '../../support/turns-client.js';

let service: TestService;
let boards = 0;
beforeAll(async () => {
  service = await startService();
  // Others, who are nobody's business here.
  await (await openTurns(service, ['stranger']))('stranger').send('all', 'elsewhere');
});
afterAll(() => service.close());

/** Members whom no other test has seen: who was there is known of a workspace, not of a board. */
const fresh = (...names: readonly string[]): readonly string[] => names.map((name) => `${name}-${(boards += 1)}`);

async function open(members: readonly string[]) {
  const turns = await openTurns(service, members);
  return { turns, board: turns('harness').board };
}

describe('the roster', () => {
  it('lists members who never came as such, who was there last first, and nobody who was removed', async () => {
    const [alice = '', bob = '', carol = '', dora = ''] = fresh('alice', 'bob', 'carol', 'dora');
    const { turns, board } = await open([dora, carol, bob, alice]);
    await turns(bob).messages();
    expect(statesIn(await rosterOf(service.as(alice), board))).toEqual([
      ...[`${alice} active`, `${bob} active`, `${carol} never`, `${dora} never`],
    ]);
    const { last_seen, age_s, ...never } = memberIn(await rosterOf(service.as(alice), board), carol);
    expect([last_seen, age_s]).toEqual([null, null]);
    expect(never).toEqual({ agent: carol, state: 'never', sessions: 0, holds: [], claims: [], unread: 0 });
    const path = { board, agent: bob };
    await service.as('harness').DELETE('/board/{board}/members/{agent}', { params: { path } });
    expect(statesIn(await rosterOf(service.as(alice), board))).toEqual([
      ...[`${alice} active`, `${carol} never`, `${dora} never`],
    ]);
  });

  it('goes by the age of what was seen last: active, idle, stale', async () => {
    const names = fresh('alice', 'bob', 'carol', 'dora');
    const [alice = '', bob = '', carol = '', dora = ''] = names;
    const { turns, board } = await open(names);
    for (const name of [bob, carol, dora]) await turns(name).messages();
    await agePresence(service, { [bob]: 70, [carol]: 950, [dora]: 300 });
    const states = async (query = {}) => statesIn(await rosterOf(service.as(alice), board, query));
    expect(await states()).toEqual([`${alice} active`, `${bob} idle`, `${dora} idle`, `${carol} stale`]);
    expect(await states({ stale_after_s: 200 })).toEqual([
      ...[`${alice} active`, `${bob} idle`, `${dora} stale`, `${carol} stale`],
    ]);
    const { age_s, last_seen } = memberIn(await rosterOf(service.as(alice), board), bob);
    expect(age_s).toBeGreaterThanOrEqual(70);
    expect(age_s).toBeLessThan(200);
    expect(Date.parse(String(last_seen))).toBeLessThan(Date.now() - 69_000);
  });

  it('tells what each holds and claims now', async () => {
    const names = fresh('alice', 'bob');
    const [alice = '', bob = ''] = names;
    const { turns, board } = await open(names);
    const leases = new LeasesClient(service, board, bob);
    const gone = await leases.hold(['docs'], { lease_s: 30 });
    await ageHeldLeases(service, 60);
    const held = await leases.hold(['src/**', 'task:x'], { intent: 'moving it' });
    const claim = await turns(bob).add('CLAIM', 'the release notes');
    const ended = await turns(bob).add('CLAIM', 'something else');
    await turns(bob).release(ended, { outcome: 'done' });
    const roster = await rosterOf(service.as(alice), board);
    const { holds, claims } = memberIn(roster, bob);
    expect(holds).toMatchObject([{ lease: held, holder: bob, resources: ['src/**', 'task:x'], intent: 'moving it' }]);
    expect([claims, holds.some(({ lease }) => lease === gone)]).toEqual([[claim], false]);
    expect(memberIn(roster, alice)).toMatchObject({ holds: [], claims: [] });
  });

  it('counts as unread what the inbox of each would show, without showing it', async () => {
    const names = fresh('alice', 'bob', 'carol');
    const [alice = '', bob = '', carol = ''] = names;
    const { turns, board } = await open(names);
    const unread = async () => {
      const roster = await rosterOf(service.as(alice), board);
      return names.map((name) => memberIn(roster, name).unread);
    };
    const first = await turns(alice).send('all', 'one');
    await turns(alice).send(bob, 'two');
    const gone = await turns(bob).send(carol, 'three');
    await turns(carol).send('all', '', { type: 'heartbeat' });
    await turns(carol).add('FACT', 'a note is no message');
    expect(await unread()).toEqual([0, 2, 2]);
    await turns(bob).remove(gone);
    expect(await unread()).toEqual([0, 2, 1]);
    await new InboxClient(service, board, bob).inbox();
    await turns(carol).confirm(await turns(carol).poll());
    await turns(alice).edit(first, 'one, and more');
    expect(await unread()).toEqual([0, 1, 1]);
    for (const [place, name] of names.entries())
      expect((await new InboxClient(service, board, name).inbox({ ack: 'false' })).items).toHaveLength(
        (await unread())[place] ?? -1,
      );
  });

  it('counts for a member what was told to all since it joined', async () => {
    const [alice = '', late = ''] = fresh('alice', 'late');
    const { turns, board } = await open([alice]);
    await turns(alice).send('all', 'before');
    await service.as('harness').PUT('/board/{board}/members/{agent}', { params: { path: { board, agent: late } } });
    await turns(alice).send('all', 'after');
    expect(memberIn(await rosterOf(service.as(alice), board), late)).toMatchObject({ state: 'never', unread: 1 });
  });

  it('has a limit, and says how many it left out', async () => {
    const names = fresh('alice', 'bob', 'carol');
    const { turns, board } = await open(names);
    await turns(names[2] ?? '').messages();
    const roster = await rosterOf(service.as(names[0] ?? ''), board, { limit: 2 });
    expect([statesIn(roster), roster.left_out]).toEqual([[`${names[0]} active`, `${names[2]} active`], 1]);
    expect((await rosterOf(service.as(names[0] ?? ''), board)).left_out).toBeUndefined();
  });
});

describe('a board that any agent may use', () => {
  it('lists who came by and who has a token for it; once it is closed, members by name alone', async () => {
    const [seen = '', holder = '', named = ''] = fresh('seen', 'holder', 'named');
    const { board } = await open(['*', named]);
    await service.as('harness').POST('/tokens', { body: { agent: holder, boards: [board] } });
    await rosterOf(service.as(seen), board);
    const { items } = await rosterOf(service.as('harness'), board);
    // Others may hold tokens for all boards.
    const listed = items.map(({ agent }) => agent).filter((agent) => [seen, holder, named, 'harness'].includes(agent));
    expect(listed).toEqual([seen, holder, named]);
    await service.as('harness').DELETE('/board/{board}/members/{agent}', { params: { path: { board, agent: '*' } } });
    expect(statesIn(await rosterOf(service.as(named), board))).toEqual([`${named} active`]);
  });
});

describe('what it costs', () => {
  let goBack: () => void;
  beforeEach(() => {
    goBack = skipTime(0);
  });
  afterEach(() => {
    goBack();
  });

  it('is as many statements for fifty members, each elsewhere in a long journal, as for two', async () => {
    const few = fresh('alice', 'bob');
    const many = Array.from({ length: 50 }, (_, place) => `crowd-${boards}-${place}`);
    const costs: number[] = [];
    const statements = countStatements(service);
    for (const names of [few, many]) {
      const { turns, board } = await open(names);
      for (const [place, name] of names.entries()) {
        await turns('harness').send('all', `to all ${place}`);
        await turns('harness').send(name, `to ${name}`);
        await new InboxClient(service, board, name).inbox({ limit: 200 });
      }
      await turns('harness').send('all', 'the last');
      const reader = service.as('harness');
      const roster = await rosterOf(reader, board);
      expect(names.map((name) => memberIn(roster, name).unread)).toEqual(names.map((_, place) => names.length - place));
      // What is written behind requests is no part of it.
      await untilWritten(service, names);
      await writtenAnew(service, { harness: () => rosterOf(reader, board) });
      const before = statements.count;
      await rosterOf(reader, board);
      costs.push(statements.count - before);
    }
    expect(costs[1]).toBe(costs[0]);
    expect(costs[0]).toBeLessThanOrEqual(10);
  });
});

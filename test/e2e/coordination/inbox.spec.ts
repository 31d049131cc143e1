import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InboxClient, toldIn } from '../../support/inbox-client.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns, type TurnsClient } from '../../support/turns-client.js';
import { until } from '../../support/until.js';
import { waiterCount } from '../../support/waiters.js';

let service: TestService;
let open: (agent: string) => TurnsClient;
let b: InboxClient;
let c: InboxClient;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** The log of the specification: what a, b and c wrote. */
async function writeLog(): Promise<void> {
  open = await openTurns(service, ['a', 'b', 'c']);
  await open('a').send('all', 'one');
  await open('a').send('b', 'two', { type: 'signal' });
  await open('c').send('all', 'three');
  await open('a').send('c', 'four');
  await open('c').send('all', '', { type: 'heartbeat' });
  await open('b').send('all', 'six');
  await open('a').send('all', 'seven');
  b = new InboxClient(service, open('a').board, 'b');
  c = new InboxClient(service, open('a').board, 'c');
}

describe('the inbox of b', () => {
  beforeEach(writeLog);

  it('is all that is unread and by others, once', async () => {
    expect(toldIn(await b.inbox())).toBe('1,2,3,7 cursor 7');
    expect(toldIn(await b.inbox())).toBe(' cursor 7');
  });

  it('of one author moves the cursor over the unbroken prefix alone: something comes twice, nothing is lost', async () => {
    expect(toldIn(await b.inbox({ from: 'a' }))).toBe('1,2,7 cursor 2');
    expect(toldIn(await b.inbox())).toBe('3,7 cursor 7');
  });

  it('of one type moves no cursor where something else stands before it', async () => {
    expect(toldIn(await b.inbox({ type: 'signal' }))).toBe('2 cursor 0');
    expect(toldIn(await b.inbox())).toBe('1,2,3,7 cursor 7');
  });

  it('shows heartbeats to who asks for them, and they hold no cursor back', async () => {
    expect(toldIn(await b.inbox({ include_heartbeats: 'true', ack: 'false' }))).toBe('1,2,3,5,7 cursor 0');
    expect(toldIn(await b.inbox({ type: 'heartbeat' }))).toBe('5 cursor 0');
    expect(toldIn(await b.inbox({ limit: 3 }))).toBe('1,2,3 cursor 6');
  });

  it('without ack stays where it is until it is acknowledged', async () => {
    const { to, ...answer } = await b.inbox({ ack: 'false' });
    expect(toldIn({ to, ...answer })).toBe('1,2,3,7 cursor 0');
    expect(toldIn(await b.inbox({ ack: 'false' }))).toBe('1,2,3,7 cursor 0');
    for (let times = 0; times < 2; times += 1) expect((await b.ack(to)).data.cursor).toBe(7);
    expect((await b.ack(3)).data.cursor).toBe(7);
    expect(toldIn(await b.inbox())).toBe(' cursor 7');
  });

  it('can not be acknowledged beyond the head', async () => {
    const { status, problem } = await b.ack(8);
    expect([status, problem.code, problem.errors?.[0]?.path]).toEqual([422, 'not_offered', 'to']);
    expect(toldIn(await b.inbox())).toBe('1,2,3,7 cursor 7');
  });

  it('has a limit, says that there is more, and goes on behind it', async () => {
    expect(await b.inbox({ limit: 2 })).toMatchObject({ cursor: 2, more: true });
    expect(await b.inbox({ limit: 2 })).toMatchObject({ cursor: 7, more: false });
  });

  it('shows c what is for c, and nothing that is for b alone', async () => {
    expect(toldIn(await c.inbox())).toBe('1,4,6,7 cursor 7');
  });

  it('shares its cursor with snapshots and notices, both ways', async () => {
    const pending = await open('b').poll({ limit: 2 });
    await open('b').confirm(pending);
    expect(toldIn(await b.inbox())).toBe('3,7 cursor 7');
    expect((await open('b').snapshot()).events).toEqual([]);
    await open('c').snapshot();
    expect(toldIn(await c.inbox())).toBe(' cursor 7');
  });

  it('leaves gists to the snapshot', async () => {
    await open('a').add('FACT', 'a note');
    expect(toldIn(await b.inbox())).toBe('1,2,3,7 cursor 8');
    expect((await open('b').snapshot()).gists).toHaveLength(1);
  });

  it('is refused to who does not belong to the board', async () => {
    const stranger = new InboxClient(service, b.board, 'mallory');
    expect((await stranger.tryInbox()).status).toBe(404);
  });
});

describe('a wait', () => {
  beforeEach(writeLog);

  it('answers at once what is unread already, and moves the cursor like the inbox', async () => {
    expect(toldIn(await b.wait({ from: 'a' }))).toBe('1,2,7 cursor 2');
    expect(toldIn(await b.wait())).toBe('3,7 cursor 7');
    expect(toldIn(await b.wait({ timeout_s: 0 }))).toBe(' cursor 7');
  });

  it('is answered by the first entry that is asked for, and by nothing else', async () => {
    await b.inbox();
    const waiting = b.wait({ from: 'a', type: 'question' });
    await until(() => waiterCount() === 1);
    await open('a').send('all', 'no question');
    await open('c').send('b', 'not by a', { type: 'question' });
    await open('a').send('c', 'not for b', { type: 'question' });
    await open('a').send('all', '', { type: 'heartbeat' });
    await open('a').send('b', 'well?', { type: 'question' });
    expect(toldIn(await waiting)).toBe('12 cursor 7');
    expect(waiterCount()).toBe(0);
  });

  it('that is filtered goes on behind what it returned last: it never spins on one old entry', async () => {
    expect(toldIn(await b.wait({ type: 'signal' }))).toBe('2 cursor 0');
    const waiting = b.wait({ type: 'signal', after: 'G2' });
    await until(() => waiterCount() === 1);
    await open('c').send('all', 'again', { type: 'signal' });
    expect(toldIn(await waiting)).toBe('8 cursor 0');
    expect(toldIn(await b.inbox())).toBe('1,2,3,7,8 cursor 8');
  });

  it('ends when its member is removed', async () => {
    await b.inbox();
    const waiting = b.wait();
    await until(() => waiterCount() === 1);
    const path = { board: b.board, agent: 'b' };
    await service.as('harness').DELETE('/board/{board}/members/{agent}', { params: { path } });
    await expect(waiting).rejects.toThrow('404');
  });
});

describe('however it is read', () => {
  const step = fc.record({
    do: fc.constantFrom('toAll', 'toB', 'toC', 'own', 'gist', 'inbox', 'from', 'type', 'limited', 'noAck', 'snapshot'),
    by: fc.constantFrom('a', 'c'),
    type: fc.constantFrom('message', 'signal'),
  });

  it('b may get something twice, and loses nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
        const as = await openTurns(service, ['a', 'b', 'c']);
        const reader = new InboxClient(service, as('a').board, 'b');
        const [forB, seen] = [new Set<string>(), new Set<string>()];
        let cursor = 0;
        const read = async (query: Parameters<InboxClient['inbox']>[0]): Promise<void> => {
          const answer = await reader.inbox(query);
          for (const { label } of answer.items) seen.add(label);
          expect(answer.cursor).toBeGreaterThanOrEqual(cursor);
          ({ cursor } = answer);
          for (const label of forB) if (Number(label.slice(1)) <= cursor) expect([...seen]).toContain(label);
        };
        const acts = {
          toAll: async ({ by, type }) => forB.add(await as(by).send('all', 'x', { type })),
          toB: async ({ by, type }) => forB.add(await as(by).send('b', 'x', { type })),
          toC: async () => as('a').send('c', 'x'),
          own: async () => as('b').send('all', 'x'),
          gist: async ({ by }) => as(by).add('FACT', `fact ${forB.size} of ${by} ${seen.size}`),
          inbox: () => read({}),
          from: ({ by }) => read({ from: by }),
          type: ({ type }) => read({ type }),
          limited: () => read({ limit: 1 }),
          noAck: () => reader.inbox({ ack: 'false' }),
          snapshot: async () => {
            for (const { label } of (await as('b').snapshot()).events ?? []) seen.add(label);
          },
        } satisfies Record<string, (step: { by: string; type: string }) => Promise<unknown>>;
        for (const each of steps) await acts[each.do](each);
        await read({});
        expect([...forB].filter((label) => !seen.has(label))).toEqual([]);
      }),
      { numRuns: 6, endOnFailure: true },
    );
  }, 300_000);
});

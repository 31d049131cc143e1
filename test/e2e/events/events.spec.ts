import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventStream, type StreamOptions } from '../../support/event-stream.js';
import { metric } from '../../support/metrics.js';
import { expectProblem, rawRequest } from '../../support/raw-request.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns, type TurnsClient } from '../../support/turns-client.js';
import { until } from '../../support/until.js';

let service: TestService;
let as: (agent: string) => TurnsClient;
const open = new Set<EventStream>();

async function follow(options: StreamOptions): Promise<EventStream> {
  const stream = await EventStream.open(service, as('alice').board, options);
  open.add(stream);
  return stream.begun();
}

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  as = await openTurns(service);
});
afterEach(async () => {
  for (const stream of open) stream.close();
  open.clear();
  // Whose streams are not over yet may open fewer.
  await until(async () => (await metric(service, 'event_streams')) === 0);
});
afterAll(() => service.close());

describe('a stream of events', () => {
  it('brings each entry once, in the order of seqs, with its seq as the id and the entry as lists answer it', async () => {
    const stream = await follow({ agent: 'alice' });
    await as('bob').add('FACT', 'one');
    await as('bob').add('CLAIM', 'two');
    await as('alice').add('FAIL', 'my own');
    const entries = await stream.first(3);
    expect(entries).toEqual((await as('alice').readAll()).items);
    expect(stream.events.map(({ id }) => id)).toEqual(['0', '1', '2', '3']);
  });

  it('says first where it begins, and how soon to come back', async () => {
    await as('bob').add('FACT', 'old');
    const stream = await follow({ agent: 'alice' });
    expect(stream.events).toEqual([
      { id: '1', name: 'head', data: JSON.stringify({ board: as('alice').board, head: 1 }) },
    ]);
    expect(stream.raw).toContain('retry: 2000\n');
    expect(stream.response.headers).toMatchObject({ 'content-type': 'text/event-stream; charset=utf-8' });
  });

  it.each<[string, StreamOptions, readonly string[]]>([
    ['at the head', {}, ['G4']],
    ['after a label', { after: 'G2' }, ['G3', 'G4']],
    ['after a seq', { after: '1' }, ['G2', 'G3', 'G4']],
    ['before all', { after: '0' }, ['G1', 'G2', 'G3', 'G4']],
    ['behind the last event, whatever the address says', { after: '0', lastEventId: '3' }, ['G4']],
  ])('begins %s', async (_, options, labels) => {
    for (const content of ['one', 'two', 'three']) await as('bob').add('FACT', content);
    const stream = await follow({ agent: 'alice', ...options });
    await as('bob').add('FACT', 'four');
    await stream.first(labels.length);
    expect(stream.labels).toEqual(labels);
  });

  it('goes on where it was cut off: nothing is missed, nothing comes twice', async () => {
    const first = await follow({ agent: 'alice' });
    await as('bob').add('FACT', 'seen');
    await first.first(1);
    first.close();
    for (const content of ['missed', 'missed too']) await as('bob').add('FACT', content);
    const second = await follow({ agent: 'alice', lastEventId: first.lastEventId });
    await as('bob').add('FACT', 'news');
    await second.first(3);
    expect([...first.labels, ...second.labels]).toEqual(['G1', 'G2', 'G3', 'G4']);
  });

  it('that was cut off before anything came goes on where it began', async () => {
    const first = await follow({ agent: 'alice' });
    first.close();
    await as('bob').add('FACT', 'in between');
    const second = await follow({ agent: 'alice', lastEventId: first.lastEventId });
    expect((await second.first(1)).map(({ content }) => content)).toEqual(['in between']);
  });

  it('brings a backlog of many reads whole', async () => {
    for (let batch = 0; batch < 5; batch += 1) {
      await as('bob').write(Array.from({ length: 100 }, (_, note) => ({ type: 'FACT', content: `${batch}-${note}` })));
    }
    const stream = await follow({ agent: 'alice', after: '0' });
    await stream.first(500);
    expect(stream.events.map(({ id }) => Number(id))).toEqual(Array.from({ length: 501 }, (_, seq) => seq));
  });
});

describe('what a stream shows', () => {
  it('of messages is for their two ends and operators; what administers the board is for operators', async () => {
    const streams = {
      alice: await follow({ agent: 'alice' }),
      bob: await follow({ agent: 'bob' }),
      carol: await follow({ agent: 'carol' }),
      harness: await follow({ agent: 'harness' }),
    };
    const label = await as('alice').send('bob', 'for bob alone');
    await as('bob').react(label, '👍');
    await as('alice').edit(label, 'for bob only');
    await service.as('harness').PUT('/board/{board}/members/{agent}', {
      params: { path: { board: as('alice').board, agent: 'dave' } },
    });
    await as('carol').add('FACT', 'for all');
    for (const stream of Object.values(streams)) await until(() => stream.labels.includes('G5'));
    const kinds = Object.entries(streams).map(([name, { entries }]) => [name, entries.map(({ kind }) => kind)]);
    expect(Object.fromEntries(kinds)).toEqual({
      alice: ['post', 'reaction', 'edit', 'gist'],
      bob: ['post', 'reaction', 'edit', 'gist'],
      carol: ['gist'],
      harness: ['post', 'reaction', 'edit', 'member', 'gist'],
    });
    expect(streams.carol.raw).not.toContain('for bob');
  });

  it('is the current text: what was edited away, deleted or redacted does not leave', async () => {
    const [edited, deleted] = [await as('alice').send('bob', 'before'), await as('alice').send('bob', 'unsaid')];
    const fact = await as('bob').add('FACT', 'leaked');
    await as('alice').edit(edited, 'after');
    await as('alice').remove(deleted);
    await as('harness').redact(fact, 'a leak');
    const stream = await follow({ agent: 'bob', after: '0' });
    await stream.first(5);
    expect(stream.entries.map(({ label, content, status }) => [label, content, status])).toEqual([
      ['G1', 'after', 'edited'],
      ['G2', '', 'deleted'],
      ['G3', '[redacted by an operator]', 'redacted'],
      ['G4', 'after', 'live'],
      ['G5', '', 'live'],
    ]);
    for (const gone of ['before', 'unsaid', 'leaked']) expect(stream.raw).not.toContain(gone);
  });
});

describe('a stream is refused before it begins', () => {
  it.each([
    ['a place beyond the head', '?after=G9', {}, 400, 'bad_request'],
    ['no place', '?after=nine', {}, 400, 'bad_request'],
    ['a bad Last-Event-ID', '', { 'last-event-id': 'x' }, 400, 'bad_request'],
    ['an unknown parameter', '?since=1', {}, 400, 'bad_request'],
    ['a stranger', '', { 'x-agent': 'mallory' }, 404, 'not_found'],
    ['nobody', '', { 'x-agent': undefined }, 401, 'unauthenticated'],
  ])('to %s', async (_, query, headers, status, code) => {
    const path = `/board/${as('alice').board}/events${query}`;
    const all = Object.entries({ 'x-agent': 'alice', ...headers }).filter(([, value]) => value !== undefined);
    expectProblem(await rawRequest(service.url, { path, headers: Object.fromEntries(all) }), status, code);
  });

  it('to HEAD, which would have no end', async () => {
    const path = `/board/${as('alice').board}/events`;
    const { status, headers } = await rawRequest(service.url, {
      method: 'HEAD',
      path,
      headers: { 'x-agent': 'alice' },
    });
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'GET' });
  });

  it('to an agent with twenty of them, until one is closed; to nobody else', async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => follow({ agent: 'alice' })));
    expect(await metric(service, 'event_streams')).toBe(20);
    const path = `/board/${as('alice').board}/events`;
    const refused = await rawRequest(service.url, { path, headers: { 'x-agent': 'alice' } });
    expectProblem(refused, 429, 'too_many_requests');
    expect(refused.headers['retry-after']).toBe('10');
    await follow({ agent: 'bob' });
    streams[0]?.close();
    await until(async () => (await metric(service, 'event_streams')) === 20);
    await follow({ agent: 'alice' });
  });
});

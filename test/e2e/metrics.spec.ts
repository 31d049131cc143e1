import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from '../../client/index.js';
import { holdWrites } from '../support/hold-writes.js';
import { metric, metricsText, movedBy, readMetrics } from '../support/metrics.js';
import { expectProblem, type RawAnswer, type RawRequest, rawRequest } from '../support/raw-request.js';
import { startService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';

let service: TestService;
const path = { board: 'main' };
const ask = (request: RawRequest): Promise<RawAnswer> => rawRequest(service.url, request);
const write = (notes: readonly { type: string; content: string }[], key?: string) =>
  service.as('alice').POST('/board/{board}/write', {
    params: { path, header: key === undefined ? {} : { 'Idempotency-Key': key } },
    body: { notes: [...notes] },
  });
const fact = (content: string) => ({ type: 'FACT', content });
const grep = (q: string, before?: string) =>
  service.as('bob').GET('/board/{board}/grep', { params: { path, query: { q, ...(before ? { before } : {}) } } });
const request = (method: string, route: string, status: number): string =>
  `http_request_seconds_count{method="${method}",route="${route}",status="${status}"}`;
const commit = (commands: number, entries: number) => ({
  commit_seconds_count: 1,
  commit_commands_count: 1,
  commit_commands_sum: commands,
  commit_entries_count: 1,
  commit_entries_sum: entries,
});

describe.each(['false', 'true'])('who may see the metrics (BOARD_TRUST_PROXY=%s)', (trustProxy) => {
  const OPERATOR = 'operator-token-0123456789abcdef';
  let member: string;
  beforeAll(async () => {
    const env = { BOARD_AUTH: 'token', BOARD_OPERATOR_TOKEN: OPERATOR, BOARD_TRUST_PROXY: trustProxy };
    service = await startService({ env });
    const made = await createClient(service.url, { token: OPERATOR }).POST('/tokens', { body: { agent: 'alice' } });
    member = made.data?.token ?? '';
  });
  afterAll(() => service.close());

  it('a process of this machine, without a credential, in the text form of Prometheus', async () => {
    const answer = await ask({ path: '/metrics' });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(answer.text).toContain('\ngistboard_notes_total{status="admitted"} 0\n');
  });

  it.each([
    ['x-forwarded-for', '203.0.113.9'],
    ['x-forwarded-for', '127.0.0.1'],
    ['forwarded', 'for=127.0.0.1'],
    ['via', '1.1 proxy'],
  ])('only operators where a proxy passed it on (%s: %s)', async (header, value) => {
    const through = (credential: Readonly<Record<string, string>>) =>
      ask({ path: '/metrics', headers: { [header]: value, ...credential } });
    expectProblem(await through({}), 401, 'unauthenticated');
    expectProblem(await through({ 'x-agent': 'harness' }), 401, 'unauthenticated');
    expectProblem(await through({ authorization: `Bearer ${member}` }), 403, 'forbidden');
    const granted = await through({ authorization: `Bearer ${OPERATOR}` });
    expect([granted.status, granted.text.includes('gistboard_notes_total')]).toEqual([200, true]);
  });
});

describe('the metrics', () => {
  beforeAll(async () => {
    service = await startService();
    // The live view is held from here on.
    await movedBy(service, 1, () => service.as('alice').GET('/board/{board}/read_all', { params: { path } }));
  });
  afterAll(() => service.close());

  it('begin at zero for every code of a refusal, so that the first one is an increase', async () => {
    const metrics = await readMetrics(service);
    const codes = [...metrics].filter(([name]) => name.startsWith('refusals_total'));
    expect(codes.map(([, value]) => value)).toEqual(codes.map(() => 0));
    expect(codes.map(([name]) => name)).toEqual(
      expect.arrayContaining(['refusals_total{code="unavailable"}', 'refusals_total{code="internal"}']),
    );
  });

  it('count a write: its request, each note by its fate, one commit with the admitted ones', async () => {
    const notes = [fact('one'), fact('two'), fact('three'), fact('(none)'), { type: 'BOGUS', content: 'x' }];
    expect(await movedBy(service, 1, () => write(notes))).toEqual({
      [request('POST', '/board/:board/write', 201)]: 1,
      'notes_total{status="admitted"}': 3,
      'notes_total{status="ignored"}': 1,
      'notes_total{status="rejected"}': 1,
      ...commit(1, 3),
    });
  });

  it('count a write of which nothing is admitted, and no commit', async () => {
    expect(await movedBy(service, 1, () => write([{ type: 'BOGUS', content: 'x' }]))).toEqual({
      [request('POST', '/board/:board/write', 422)]: 1,
      'notes_total{status="rejected"}': 1,
      'refusals_total{code="nothing_admitted"}': 1,
    });
  });

  it('count a repeat under its Idempotency-Key as judged, and no commit', async () => {
    await movedBy(service, 1, () => write([fact('once')], 'metrics-1'));
    expect(await movedBy(service, 1, () => write([fact('once')], 'metrics-1'))).toEqual({
      [request('POST', '/board/:board/write', 201)]: 1,
      'notes_total{status="admitted"}': 1,
    });
  });

  it('count a command that is no note by its commit', async () => {
    const body = { to: 'bob', body: 'hello' };
    await movedBy(service, 2, async () => {
      await service.as('bob').GET('/whoami');
      await service.as('bob').GET('/board/{board}/read_all', { params: { path } });
    });
    expect(
      await movedBy(service, 1, () => service.as('alice').POST('/board/{board}/messages', { params: { path }, body })),
    ).toEqual({ [request('POST', '/board/:board/messages', 201)]: 1, ...commit(1, 1) });
  });

  it.each<[string, string, number, RawRequest]>([
    ['unauthenticated', '/whoami', 401, { path: '/whoami' }],
    ['forbidden', '/tokens', 403, { path: '/tokens', headers: { 'x-agent': 'alice' } }],
    ['not_found', '/board/:board/read', 404, { path: '/board/nowhere/read', headers: { 'x-agent': 'alice' } }],
    ['bad_label', '/board/:board/unfold', 400, { path: '/board/main/unfold?labels=x', headers: { 'x-agent': 'a' } }],
    ['no_such_route', 'none', 404, { path: '/nowhere/at-all', headers: { 'x-agent': 'alice' } }],
    ['foreign_origin', 'none', 403, { path: '/whoami', headers: { host: 'elsewhere.example' } }],
    ['bad_request', 'none', 400, { method: 'POST', path: '/board/main/write', body: '{' }],
  ])('count a refusal (%s) by its code, its route and its status', async (code, route, status, refused) => {
    const method = refused.method ?? 'GET';
    expect(await movedBy(service, 1, async () => expectProblem(await ask(refused), status, code))).toEqual({
      [request(method, route, status)]: 1,
      [`refusals_total{code="${code}"}`]: 1,
    });
  });

  it('count a search and the entries in its ranges; one that can not be read is none', async () => {
    let head = 0;
    await movedBy(service, 1, async () => {
      head = (await grep('three')).data?.head ?? 0;
    });
    expect(head).toBeGreaterThan(3);
    const searched = { [request('GET', '/board/:board/grep', 200)]: 1, grep_seconds_count: 1 };
    expect(await movedBy(service, 1, () => grep('three'))).toEqual({ ...searched, grep_scanned_entries_total: head });
    expect(await movedBy(service, 1, () => grep('three', 'G3'))).toEqual({
      ...searched,
      grep_scanned_entries_total: 2,
    });
    // Below the first entry there is nothing to look at: not less than nothing.
    expect(await movedBy(service, 1, () => grep('three', '0'))).toEqual(searched);
    expect(await movedBy(service, 1, () => grep('(three'))).toEqual({
      [request('GET', '/board/:board/grep', 400)]: 1,
      'refusals_total{code="bad_query"}': 1,
    });
  });

  it('show writes that wait for a commit, nothing when they are done, and that they shared one', async () => {
    const before = await readMetrics(service);
    const writes: Promise<{ readonly response: Response }>[] = [];
    const moved = await movedBy(service, 4, async () => {
      const letGo = await holdWrites(service.store);
      try {
        for (const content of ['a', 'b', 'c', 'd']) writes.push(write([fact(content)]));
        // The first is under way; the others wait for it.
        await until(async () => (await metric(service, 'write_queue')) === 3);
      } finally {
        await letGo();
      }
      const answers = await Promise.all(writes);
      expect(answers.map(({ response }) => response.status)).toEqual([201, 201, 201, 201]);
    });
    const { transaction_retries_total: _, ...exact } = moved;
    expect(exact).toEqual({
      [request('POST', '/board/:board/write', 201)]: 4,
      'notes_total{status="admitted"}': 4,
      commit_seconds_count: 2,
      commit_commands_count: 2,
      commit_commands_sum: 4,
      commit_entries_count: 2,
      commit_entries_sum: 4,
    });
    expect([before.get('write_queue'), await metric(service, 'write_queue')]).toEqual([0, 0]);
  });

  it('show requests that are held, less one when its client leaves, and time a wake-up', async () => {
    await movedBy(service, 2, async () => {
      await service.as('carol').GET('/snapshot');
      await service.as('dave').GET('/snapshot');
    });
    const departure = new AbortController();
    const poll = (agent: string, signal?: AbortSignal) =>
      service.as(agent).GET('/pending/{agent}', {
        params: { path: { agent }, query: { wait: 25 } },
        ...(signal === undefined ? {} : { signal }),
      });
    const moved = await movedBy(service, 3, async () => {
      const left = expect(poll('dave', departure.signal)).rejects.toThrow();
      const held = poll('carol');
      await until(async () => (await metric(service, 'waiters')) === 2);
      departure.abort();
      await left;
      await until(async () => (await metric(service, 'waiters')) === 1);
      await write([fact('news')]);
      expect((await held).data?.gists[0]?.items.map(({ content }) => content)).toEqual(['news']);
    });
    expect(moved).toEqual({
      [request('POST', '/board/:board/write', 201)]: 1,
      // Who left counts as answered.
      [request('GET', '/pending/:agent', 200)]: 2,
      'notes_total{status="admitted"}': 1,
      wake_seconds_count: 1,
      ...commit(1, 1),
    });
    expect(await metric(service, 'waiters')).toBe(0);
  });

  it('count the views that are held, and those that were built with their gists', async () => {
    await service.as('harness').POST('/board', { body: { board: 'other', members: ['*'] } });
    const other = { path: { board: 'other' } };
    await service.as('alice').POST('/board/{board}/write', { params: other, body: { text: 'FACT a\nFACT b' } });
    await service.stop();
    service = await startService({ store: service.store });
    const read = () => service.as('alice').GET('/board/{board}/read_all', { params: other });
    const answered = { [request('GET', '/board/:board/read_all', 200)]: 1 };
    expect(await movedBy(service, 1, read)).toEqual({
      ...answered,
      views: 1,
      view_build_seconds_count: 1,
      view_build_gists_count: 1,
      view_build_gists_sum: 2,
    });
    expect(await movedBy(service, 1, read)).toEqual(answered);
  });

  it('hold no name of a board or an agent, nor anything that was asked for', async () => {
    const alice = service.as('NAME-alice');
    const params = { path: { board: 'name-of-board' } };
    await service.as('harness').POST('/board', { body: { board: 'name-of-board', members: ['*'] } });
    await service.as('harness').PUT('/board/{board}/members/{agent}', {
      params: { path: { ...params.path, agent: 'NAME-bob' } },
    });
    await service.as('harness').POST('/tokens', { body: { agent: 'NAME-bob' } });
    await alice.POST('/board/{board}/write', { params, body: { text: 'FACT name of note', delegation_id: 'name-w1' } });
    await alice.POST('/board/{board}/messages', { params, body: { to: 'NAME-bob', body: 'name of message' } });
    await alice.GET('/board/{board}/grep', { params: { ...params, query: { q: 'name', author: 'NAME-alice' } } });
    await service.as('NAME-bob').GET('/pending/{agent}', { params: { path: { agent: 'NAME-bob' }, query: {} } });
    await alice.GET('/pending/{agent}', { params: { path: { agent: 'NAME-bob' }, query: {} } });
    await ask({ path: '/name-of-path', headers: { 'x-agent': 'NAME-alice', 'x-request-id': 'name-of-request' } });
    await ask({ path: '/board/name-of-board/write', method: 'POST', body: '{"name' });
    const text = await metricsText(service);
    expect(text).toContain('route="/board/:board/members/:agent"');
    expect(text.split('\n').filter((line) => /name-|name of/i.test(line))).toEqual([]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createClient, type GistboardClient } from '../../client/index.js';
import { NOON } from '../support/fixed-clock.js';
import { rawRequest } from '../support/raw-request.js';
import { startService, type TestService } from '../support/service.js';
import { labelsUpTo, wholeJournal } from '../support/whole-journal.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const main = { path: { board: 'main' } };

let service: TestService;
let alice: GistboardClient;
beforeEach(async () => {
  service = await startService();
  alice = createClient(service.url, { agent: 'alice' });
  await write({ type: 'FACT', content: 'before the step' }, 'before');
});
afterEach(() => service.close());

interface WrittenNote {
  readonly type: string;
  readonly content: string;
  readonly ttl_s?: number;
}

async function write(note: WrittenNote, key?: string): Promise<{ label: string | undefined; isReplayed: boolean }> {
  const params = { ...main, ...(key === undefined ? {} : { header: { 'Idempotency-Key': key } }) };
  const { data, response } = await alice.POST('/board/{board}/write', { params, body: { notes: [note] } });
  expect(response.status).toBe(201);
  return {
    label: data?.results[0]?.label,
    isReplayed: response.headers.get('idempotent-replayed') === 'true',
  };
}

const read = (headers: Readonly<Record<string, string>> = {}) =>
  rawRequest(service.url, { path: '/board/main/read', headers: { 'x-agent': 'alice', ...headers } });
/** The lines below the header, without the last one, which counts. */
const lines = async (): Promise<readonly string[]> =>
  (await read()).text.split('\n').filter((line) => /^G\d+ /.test(line));
const labelsInView = async (): Promise<readonly string[]> =>
  (await lines()).map((line) => line.split(' ')[0] ?? '').sort();

describe.each([
  ['a second', 1_000],
  ['an hour', HOUR_MS],
  ['two days', 2 * DAY_MS],
])('a clock that is set back by %s', (_, backMs) => {
  const stepBack = (): void => {
    service.clock.ms = NOON - backMs;
  };

  it('goes on handing out labels, and every entry stays in the view, the window and the search', async () => {
    await write({ type: 'FAIL', content: 'also before the step' });
    stepBack();
    expect((await write({ type: 'FACT', content: 'after the step' })).label).toBe('G3');
    expect(await labelsInView()).toEqual(labelsUpTo(3));
    const window = await alice.GET('/board/{board}/read_all', { params: main });
    expect(window.data?.items.map(({ label }) => label)).toEqual(labelsUpTo(3));
    expect((await wholeJournal(service.url)).map(({ label, at }) => [label, Date.parse(at)])).toEqual([
      ['G1', NOON],
      ['G2', NOON],
      ['G3', NOON - backMs],
    ]);
  });

  it('shows a claim of before the step until its end, and one of after it for as long as it was asked for', async () => {
    await write({ type: 'CLAIM', content: 'claimed before', ttl_s: 60 });
    stepBack();
    await write({ type: 'CLAIM', content: 'claimed after', ttl_s: 60 });
    expect(await labelsInView()).toEqual(labelsUpTo(3));
    service.clock.ms = NOON - backMs + 60_000;
    expect(await labelsInView()).toEqual(['G1', 'G2']);
    service.clock.ms = NOON + 59_999;
    expect(await labelsInView()).toEqual(['G1', 'G2']);
    service.clock.ms = NOON + 60_000;
    expect(await labelsInView()).toEqual(['G1']);
  });

  it('shows a claim again whose end lies ahead again, under a tag that means these bytes alone', async () => {
    await write({ type: 'CLAIM', content: 'fixing src/a.ts', ttl_s: 60 });
    const live = await read();
    service.clock.ms = NOON + 60_000;
    const ended = await read();
    expect(ended.headers.etag).not.toBe(live.headers.etag);
    stepBack();
    const again = await read();
    expect([again.text, again.headers.etag]).toEqual([live.text, live.headers.etag]);
    expect((await read({ 'if-none-match': String(live.headers.etag) })).status).toBe(304);
    expect((await read({ 'if-none-match': String(ended.headers.etag) })).status).toBe(200);
  });

  it('renews and releases a claim of before the step', async () => {
    const note = { type: 'CLAIM', content: 'fixing src/a.ts', ttl_s: 60 };
    await write(note);
    stepBack();
    expect((await write(note)).label).toBe('G3');
    expect(await labelsInView()).toEqual(['G1', 'G3']);
    const released = await alice.POST('/board/{board}/claims/{label}/release', {
      params: { path: { board: 'main', label: 'G2' } },
      body: { outcome: 'done' },
    });
    expect(released.data).toMatchObject({ label: 'G3', status: 'released', head: 4 });
    expect(await labelsInView()).toEqual(['G1']);
  });

  it('repeats the answer to a key of before the step, and takes new keys', async () => {
    stepBack();
    expect(await write({ type: 'FACT', content: 'before the step' }, 'before')).toEqual({
      label: 'G1',
      isReplayed: true,
    });
    expect(await write({ type: 'FACT', content: 'new' }, 'new')).toEqual({ label: 'G2', isReplayed: false });
    expect(await write({ type: 'FACT', content: 'new' }, 'new')).toEqual({ label: 'G2', isReplayed: true });
    service.clock.ms = NOON;
    expect(await write({ type: 'FACT', content: 'before the step' }, 'before')).toEqual({
      label: 'G1',
      isReplayed: true,
    });
  });

  it('gives in a snapshot and as a notice what was not shown, once, and takes its confirmation', async () => {
    const bob = createClient(service.url, { agent: 'bob' });
    const snapshot = async (): Promise<readonly (string | undefined)[]> => {
      const { data } = await bob.GET('/snapshot', { params: { query: { boards: 'main' } } });
      return (data?.boards[0]?.gists ?? []).map(({ label }) => label);
    };
    expect(await snapshot()).toEqual(['G1']);
    stepBack();
    await write({ type: 'FACT', content: 'after the step' });
    expect(await snapshot()).toEqual(['G2']);
    expect(await snapshot()).toEqual([]);
    await write({ type: 'FACT', content: 'still after the step' });
    const poll = async () =>
      (await bob.GET('/pending/{agent}', { params: { path: { agent: 'bob' }, query: { boards: 'main' } } })).data;
    const pending = await poll();
    expect(pending?.gists[0]?.items.map(({ label }) => label)).toEqual(['G3']);
    const body = { lease_id: pending?.lease_id ?? '', boards: { main: 3 } };
    const shown = await bob.POST('/shown/{agent}', { params: { path: { agent: 'bob' } }, body });
    expect(shown.data?.boards.map(({ gist_cursor }) => gist_cursor)).toEqual([3]);
    expect((await poll())?.lease_id).toBeNull();
  });

  it('shows the same after a restart', async () => {
    await write({ type: 'CLAIM', content: 'fixing src/a.ts', ttl_s: 60 });
    stepBack();
    await write({ type: 'FACT', content: 'after the step' });
    const before = await read();
    await service.stop();
    service = await startService({ store: service.store, clock: service.clock });
    const after = await read();
    expect([after.text, after.headers.etag]).toEqual([before.text, before.headers.etag]);
  });
});

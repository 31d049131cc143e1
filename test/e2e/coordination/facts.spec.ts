import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { send } from '../../support/board-client.js';
import { FactsClient } from '../../support/facts-client.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns, type TurnsClient } from '../../support/turns-client.js';

let service: TestService;
let open: (agent: string) => TurnsClient;
let alice: FactsClient;
let bob: FactsClient;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  // A fact of the same name on another board, which nothing here may touch.
  const other = (await openTurns(service))('alice').board;
  await new FactsClient(service, other, 'alice').set('build', 'elsewhere');
  open = await openTurns(service);
  const { board } = open('alice');
  [alice, bob] = [new FactsClient(service, board, 'alice'), new FactsClient(service, board, 'bob')];
});

const AT = '2026-11-30T12:00:00.000Z';

describe('a fact', () => {
  it('is set by its first setting, and read by all', async () => {
    const { status, data } = await alice.set('build', 'npm test');
    const answer = { board: alice.board, head: 1, key: 'build', value: 'npm test', version: 1, label: 'G1' };
    expect([status, data]).toEqual([200, answer]);
    const fact = { key: 'build', value: 'npm test', version: 1, author: 'alice', at: AT, label: 'G1' };
    expect((await bob.get('build')).data).toEqual({ board: alice.board, head: 1, fact });
    expect(await bob.list()).toEqual({ board: alice.board, head: 1, items: [fact] });
    expect((await open('bob').unfold('G1')).items).toMatchObject([
      { kind: 'fact', type: 'set', author: 'alice', content: 'build = "npm test"' },
    ]);
  });

  it('is what it was set to last, and remembers the rest', async () => {
    await alice.set('build', 'one');
    await bob.set('build', 'two');
    await bob.set('build', 'two');
    expect((await alice.get('build')).data.fact).toMatchObject({ value: 'two', version: 3, author: 'bob' });
    expect((await alice.history('build')).data.items).toMatchObject([
      { value: 'two', version: 3, author: 'bob', label: 'G3' },
      { value: 'two', version: 2, author: 'bob', label: 'G2' },
      { value: 'one', version: 1, author: 'alice', label: 'G1' },
    ]);
  });

  it.each([
    '123',
    123,
    false,
    '{"z":1,"a":2}',
    { z: 1, a: { '10': [], k: null } },
    [],
    [null, 'é😀\u2028\u202Ex\n'],
    '',
    -0.5,
    1e-7,
  ])('keeps %j as it is, its type and the order of its keys too', async (value) => {
    await alice.set('k', value);
    expect(JSON.stringify(await bob.value('k'))).toBe(JSON.stringify(value));
    expect((await open('bob').unfold('G1')).items[0]?.content).not.toMatch(/[\n\u2028\u202E]/);
  });

  it('is not there once it was set to null, and its versions go on behind that', async () => {
    await alice.set('build', 'one');
    expect((await alice.set('build', null)).data).toMatchObject({ value: null, version: 2, label: 'G2' });
    expect([(await bob.get('build')).status, (await bob.list()).items]).toEqual([404, []]);
    expect((await alice.set('build', null)).data).toMatchObject({ version: 2, label: null, head: 2 });
    expect((await alice.set('build', 'again', { if_version: 0 })).data).toMatchObject({ version: 3, label: 'G3' });
    expect((await bob.history('build')).data.items.map(({ removed = false, value }) => [removed, value])).toEqual([
      [false, 'again'],
      [true, null],
      [false, 'one'],
    ]);
  });

  it('that was never set is neither there nor has a history, and removing it changes nothing', async () => {
    expect([(await alice.get('x')).status, (await alice.history('x')).status]).toEqual([404, 404]);
    expect((await alice.set('x', null)).data).toEqual({
      ...{ board: alice.board, head: 0, key: 'x', value: null, version: 0, label: null },
    });
  });
});

describe('compare and set', () => {
  it('is refused for another version, with the present fact', async () => {
    await alice.set('build', 'one', { if_version: 0 });
    await bob.set('build', 'two', { if_version: 1 });
    const { status, problem } = await alice.set('build', 'mine', { if_version: 1 });
    expect([status, problem.code, problem.errors?.[0]?.path]).toEqual([409, 'version_mismatch', 'if_version']);
    expect(problem).toMatchObject({ current: { key: 'build', value: 'two', version: 2, author: 'bob', label: 'G2' } });
    expect((await alice.list()).head).toBe(2);
  });

  it('takes 0 for what is not there, also after a removal', async () => {
    const { problem } = await alice.set('build', 'x', { if_version: 1 });
    expect(problem).toMatchObject({ code: 'version_mismatch', current: { key: 'build', value: null, version: 0 } });
    await alice.set('build', 'x');
    await alice.set('build', null, { if_version: 1 });
    expect((await alice.set('build', 'x', { if_version: 2 })).problem).toMatchObject({ current: { version: 0 } });
  });

  it('lets one of many win who saw the same version, and loses no setting of those without', async () => {
    await alice.set('n', 0);
    const agents = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? alice : bob));
    const swaps = await Promise.all(agents.map((agent, index) => agent.set('n', index, { if_version: 1 })));
    expect(swaps.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(409)]);
    const plain = await Promise.all(agents.map((agent, index) => agent.set('n', index)));
    const versions = plain.map(({ data }) => data.version).toSorted((one, other) => one - other);
    expect(versions).toEqual(Array.from({ length: 20 }, (_, index) => index + 3));
    expect((await alice.history('n')).data.items.map(({ version }) => version)).toEqual([
      ...versions.toReversed(),
      2,
      1,
    ]);
  });

  it('happens once for an Idempotency-Key, though the version is another by then', async () => {
    const once = await alice.set('build', 'one', { if_version: 0, idempotencyKey: 'k1' });
    expect((await alice.set('build', 'one', { if_version: 0, idempotencyKey: 'k1' })).data).toEqual(once.data);
    expect((await alice.set('build', 'two', { idempotencyKey: 'k1' })).problem.code).toBe('key_reused');
    expect((await alice.list()).head).toBe(1);
  });
});

describe('what is no fact', () => {
  it.each(['', '.a', 'a:', 'a b', 'a/b', 'x'.repeat(129), 'é'])('is refused by its key: %j', async (key) => {
    const path = `/board/${alice.board}/facts/${encodeURIComponent(key)}`;
    const init = {
      method: 'PUT',
      body: '{"value":1}',
      headers: { 'x-agent': 'alice', 'content-type': 'application/json' },
    };
    const { status } = await fetch(`${service.url}${path}`, init);
    expect([400, 404]).toContain(status);
    expect((await alice.list()).head).toBe(0);
  });

  it.each([
    ['{}', 'value'],
    ['{"value":1e400}', 'value'],
    ['{"value":[1,9007199254740993]}', 'value.1'],
    ['{"value":1,"if_version":-1}', 'if_version'],
    ['{"value":1,"if_version":"1"}', 'if_version'],
    ['{"value":1,"author":"bob"}', 'author'],
    ['{"value":{"__proto__":1}}', '__proto__'],
  ])('is refused by its body: %s', async (body, path) => {
    const headers = { 'x-agent': 'alice', 'content-type': 'application/json' };
    const init = { method: 'PUT', body, headers };
    const response = await fetch(`${service.url}/board/${alice.board}/facts/k`, init);
    const { errors } = (await response.json()) as { errors: { path: string }[] };
    expect([response.status, errors[0]?.path]).toEqual([400, path]);
  });

  it('is refused where its value is longer than 4,000 characters of JSON', async () => {
    expect((await alice.set('k', 'x'.repeat(3_998))).status).toBe(200);
    const { status, problem } = await alice.set('k', 'x'.repeat(3_999));
    expect([status, problem.code, problem.errors?.[0]?.path]).toEqual([413, 'too_large', 'value']);
  });

  it('holds no secret', async () => {
    expect((await alice.set('k', { key: `AKIA${'ABCDEFGHIJKLMNOP'}` })).data.value).toEqual({
      key: '[redacted:aws-key]',
    });
  });
});

describe('the list of facts', () => {
  it('is by key, and goes on behind the last', async () => {
    for (const key of ['b', 'a', 'C', 'a.1', 'gone']) await alice.set(key, key);
    await alice.set('gone', null);
    const pages: string[][] = [];
    for (let after: string | undefined = ''; after !== undefined;) {
      const page = await bob.list({ limit: 2, ...(after === '' ? {} : { after }) });
      pages.push(page.items.map(({ key }) => key));
      after = page.next_after;
    }
    expect(pages).toEqual([
      ['C', 'a'],
      ['a.1', 'b'],
    ]);
  });

  it('of versions goes back page by page', async () => {
    for (let value = 1; value <= 5; value += 1) await alice.set('k', value);
    const first = (await bob.history('k', { limit: 2 })).data;
    expect([first.items.map(({ value }) => value), first.next_before]).toEqual([[5, 4], 4]);
    const rest = (await bob.history('k', { before: 4 })).data;
    expect([rest.items.map(({ value }) => value), rest.next_before]).toEqual([[3, 2, 1], undefined]);
  });
});

describe('around facts', () => {
  it('an operator can take a value away, in the fact and in its history', async () => {
    await alice.set('k', 'customer 4711');
    expect((await open('harness').redact('G1', 'a customer')).status).toBe(200);
    expect((await bob.get('k')).data.fact).toMatchObject({ value: null, redacted: true, version: 1 });
    expect((await bob.history('k')).data.items).toMatchObject([{ value: null, redacted: true }]);
  });

  it('strangers see nothing and set nothing', async () => {
    await alice.set('k', 1);
    const dave = new FactsClient(service, alice.board, 'dave');
    expect([(await dave.get('k')).status, (await dave.set('k', 2)).status]).toEqual([404, 404]);
    expect(await bob.value('k')).toBe(1);
    expect((await send(service, `/board/${alice.board}/facts`, { agent: 'dave' })).status).toBe(404);
  });

  it('a search finds them by key and by value', async () => {
    await alice.set('build.command', 'npm run zebra');
    for (const q of ['build.command', 'zebra']) expect(await open('bob').find(q, { kinds: 'all' })).toEqual(['G1']);
  });
});

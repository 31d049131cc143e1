import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isOnMysql } from '../support/database-kind.js';
import { NOON } from '../support/fixed-clock.js';
import { expectProblem, type RawAnswer, type RawRequest, rawRequest } from '../support/raw-request.js';
import { startService, type TestService } from '../support/service.js';

const DAY_MS = 24 * 3_600_000;
const WRITE = { method: 'POST', path: '/board/main/write' };

let service: TestService;
let keys = 0;
const newKey = (): string => {
  keys += 1;
  return `key-${keys}`;
};
const ask = (request: RawRequest, key: string | undefined, agent = 'alice', url = service.url): Promise<RawAnswer> =>
  rawRequest(url, {
    ...request,
    headers: { 'x-agent': agent, ...(key === undefined ? {} : { 'idempotency-key': key }), ...request.headers },
  });
const fact = (content: string): RawRequest => ({ ...WRITE, body: { notes: [{ type: 'FACT', content }] } });
const headOf = async (board = 'main', on = service): Promise<number | undefined> =>
  (await on.as('harness').GET('/board/{board}', { params: { path: { board } } })).data?.head;
const isReplay = ({ headers }: RawAnswer): boolean => headers['idempotent-replayed'] === 'true';
const labelIn = ({ text }: RawAnswer): string =>
  (JSON.parse(text) as { results: { label: string }[] }).results[0]?.label ?? '';

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

interface WriteRoute {
  readonly request: RawRequest;
  /** Another request to the same path. */
  readonly other: RawRequest;
}

/** One request to every route that writes but POST /tokens, whose answer is a secret (tokens.spec.ts). */
const routes: Readonly<Record<string, () => Promise<WriteRoute>>> = {
  'POST /board': async () => {
    const post = { method: 'POST', path: '/board' };
    return { request: { ...post, body: { board: 'made' } }, other: { ...post, body: { board: 'another' } } };
  },
  'PUT /board/{board}/members/{agent}': async () => {
    const request = { method: 'PUT', path: '/board/main/members/zoe' };
    return { request, other: { ...request, path: `${request.path}?owner=true` } };
  },
  'DELETE /board/{board}/members/{agent}': async () => {
    const request = { method: 'DELETE', path: '/board/main/members/zoe' };
    return { request, other: { ...request, path: `${request.path}?again=1` } };
  },
  'DELETE /tokens/{id}': async () => {
    const { data } = await service.as('harness').POST('/tokens', { body: { agent: 'alice' } });
    const request = { method: 'DELETE', path: `/tokens/${data?.id}` };
    return { request, other: { ...request, path: `${request.path}?again=1` } };
  },
  'POST /board/{board}/write': async () => ({ request: fact('written once'), other: fact('another') }),
  'POST /board/{board}/claims/{label}/release': async () => {
    const claim = await ask({ ...WRITE, body: { text: 'CLAIM to be released' } }, undefined);
    const release = { method: 'POST', path: `/board/main/claims/${labelIn(claim)}/release` };
    return {
      request: { ...release, body: { outcome: 'done' } },
      other: { ...release, body: { outcome: 'abandoned' } },
    };
  },
  'POST /board/{board}/entries/{label}/redact': async () => {
    const note = await ask(fact('to be redacted'), undefined);
    const redact = { method: 'POST', path: `/board/main/entries/${labelIn(note)}/redact` };
    return { request: { ...redact, body: { reason: 'a' } }, other: { ...redact, body: { reason: 'b' } } };
  },
};

describe.each(Object.keys(routes))('a key on %s', (name) => {
  it('gives a repeat the stored answer, marked, and writes once; another request is refused', async () => {
    const route = await routes[name]?.();
    if (route === undefined) throw new Error(name);
    const key = newKey();
    const first = await ask(route.request, key, 'harness');
    expect([200, 201]).toContain(first.status);
    expect(isReplay(first)).toBe(false);
    const head = await headOf();
    const again = await ask(route.request, key, 'harness');
    expect([again.status, again.text, isReplay(again)]).toEqual([first.status, first.text, true]);
    const refused = await ask(route.other, key, 'harness');
    expectProblem(refused, 422, 'key_reused');
    expect(isReplay(refused)).toBe(false);
    expect(await headOf()).toBe(head);
  });
});

describe('a key', () => {
  it('belongs to its agent, board, method and path', async () => {
    const key = newKey();
    const note = fact('the same for all');
    await service.as('harness').POST('/board', { body: { board: 'second', members: ['*'] } });
    const answers = [
      await ask(note, key),
      await ask(note, key, 'bob'),
      await ask({ ...note, path: '/board/second/write' }, key),
      await ask({ method: 'PUT', path: '/board/main/members/yves' }, key, 'harness'),
      await ask({ method: 'DELETE', path: '/board/main/members/yves' }, key, 'harness'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 200, 200]);
    expect(answers.map(isReplay)).toEqual([false, false, false, false, false]);
  });

  it('knows its agent in any spelling', async () => {
    const key = newKey();
    await ask(fact('by alice'), key, 'alice');
    expect(isReplay(await ask(fact('by alice'), key, 'ALICE'))).toBe(true);
  });

  it('is the same only letter by letter', async () => {
    const key = newKey();
    await ask(fact('in lower case'), key);
    expect(isReplay(await ask(fact('in lower case'), key.toUpperCase()))).toBe(false);
  });

  it('without a key nothing is a repeat', async () => {
    const [first, again] = [await ask(fact('no key'), undefined), await ask(fact('no key'), undefined)];
    expect(labelIn(again)).not.toBe(labelIn(first));
  });

  it.each(['!', '~'.repeat(128), 'a:b/c#d"e\\f'])('may be %j', async (key) => {
    expect((await ask(fact(`under ${key.length}`), key)).status).toBe(201);
  });

  it.each(['', 'a b', '~'.repeat(129), 'é', 'a\tb'])('may not be %j', async (key) => {
    const head = await headOf();
    const { errors } = expectProblem(await ask(fact('not written'), key), 400, 'bad_request');
    expect(errors).toEqual([{ path: 'Idempotency-Key', message: expect.stringContaining('1-128 printable ASCII') }]);
    expect(await headOf()).toBe(head);
  });

  it('is kept for 24 hours to the millisecond, then it is new again', async () => {
    const key = newKey();
    const first = await ask(fact('of a day'), key);
    service.clock.ms = NOON + DAY_MS - 1;
    const replay = await ask(fact('of a day'), key);
    expect([isReplay(replay), replay.text]).toEqual([true, first.text]);
    service.clock.ms = NOON + DAY_MS;
    const anew = await ask(fact('of another day'), key);
    expect([anew.status, isReplay(anew)]).toEqual([201, false]);
    expect(labelIn(anew)).not.toBe(labelIn(first));
    // From here on it is the new one that is kept.
    service.clock.ms = NOON + 2 * DAY_MS - 1;
    expect(isReplay(await ask(fact('of another day'), key))).toBe(true);
    service.clock.ms = NOON;
  });

  it('survives a restart', async () => {
    const key = newKey();
    const first = await ask(fact('before the restart'), key);
    await service.stop();
    service = await startService({ store: service.store });
    const again = await ask(fact('before the restart'), key);
    expect([isReplay(again), again.text]).toEqual([true, first.text]);
  });
});

describe('a refused request', () => {
  it('is judged anew under the same key', async () => {
    const key = newKey();
    const rejected = { ...WRITE, body: { text: 'PATCH_SUMMARY files=a.ts | idea=x | evidence=TBD' } };
    expectProblem(await ask(rejected, key), 422, 'nothing_admitted');
    const again = await ask(rejected, key);
    expectProblem(again, 422, 'nothing_admitted');
    expect(isReplay(again)).toBe(false);
    const mended = await ask(fact('now it is right'), key);
    expect([mended.status, isReplay(mended)]).toEqual([201, false]);
  });

  it('is granted once nothing stands against it', async () => {
    const key = newKey();
    const next = ((await headOf()) ?? 0) + 1;
    const release = { method: 'POST', path: `/board/main/claims/G${next}/release`, body: { outcome: 'done' } };
    expectProblem(await ask(release, key), 404, 'not_found');
    await ask({ ...WRITE, body: { text: 'CLAIM that was not there' } }, undefined);
    const granted = await ask(release, key);
    expect([granted.status, isReplay(granted)]).toEqual([200, false]);
  });

  it('says that a board exists, not that a key was used, where its board was made by another', async () => {
    const [key, other] = [newKey(), newKey()];
    const request = { method: 'POST', path: '/board', body: { board: 'twice' } };
    expect((await ask(request, key, 'harness')).status).toBe(201);
    expectProblem(await ask(request, other, 'harness'), 409, 'already_exists');
    expect(isReplay(await ask(request, key, 'harness'))).toBe(true);
  });
});

/** Each of ten keys sent five times at once: ten entries, and every repeat answers what the first did. */
async function expectOneEntryAKey(urls: readonly string[]): Promise<void> {
  const before = (await headOf()) ?? 0;
  const own = Array.from({ length: 10 }, () => newKey());
  const sent = own.flatMap((key) => Array.from({ length: 5 }, (_, index) => ({ key, url: urls[index % urls.length] })));
  const answers = await Promise.all(
    sent.map(async ({ key, url }) => ({ key, answer: await ask(fact(`at once ${key}`), key, 'alice', url) })),
  );
  for (const key of own) {
    const ofKey = answers.flatMap((each) => (each.key === key ? [each.answer] : []));
    expect(ofKey.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(ofKey.map(({ text }) => text)).size).toBe(1);
    expect(ofKey.filter(isReplay)).toHaveLength(4);
  }
  expect(await headOf()).toBe(before + 10);
}

describe('the same request sent at once', () => {
  it('is written once', () => expectOneEntryAKey([service.url]));

  it('is refused where it is another one that is under way with the key', async () => {
    const key = newKey();
    const answers = await Promise.all([ask(fact('one'), key), ask(fact('other'), key)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  });

  it('shares commits with others, whom no repeat fails', async () => {
    const known = Array.from({ length: 10 }, () => newKey());
    const stored = await Promise.all(known.map((key) => ask(fact(`known ${key}`), key)));
    const head = (await headOf()) ?? 0;
    const [repeated, reused] = [known.slice(0, 5), known.slice(5)];
    // One commit is under way, so the others share the next.
    const first = ask(fact('first'), undefined);
    const repeats = Promise.all(repeated.map((key) => ask(fact(`known ${key}`), key)));
    const refusals = Promise.all(reused.map((key) => ask(fact('another request'), key)));
    const fresh = Promise.all(known.map((key) => ask(fact(`known ${key}`), `new-${key}`)));
    const unkeyed = Promise.all(known.map(() => ask(fact('no key'), undefined)));
    expect((await repeats).map(({ text }) => text)).toEqual(stored.slice(0, 5).map(({ text }) => text));
    expect((await repeats).map(isReplay)).toEqual([true, true, true, true, true]);
    for (const refused of await refusals) expectProblem(refused, 422, 'key_reused');
    const written = [await first, ...(await fresh), ...(await unkeyed)];
    expect(written.map((answer) => [answer.status, isReplay(answer)])).toEqual(written.map(() => [201, false]));
    const seqs = written.map((answer) => Number(labelIn(answer).slice(1))).sort((a, b) => a - b);
    expect(seqs).toEqual(written.map((_, index) => head + 1 + index));
    expect(await headOf()).toBe(head + 21);
  });
});

if (isOnMysql) {
  describe('two replicas of one store', () => {
    it('write once what both are sent at once', async () => {
      const replica = await startService({ store: service.store });
      try {
        await expectOneEntryAKey([service.url, replica.url]);
        const key = newKey();
        await ask(fact('asked here'), key);
        const there = await ask(fact('asked here'), key, 'alice', replica.url);
        expect(isReplay(there)).toBe(true);
        expectProblem(await ask(fact('asked otherwise'), key, 'alice', replica.url), 422, 'key_reused');
      } finally {
        await replica.stop();
      }
    });
  });
}

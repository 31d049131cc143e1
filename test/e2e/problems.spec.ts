import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectProblem, type RawRequest, rawRequest } from '../support/raw-request.js';
import { startService, type TestService } from '../support/service.js';

const MIB = 1_048_576;
let service: TestService;
beforeAll(async () => {
  service = await startService();
  await service.as('alice').GET('/whoami');
});
afterAll(() => service.close());

const ask = (request: RawRequest) =>
  rawRequest(service.url, { ...request, headers: { 'x-agent': 'alice', ...request.headers } });
const write = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  ask({ method: 'POST', path: '/board/main/write', body, headers });
const headOfMain = async (): Promise<number | undefined> =>
  (await service.as('alice').GET('/board/{board}', { params: { path: { board: 'main' } } })).data?.head;

/** A write of exactly this many bytes, of one FACT and spaces. */
const writeOfSize = (bytes: number): string => {
  const text = JSON.stringify({ text: 'FACT of some size' });
  return `${text}${' '.repeat(bytes - text.length)}`;
};

describe('the size of a body', () => {
  it('may be 1 MiB', async () => {
    expect((await write(writeOfSize(MIB))).status).toBe(201);
  });

  it('may not be one byte more', async () => {
    const problem = expectProblem(await write(writeOfSize(MIB + 1)), 413, 'too_large');
    expect(problem.detail).toContain(
      '1 MiB (1,048,576 bytes). Send less at once, or shorter texts; a control character',
    );
  });

  it('counts after decompression', async () => {
    const headers = { 'content-encoding': 'gzip' };
    expect((await write(gzipSync(writeOfSize(MIB)), headers)).status).toBe(201);
    expectProblem(await write(gzipSync(writeOfSize(64 * MIB)), headers), 413, 'too_large');
  });

  it('counts where the length is not said', async () => {
    const chunked = { 'transfer-encoding': 'chunked' };
    expect((await write(writeOfSize(MIB), chunked)).status).toBe(201);
    expectProblem(await write(writeOfSize(MIB + 1), chunked), 413, 'too_large');
  });
});

describe('the shape of a body', () => {
  const nested = (depth: number): string => `{"text":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
  const values = (count: number): string => JSON.stringify({ notes: Array.from({ length: count - 1 }, () => 1) });

  it('may be 12 deep, and not 13', async () => {
    expect(expectProblem(await write(nested(12)), 400, 'bad_request').errors).toEqual([
      { path: 'text', message: 'must be a string' },
    ]);
    expect(expectProblem(await write(nested(13)), 400, 'bad_request').errors).toEqual([
      { path: 'body', message: 'is nested more than 12 deep' },
    ]);
  });

  it('may not be 250,000 deep', async () => {
    expectProblem(await write(nested(250_000)), 400, 'bad_request');
    expectProblem(await write('[{"a":'.repeat(100_000)), 400, 'bad_request');
  });

  it('may hold 5,000 values, and not 5,001', async () => {
    const places = expectProblem(await write(values(5_000)), 400, 'bad_request').errors;
    expect(places).toEqual([{ path: 'notes', message: 'must hold at most 100' }]);
    expect(expectProblem(await write(values(5_001)), 400, 'bad_request').errors).toEqual([
      { path: 'body', message: 'holds more than 5000 values; send it in parts' },
    ]);
  });

  it.each([
    ['empty objects', `{"notes":[${'{},'.repeat(339_999)}{}]}`],
    ['unknown properties', `{${Array.from({ length: 80_000 }, (_, index) => `"k${index}":1`).join(',')}}`],
    ['empty lists', `{"notes":[${'[],'.repeat(339_999)}[]]}`],
  ])('never holds the process up: 1 MB of %s', async (_, body) => {
    const before = process.cpuUsage();
    const [hostile, other] = await Promise.all([write(body), ask({ path: '/whoami' })]);
    expectProblem(hostile, 400, 'bad_request');
    expect(other.status).toBe(200);
    // Not by the clock: a machine stalls whatever it was sent.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_500);
  });

  it('names at most 20 wrong places', async () => {
    const notes = Array.from({ length: 100 }, () => ({ type: 1, content: 2 }));
    const { errors, detail } = expectProblem(await write({ notes }), 400, 'bad_request');
    expect(errors).toHaveLength(20);
    expect(detail).toContain('notes.0.type: must be a string (and 199 more)');
  });

  it.each<[string, string]>([
    ['{"text":"FACT x"', 'valid JSON'],
    ["{'text':'FACT x'}", 'valid JSON'],
    ['"FACT x"', 'valid JSON'],
    ['null', 'valid JSON'],
    ['', 'give either'],
    ['{}', 'give either'],
    ['{"text":"FACT x","text2":1}', 'text2: is not a known property'],
    ['{"text":"FACT x","__proto__":{"a":1}}', '__proto__'],
    ['{"text":"FACT x","constructor":1}', 'constructor: is not a known property'],
    ['{"text":["FACT x"]}', 'text: must be a string'],
    ['{"text":null}', 'text: must be a string'],
  ])('is refused where it is %s', async (body, said) => {
    const { detail } = expectProblem(await write(body), 400, 'bad_request');
    expect(detail).toContain(said);
  });

  it.each(['[]', '[{"text":"FACT x"}]', '[[]]'])('is refused where it is the list %s', async (body) => {
    const before = await headOfMain();
    expectProblem(await write(body), 400, 'bad_request');
    expect(await headOfMain()).toBe(before);
  });

  it('is not quoted where it can not be read, since it may hold a secret', async () => {
    expect((await write('{"text": hunter2}')).text).not.toContain('hunter2');
  });

  it('is refused where it is no UTF-8, and nothing is stored', async () => {
    const before = await headOfMain();
    const problem = expectProblem(await write(Buffer.from('{"text":"FACT caf\xe9"}', 'latin1')), 400, 'bad_request');
    expect(problem.detail).toBe('body: is no valid UTF-8; send text in UTF-8');
    expect(await headOfMain()).toBe(before);
    expect((await write(Buffer.from('{"text":"FACT café 😀"}'))).status).toBe(201);
  });

  it.each([
    ['text/plain', 'FACT x'],
    ['application/x-www-form-urlencoded', 'text=FACT%20x'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/json; charset=latin1', '{"text":"FACT x"}'],
    ['', '{"text":"FACT x"}'],
  ])('is refused where its type is %j', async (type, body) => {
    expectProblem(await write(body, { 'content-type': type }), 415, 'unsupported_media_type');
  });

  it('is refused in an encoding that is not known', async () => {
    expectProblem(await write('{}', { 'content-encoding': 'x-zip' }), 415, 'unsupported_media_type');
  });

  it('is refused where it is no gzip though it says so', async () => {
    expectProblem(await write('{"text":"FACT x"}', { 'content-encoding': 'gzip' }), 400, 'bad_request');
  });
});

describe('a path', () => {
  it.each(['/board/%/read', '/board/%zz', '/board/%E0%A4%A/read', '/board/main/claims/%ff/release', '/tokens/%'])(
    'with a broken escape is malformed: %s',
    async (path) => {
      const method = path.endsWith('release') ? 'POST' : path.startsWith('/tokens') ? 'DELETE' : 'GET';
      const problem = expectProblem(await ask({ method, path }), 400, 'bad_request');
      expect(problem).toMatchObject({ instance: path, detail: expect.stringContaining('percent-escape') });
    },
  );

  it.each(['%00', 'main%00', 'a%2Fb', 'main%2Fread', '..%2Fmain', 'Main', 'm%C3%A4in', '%20main', 'a'.repeat(65)])(
    'with %s in the place of a board names none',
    async (slug) => {
      expectProblem(await ask({ path: `/board/${slug}/read` }), 404, 'not_found');
      expectProblem(await ask({ path: `/board/${slug}` }), 404, 'not_found');
    },
  );

  it.each(['0', 'G0', 'G01', 'X1', 'G1%00', 'G1%2F', `G${'9'.repeat(16)}`])(
    'with %s in the place of a label is malformed',
    async (label) => {
      const request = { method: 'POST', path: `/board/main/claims/${label}/release`, body: { outcome: 'done' } };
      const { errors } = expectProblem(await ask(request), 400, 'bad_request');
      expect(errors).toEqual([{ path: 'label', message: 'must be a label such as G41' }]);
    },
  );

  it.each([
    ['GET', '/nothing'],
    ['GET', '/'],
    ['PUT', '/whoami'],
    ['POST', '/board/main/read'],
    ['DELETE', '/board/main'],
    ['POST', '/board/main/nothing'],
    ['GET', '/health'],
    ['GET', '/board/main/entries/G1/redact'],
  ])('that is no route: %s %s', async (method, path) => {
    const { detail } = expectProblem(await ask({ method, path }), 404, 'no_such_route');
    expect(detail).toBe(`There is no ${method} ${path}. See /docs.`);
  });
});

describe('a query', () => {
  it.each([
    ['/board/main/read?nonsense=1', 'nonsense: is not a known property'],
    ['/board/main/read?budget=49', 'budget: must be a whole number from 50 to 1000000'],
    ['/board/main/read?budget=1e3', 'budget: must be a whole number from 50 to 1000000'],
    ['/board/main/read?budget=%2050', 'budget: must be a whole number from 50 to 1000000'],
    ['/board/main/read?type[]=FACT', 'type[]: is not a known property'],
    ['/board/main/read?type=FACT&type=LIE', 'type: must be one of FACT'],
    ['/board/main/read?after=G1&after=G2', 'after: must be a string'],
    ['/board/main/grep', 'q: must be a string'],
    ['/board/main/grep?q=a&q=b', 'q: must be a string'],
    ['/board/main/grep?q=a&limit=0', 'limit: must be a whole number from 1 to 500'],
    ['/board/main/grep?q=a&limit=501', 'limit: must be a whole number from 1 to 500'],
    ['/board/main/grep?q=a&author=%27%20or%201', 'author: must be an agent name'],
    ['/board/main/grep?q=a&author=%C3%A9', 'author: must be an agent name'],
  ])('is refused: %s', async (path, detail) => {
    expect(expectProblem(await ask({ path }), 400, 'bad_request').detail).toContain(detail);
  });

  it('with a broken escape means what it says', async () => {
    const answer = await ask({ path: '/board/main/grep?q=100%' });
    expect([answer.status, (JSON.parse(answer.text) as { query: string }).query]).toEqual([200, '100%']);
  });
});

describe('the id of a request', () => {
  it('is made where none is given, new each time', async () => {
    const ids = [await ask({ path: '/whoami' }), await ask({ path: '/whoami' })].map(
      ({ headers }) => headers['x-request-id'],
    );
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(ids[1]).not.toBe(ids[0]);
  });

  it.each([
    ['12345678', true],
    ['a.b_c-D9'.repeat(8), true],
    ['1234567', false],
    ['a'.repeat(65), false],
    ['with space', false],
    ['"quoted-text"', false],
  ])('%j is taken over: %s', async (given, isTaken) => {
    const { headers } = await ask({ path: '/nothing', headers: { 'x-request-id': given } });
    expect(headers['x-request-id'] === given).toBe(isTaken);
  });
});

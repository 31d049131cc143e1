import fc from 'fast-check';
import { sent, word } from './hostile-bodies.js';

/** A request that no sensible client sends: whole, or as the bytes of a connection. */
export type Hostile =
  | {
      readonly kind: 'request';
      readonly method: string;
      readonly path: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  | { readonly kind: 'bytes'; readonly parts: readonly string[] };

const QUERIED = ['/board/main/read', '/board/main/read_all', '/board/main/grep', '/board/main/unfold', '/snapshot'];
const MORE_QUERIED = ['/pending/mallory', '/board/main/messages', '/tokens', '/whoami', '/board'];
const PARAMETERS = [
  'q',
  'in',
  'kinds',
  'type',
  'author',
  'delegation_id',
  'since',
  'until',
  'before',
  'after',
  'limit',
];
const MORE_PARAMETERS = [
  'format',
  'budget',
  'labels',
  'offset',
  'max',
  'with',
  'boards',
  'for',
  'advance',
  '__proto__',
];

/** Node refuses to send what is no header; those go as bytes. */
const headerValue = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'mallory',
    'Bearer',
    'Bearer x',
    'Basic eDp5',
    'all',
    'system',
    '\u00ff',
    '"*"',
    'W/"',
    '1e9',
  ),
  fc.constantFrom(
    'gzip',
    'br',
    'deflate',
    'identity, gzip',
    'utf-16',
    'text/plain',
    'application/json; charset=x',
    '*/*',
  ),
  fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength: 300 }),
);
const headerName = fc.constantFrom(
  ...['x-agent', 'authorization', 'idempotency-key', 'if-none-match', 'content-type', 'content-encoding', 'accept'],
  ...['x-request-id', 'x-instance', 'origin', 'host', 'sec-fetch-site', 'x-forwarded-for', 'cookie', 'range', 'te'],
);
const headers = fc
  .array(fc.tuple(headerName, headerValue), { maxLength: 4 })
  .map((pairs): Record<string, string> => ({ 'x-agent': 'mallory', ...Object.fromEntries(pairs) }));
const usual = fc.constantFrom<Record<string, string>>(
  ...['mallory', 'mallory', 'mallory', 'harness', 'harness'].map((agent) => ({
    'x-agent': agent,
    // Without it the protocol of tools answers nothing but 406.
    accept: 'application/json, text/event-stream',
  })),
  {},
);

const segment = fc.oneof(
  fc.constantFrom('..', '.', '%2e%2e', '%2f', '%00', '%', '%zz', '%ff', '%c0%af', '%ed%a0%80', ';', '*', '\\', '//'),
  fc.constantFrom(
    'board',
    'main',
    'Main',
    'read',
    'write',
    'messages',
    'G1',
    'G0',
    'claims',
    'health',
    'docs',
    'tokens',
  ),
  fc.integer({ min: 1, max: 12_000 }).map((length) => 'a'.repeat(length)),
  word.map((text) => encodeURIComponent(text.toWellFormed())),
);
const path = fc.array(segment, { maxLength: 7 }).map((segments) => `/${segments.join('/')}`);
const query = fc
  .array(fc.tuple(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...PARAMETERS, ...MORE_PARAMETERS) }, word), word), {
    maxLength: 5,
  })
  .map((pairs) => pairs.map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join('=')).join('&'));
const rawQuery = fc.constantFrom(
  '?',
  '&&=&',
  'q',
  'q=%',
  'q=%zz&limit=%',
  'a[b]=1',
  'q[]=1&q[x]=2',
  `q=${'('.repeat(900)}`,
);
const method = fc.constantFrom(
  'GET',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'DELETE',
  'PUT',
  'PATCH',
  'POST',
  'PROPFIND',
  'M-SEARCH',
);

const requests = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(sent, fc.oneof({ weight: 3, arbitrary: usual }, headers))
      .map(([request, each]) => ({ ...request, headers: each })),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.constantFrom(...QUERIED, ...MORE_QUERIED), usual, fc.oneof({ weight: 5, arbitrary: query }, rawQuery))
      .map(([to, each, text]) => ({ method: 'GET', path: `${to}?${text}`, headers: each })),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(method, path, headers).map(([verb, to, each]) => ({ method: verb, path: to, headers: each })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...QUERIED, ...MORE_QUERIED), headers)
      .map(([to, each]) => ({ method: 'GET', path: to, headers: each })),
  },
);

const REQUEST =
  'POST /board/main/write HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Agent: mallory\r\nContent-Type: application/json\r\n';
const connections = fc.oneof(
  fc
    .constantFrom(
      ...['\r\n\r\n\r\n', 'GET\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', 'GET /\r\n\r\n', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
      ...[
        '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
        'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
        'GET / HTTP/1.1\r\n\r\n',
      ],
      ...[`GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, `${REQUEST}X: ${'y'.repeat(40_000)}\r\n\r\n`],
      ...[`${REQUEST}${'A: b\r\n'.repeat(3_000)}\r\n`, `${REQUEST}Bad Header\r\n\r\n`, `${REQUEST}X: a\0b\r\n\r\n`],
      ...[`${REQUEST}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}   `, `${REQUEST}Content-Length: -1\r\n\r\n`],
      ...[`${REQUEST}Content-Length: 99\r\n\r\n{"text":"FACT short"}`, `${REQUEST}Content-Length: 2\r\n\r\n{}GARBAGE`],
      ...[`${REQUEST}Content-Length: 99999999999999999999\r\n\r\n{`, `${REQUEST}Content-Length: 1e3\r\n\r\n{}`],
      ...[`${REQUEST}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n`, `${REQUEST}Expect: a\r\n\r\n`],
      ...[`${REQUEST}Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n`, `${REQUEST}Transfer-Encoding: gzip\r\n\r\n{}`],
      ...[`${REQUEST}Transfer-Encoding: chunked\r\n\r\n5\r\n{}\r\n0\r\n\r\n`, `${REQUEST}Upgrade: websocket\r\n\r\n`],
      ...[`${REQUEST}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n`, 'GET /whoami HTTP/1.0\r\n\r\n'],
      ...[
        `${REQUEST}Transfer-Encoding: chunked\r\n\r\n2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
        'GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n',
      ],
    )
    .map((text) => [text]),
  fc.array(fc.string({ unit: 'binary', maxLength: 80 }), { minLength: 1, maxLength: 3 }),
  // Slow: in pieces.
  fc.integer({ min: 2, max: 9 }).map((count) => piecesOf(`${REQUEST}Content-Length: 2\r\n\r\n{}`, count)),
  // Cut off anywhere, also in the middle of a body.
  fc
    .integer({ min: 1, max: 160 })
    .map((length) => [`${REQUEST}Content-Length: 20\r\n\r\n{"text":"FACT a"}    `.slice(0, length)]),
);

const piecesOf = (text: string, count: number): readonly string[] =>
  text.match(new RegExp(`[^]{1,${Math.ceil(text.length / count)}}`, 'g')) ?? [text];

export const hostile: fc.Arbitrary<Hostile> = fc.oneof(
  { weight: 8, arbitrary: requests.map((request) => ({ kind: 'request' as const, ...request })) },
  { weight: 1, arbitrary: connections.map((parts) => ({ kind: 'bytes' as const, parts })) },
);

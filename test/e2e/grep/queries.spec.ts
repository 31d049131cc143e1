import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BoardClient, openBoard, send } from '../../support/board-client.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
let alice: BoardClient;
beforeAll(async () => {
  service = await startService();
  const elsewhere = (await openBoard(service))('alice');
  await elsewhere.write(TEXTS.map((content) => ({ type: 'FACT', content })));
  alice = (await openBoard(service))('alice');
  await alice.write(TEXTS.map((content) => ({ type: 'FACT', content })));
});
afterAll(() => service.close());

const TEXTS = [
  'deadlock in shard map', // G1
  'deadlock on lease', // G2
  'deadlock elsewhere', // G3
  'foo() is slow', // G4
  'foo() | bar is slow', // G5
  'a|b', // G6
  '100% cpu', // G7
  '100x cpu', // G8
  'C:\\temp is full', // G9
  'a_b and aXb', // G10
  'STRASSE', // G11
  'οδοσημα', // G12
  'caf\u00E9', // G13
  'cafe\u0301 noir', // G14
  'say "hi" & go!', // G15
  'ｆｕｌｌ width', // G16
  'Straße', // G17
  'in  the   shard', // G18
];

describe('a query finds', () => {
  it.each<[string, readonly number[], string]>([
    ['deadlock & (shard | lease)', [2, 1], 'deadlock & (shard | lease)'],
    ['deadlock&shard|lease', [2, 1], 'deadlock & shard | lease'],
    ['lease | deadlock & shard', [2, 1], 'lease | deadlock & shard'],
    ['deadlock & !shard & !lease', [3], 'deadlock & !shard & !lease'],
    ['!(deadlock | cpu) & !!slow', [5, 4], '!(deadlock | cpu) & !!slow'],
    ['DEADLOCK', [3, 2, 1], 'DEADLOCK'],
    ['"foo()" & !"|"', [4], '"foo()" & !"|"'],
    ['foo\\(\\)', [5, 4], '"foo()"'],
    ['a\\|b', [6], '"a|b"'],
    ['100%', [7], '100%'],
    ['100', [8, 7], '100'],
    ['%', [7], '%'],
    ['_', [10], '_'],
    ['a_b', [10], 'a_b'],
    ['C:\\temp', [9], 'C:\\temp'],
    ['"c:\\\\temp"', [9], 'c:\\temp'],
    ['\\', [9], '"\\\\"'],
    ['ß', [17, 11], 'ß'],
    ['stra\u1E9Ee', [17, 11], 'stra\u1E9Ee'],
    ['strasse', [17, 11], 'strasse'],
    ['ΟΔΟΣ', [12], 'ΟΔΟΣ'],
    ['οδος', [12], 'οδος'],
    ['é', [14, 13], 'é'],
    ['e\u0301', [14, 13], 'e\u0301'],
    ['full', [16, 9], 'full'],
    ['ＦＵＬＬ', [16, 9], 'ＦＵＬＬ'],
    ['say "hi"', [15], 'say "hi"'],
    ['"say \\"hi\\" & go!"', [15], '"say \\"hi\\" & go!"'],
    ['in  the \t shard', [18], 'in the shard'],
    [' in the ', [18], 'in the'],
    ['dead\u200Block', [3, 2, 1], 'dead\u200Block'],
    ['no such text', [], 'no such text'],
  ])('%s', async (q, seqs, normalized) => {
    const answer = await alice.grep(q);
    expect(answer.matches.map(({ label }) => label)).toEqual(seqs.map((seq) => `G${seq}`));
    const { board, head, query, total, returned, truncated, next_before } = answer;
    expect({ board, head, query, total, returned, truncated, next_before }).toEqual({
      board: alice.board,
      head: TEXTS.length,
      query: q,
      total: seqs.length,
      returned: seqs.length,
      truncated: false,
      next_before: undefined,
    });
    expect(answer.normalized).toBe(normalized);
    expect(await alice.find(answer.normalized)).toEqual(seqs.map((seq) => `G${seq}`));
  });

  it('everything, where it only excludes what is nowhere', async () => {
    expect(await alice.find('!"no such text"')).toEqual(TEXTS.map((_, place) => `G${TEXTS.length - place}`));
  });

  it('whole entries', async () => {
    expect((await alice.grep('lease')).matches).toEqual([
      {
        label: 'G2',
        kind: 'gist',
        type: 'FACT',
        author: 'alice',
        to: null,
        delegation_id: null,
        content: 'deadlock on lease',
        at: '2026-11-30T12:00:00.000Z',
        status: 'live',
        has_detail: false,
      },
    ]);
  });
});

describe('a query that can not be read is refused with the column and a caret', () => {
  const TERM = 'a term, a phrase in quotes, "!" or "("';
  const END = '"&", "|" or the end of the query';
  it.each([
    ['(a', 3, '"&", "|" or ")"'],
    ['a &', 4, TERM],
    ['a b)', 4, END],
    ['""', 1, 'a term with something in it to search for'],
    ['a & " "', 5, 'a term with something in it to search for'],
    ['|a', 1, TERM],
    ['a || b', 4, TERM],
    ['()', 2, TERM],
    ['', 1, TERM],
    ['   ', 4, TERM],
    ['!', 2, TERM],
    ['"a', 3, 'a closing " of the phrase'],
    ['"a" b', 5, END],
    ['foo()', 4, '"&" or "|" before "(", or quotes where it is part of the text: "foo()"'],
    ['😀 & )', 5, TERM],
  ])('%j at column %i', async (q, column, expected) => {
    const { status, problem } = await alice.tryGrep(q);
    expect(status).toBe(400);
    expect(problem).toMatchObject({
      code: 'bad_query',
      column,
      expected,
      caret: `${q}\n${' '.repeat(column - 1)}^`,
      detail: `q: column ${column}: expected ${expected}`,
      errors: [{ path: 'q', message: `expected ${expected} at column ${column}` }],
    });
  });

  const nested = (depth: number): string => `${'('.repeat(depth)}lease${')'.repeat(depth)}`;
  const terms = (count: number): string => Array.from({ length: count }, () => 'lease').join('|');
  it.each([
    ['1,000 characters', `lease|${'x'.repeat(994)}`, `lease|${'x'.repeat(995)}`, 1_001, 'at most 1000 characters'],
    [
      '1,000 characters of 4 bytes',
      `lease|${'😀'.repeat(994)}`,
      `lease|${'😀'.repeat(995)}`,
      1_001,
      'at most 1000 characters',
    ],
    ['a depth of 32', nested(32), nested(33), 33, 'at most 32 levels of "(" and "!"'],
    ['64 terms', terms(64), terms(65), 64 * 6 + 1, 'at most 64 terms'],
  ])('%s is taken, one more is refused', async (_, taken, refused, column, expected) => {
    expect(await alice.find(taken)).toEqual(['G2']);
    const { status, problem } = await alice.tryGrep(refused);
    expect(status).toBe(400);
    expect([problem.code, problem.column, problem.expected]).toEqual(['bad_query', column, expected]);
  });

  it.each(['', 'limit=5', 'q=a&q=b', 'Q=a'])('is missing or given twice: %j', async (query) => {
    const { status, text } = await send(service, `/board/${alice.board}/grep?${query}`, { agent: 'alice' });
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ code: 'bad_request' });
  });
});

describe('what looks like SQL', () => {
  const STRINGS = [
    "' OR '1'='1",
    "x'; DROP TABLE journal_entry; --",
    '" OR ""="',
    "\\' OR 1=1 -- ",
    "') OR 1=1 #",
    'x/**/UNION/**/SELECT/**/1',
    ':term0 :boardId ? ?? $1 @a',
    '%_\\%\\_',
    '{{x}} ${x} `x`',
    "0x27 CHAR(39) \\x27 '' ",
  ];

  it('is searched literally, as a text and as a filter, and harms nothing', async () => {
    const mine = (await openBoard(service))('alice');
    const { data } = await mine.write(STRINGS.map((content) => ({ type: 'FACT', content })));
    for (const [place, text] of STRINGS.entries()) {
      const phrase = `"${text.replace(/["\\]/g, '\\$&')}"`;
      expect(await mine.find(phrase)).toEqual([data.results[place]?.label]);
      expect(await mine.find(phrase, { in: 'all', kinds: 'all' })).toEqual([data.results[place]?.label]);
    }
    for (const parameter of ['author', 'delegation_id', 'type', 'before', 'since', 'in', 'kinds', 'limit']) {
      const path = `/board/${mine.board}/grep?q=x&${parameter}=${encodeURIComponent("x' OR '1'='1")}`;
      expect((await send(service, path, { agent: 'alice' })).status).toBe(400);
    }
    expect((await mine.readAll()).items).toHaveLength(STRINGS.length);
    expect(await alice.find('lease')).toEqual(['G2']);
  });
});

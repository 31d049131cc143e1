import fc from 'fast-check';

const FIELDS = ['notes', 'text', 'type', 'content', 'detail', 'delegation_id', 'ttl_s', 'final', 'invalidates', 'to'];
const MORE_FIELDS = ['body', 'reply_to', 'outcome', 'note', 'reason', 'board', 'members', 'owner', 'agent', 'kind'];
const TURN_FIELDS = ['lease_id', 'events', 'boards', 'for', '__proto__', 'constructor', 'toString', 'then', ''];
const nasty = fc.constantFrom(
  ...['', ' ', '\0', 'a\0b', '\ud800', 'x\udfff', '\u202e', '\ufeff', '\u2028', '😀'.repeat(101), 'ﷺ'.repeat(300)],
  ...["' OR 1=1 -- ", '%', '_', '\\', '"', '${7*7}', '<script>', '../../etc/passwd', '-1', '1e309', 'NaN', 'null'],
  ...['G0', 'G9999999999999999999', 'G1-G999999', 'FACT', 'CLAIM', 'FACT a\nFAIL b\nCLAIM src/a.ts', 'a'.repeat(9_000)],
);
/** Text that is a trap for somebody. */
export const word = fc.oneof(
  { weight: 3, arbitrary: nasty },
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string(),
);
const leaf = fc.oneof(
  word,
  fc.double(),
  fc.constantFrom<unknown>(null, true, false, -0, 1e308, 2 ** 53, [], {}, [[]], [null], { length: 1e9 }),
);
const key = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...FIELDS, ...MORE_FIELDS, ...TURN_FIELDS) }, word);
const value = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('tree')), { maxLength: 5 }).map((pairs) => Object.fromEntries(pairs)),
  ),
})).tree;

/** Not far from what the routes take, so that it gets past the first check. */
const note = fc.record(
  {
    type: fc.oneof(fc.constantFrom('FACT', 'OBSERVED', 'FAIL', 'CLAIM', 'PATCH_SUMMARY'), word),
    content: fc.oneof(word, fc.constant('files=a.ts | idea=x | evidence=3 passed')),
    detail: leaf,
    delegation_id: leaf,
    ttl_s: leaf,
    final: leaf,
    invalidates: leaf,
  },
  { requiredKeys: ['type', 'content'] },
);
const target = fc.oneof({ weight: 4, arbitrary: fc.constantFrom('mallory', 'bob', 'G1', 'main') }, word);
const message = fc.record({ to: target, body: word, reply_to: leaf }, { requiredKeys: ['to', 'body'] });
const written = fc.record({ notes: fc.array(note, { minLength: 1, maxLength: 5 }) });
const release = fc.record({ outcome: fc.constantFrom('done', 'handoff', 'abandoned', '?'), to: target, note: word });
const lease = fc.constantFrom('q83vEjRWeJq83vEjRWeJqg', 'x');
const shown = fc.record({ lease_id: lease, events: fc.array(target, { maxLength: 3 }), boards: value });
const seqs = fc.dictionary(target, leaf, { maxKeys: 4 });

const TOOLS = ['board_read', 'board_write', 'board_grep', 'board_unfold', 'board_release', 'post', 'inbox', 'whoami'];
const given = fc.oneof(
  value,
  fc.record({
    notes: fc.array(note, { maxLength: 5 }),
    q: word,
    labels: word,
    label: target,
    outcome: fc.constant('done'),
    to: target,
    body: word,
    board: target,
    max_tokens: leaf,
  }),
  ...[written, message, release, fc.record({ q: word }), fc.record({ labels: word }), fc.record({ unread: leaf })],
);
const toolCall = fc.record({
  jsonrpc: fc.constant('2.0'),
  id: fc.oneof(fc.nat(), leaf),
  method: fc.oneof({ weight: 9, arbitrary: fc.constant('tools/call') }, word),
  params: fc.record({
    name: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...TOOLS) }, word),
    arguments: given,
    _meta: fc.record({ 'gistboard/confirm': fc.array(fc.oneof(word, leaf), { maxLength: 3 }) }),
  }),
});

/** Each route with bodies that it may well take. */
const ROUTES: readonly (readonly [method: string, path: string, likely: fc.Arbitrary<unknown>])[] = [
  ['POST', '/board/main/write', written],
  [
    'POST',
    '/board/main/write',
    fc.record({
      text: fc.oneof(
        word,
        word.map((text) => `FACT ${text}`),
      ),
    }),
  ],
  ['POST', '/board/main/messages', message],
  ['POST', '/board/main/claims/G1/release', release],
  ['POST', '/board/main/entries/G1/redact', fc.record({ reason: word })],
  ['PATCH', '/board/main/messages/G1', fc.record({ body: word })],
  ['PUT', '/board/main/members/bob', fc.record({ owner: leaf })],
  ['POST', '/board', fc.record({ board: target, members: fc.array(target, { maxLength: 3 }) })],
  ['POST', '/tokens', fc.record({ agent: target, kind: target })],
  ['POST', '/snapshot/ack', fc.record({ boards: seqs, for: target })],
  ['POST', '/shown/mallory', shown],
  ['POST', '/mcp', toolCall],
  ['POST', '/mcp?board=main', toolCall],
];
const rawJson = fc.oneof(
  fc.constantFrom('', '{', '[', '"', 'null', '0', '"x"', '{"text":', '{"text":"a"}}', "{'text':1}", '\ufeff{}', 'NaN'),
  fc.constantFrom(
    '{"text":"FACT a","text":"FACT b"}',
    '{"__proto__":{"text":"x"},"text":"FACT a"}',
    '{"text":"\\ud800"}',
  ),
  fc.integer({ min: 1, max: 20_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc.integer({ min: 1, max: 5_000 }).map((depth) => `${'{"notes":['.repeat(depth)}`),
  fc.integer({ min: 1, max: 20_000 }).map((width) => `{"notes":[${'{},'.repeat(width)}{}]}`),
  fc
    .integer({ min: 1, max: 9_000 })
    .map((count) => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join()}}`),
  fc
    .integer({ min: 1, max: 9_000 })
    .map((digits) => `{"notes":[{"type":"CLAIM","content":"c","ttl_s":${'9'.repeat(digits)}}]}`),
  fc.string({ unit: 'binary', maxLength: 200 }),
);
/** Whole requests with a body. */
export const sent = fc.oneof(
  ...ROUTES.map(([method, path, likely]) =>
    fc.record({
      method: fc.constant(method),
      path: fc.constant(path),
      body: fc.oneof(
        { weight: 5, arbitrary: likely.map((each) => JSON.stringify(each)) },
        { weight: 2, arbitrary: value.map((each) => JSON.stringify(each)) },
        { weight: 2, arbitrary: rawJson },
      ),
    }),
  ),
);

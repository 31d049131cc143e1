import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BoardClient, type Note, openBoard, type Refusal, send } from '../../support/board-client.js';
import { startService, type TestService } from '../../support/service.js';

const PATCH = 'files=src/a.ts | idea=cap it | evidence=npm test: 12 passed';
const fact = (content: string, more: Partial<Note> = {}): Note => ({ type: 'FACT', content, ...more });
const facts = (count: number): Note[] => Array.from({ length: count }, (_, place) => fact(`fact ${place}`));

let service: TestService;
let alice: BoardClient;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const freshBoard = async (): Promise<void> => {
  alice = (await openBoard(service))('alice');
};

describe('the status of a write', () => {
  beforeAll(freshBoard);

  it('is 201 where any note was admitted, and each note has its verdict in input order', async () => {
    const { status, data } = await alice.write([
      fact('first'),
      { type: 'BOGUS', content: 'x' },
      { type: 'PATCH_SUMMARY', content: 'files=a.ts | idea=x | evidence=TBD' },
    ]);
    expect(status).toBe(201);
    expect(data).toEqual({
      board: alice.board,
      head: 1,
      results: [
        { index: 0, status: 'admitted', label: 'G1' },
        { index: 1, status: 'rejected', code: 'unknown_type', message: expect.stringContaining('"BOGUS"') },
        { index: 2, status: 'rejected', code: 'placeholder_evidence', message: expect.stringContaining('"tbd"') },
      ],
    });
    for (const type of ['FACT', 'OBSERVED', 'FAIL', 'CLAIM', 'PATCH_SUMMARY'])
      expect(data.results[1]?.message).toContain(type);
    expect(data.results[2]?.message).toContain('12 passed');
  });

  it('is 200 where all were ignored', async () => {
    const { status, data } = await alice.write([fact('(none)'), fact('N/A.')]);
    expect(status).toBe(200);
    expect(data.head).toBe(1);
    expect(data.results).toEqual([
      { index: 0, status: 'ignored', code: 'none_token', message: expect.any(String) },
      { index: 1, status: 'ignored', code: 'none_token', message: expect.any(String) },
    ]);
  });

  it('is 422 with the results where none was admitted and any rejected', async () => {
    const { status, problem } = await alice.write([fact('none'), fact('  \n ')]);
    expect(status).toBe(422);
    const message = problem.results?.[1]?.message ?? '';
    expect(problem).toEqual({
      type: 'urn:gistboard:problem:nothing_admitted',
      title: 'No note was admitted',
      status: 422,
      detail: `No note was admitted. notes.1: ${message}`,
      instance: `/board/${alice.board}/write`,
      code: 'nothing_admitted',
      errors: [{ path: 'notes.1', message }],
      requestId: expect.any(String),
      head: 1,
      results: [
        { index: 0, status: 'ignored', code: 'none_token', message: expect.any(String) },
        { index: 1, status: 'rejected', code: 'empty', message },
      ],
    });
    expect((await alice.readAll()).items.map(({ content }) => content)).toEqual(['first']);
  });

  it('is 201 with consecutive labels for 100 notes', async () => {
    const { status, data } = await alice.write(facts(100));
    expect(status).toBe(201);
    expect(data.results.map(({ label }) => label)).toEqual(facts(100).map((_, place) => `G${place + 2}`));
    expect(data.head).toBe(101);
  });
});

describe('a request of the wrong shape is refused with the place, and nothing of it is written', () => {
  beforeAll(freshBoard);

  const good = fact('fine');
  it.each<[string, unknown]>([
    ['notes', {}],
    ['notes', { notes: [] }],
    ['notes', { notes: facts(101) }],
    ['notes', { notes: {} }],
    ['notes', { notes: [good], text: 'FACT x' }],
    ['notes.0', { notes: [null] }],
    ['notes.1', { notes: [good, null] }],
    ['notes.0', { notes: [[]] }],
    ['notes.1', { notes: [good, 'FACT x'] }],
    ['notes.0.type', { notes: [{ content: 'x' }] }],
    ['notes.0.type', { notes: [{ type: 1, content: 'x' }] }],
    ['notes.0.content', { notes: [{ type: 'FACT' }] }],
    ['notes.1.content', { notes: [good, { type: 'FACT', content: null }] }],
    ['notes.0.author', { notes: [{ ...good, author: 'bob' }] }],
    ['notes.0.label', { notes: [{ ...good, label: 'G1' }] }],
    ['notes.0.detail', { notes: [{ ...good, detail: null }] }],
    ['notes.0.delegation_id', { notes: [{ ...good, delegation_id: 7 }] }],
    ['notes.0.ttl_s', { notes: [{ type: 'CLAIM', content: 'x', ttl_s: '60' }] }],
    ['notes.0.final', { notes: [{ ...good, final: 'yes' }] }],
    ['notes.0.invalidates', { notes: [{ type: 'FAIL', content: 'x', invalidates: 41 }] }],
    ['author', { notes: [good], author: 'bob' }],
    ['delegation_id', { notes: [good], delegation_id: 7 }],
    ['text', { text: 5 }],
    ['text', { text: '' }],
    ['text', { text: '# a heading\n\n' }],
    ['text', { text: Array.from({ length: 101 }, (_, place) => `FACT ${place}`).join('\n') }],
  ])('%s: %j', async (path, body) => {
    const answer = await send(service, `/board/${alice.board}/write`, { agent: 'alice', body: JSON.stringify(body) });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    const problem = JSON.parse(answer.text) as Refusal;
    expect(problem.code).toBe('bad_request');
    expect(problem.errors?.map((error) => error.path)).toEqual([path]);
    expect(problem.detail.startsWith(`${path}: `)).toBe(true);
    expect((await alice.readAll()).head).toBe(0);
  });

  it('names each wrong place of a request', async () => {
    const body = JSON.stringify({ notes: [{ type: 1, content: 'x' }, fact('y'), { type: 'FACT', content: 2 }] });
    const answer = await send(service, `/board/${alice.board}/write`, { agent: 'alice', body });
    const { errors } = JSON.parse(answer.text) as Refusal;
    expect(errors?.map(({ path }) => path)).toEqual(['notes.0.type', 'notes.2.content']);
  });

  it.each(['', '[]', 'null', '5', '{', '"FACT x"'])('a body that is no object of notes: %s', async (body) => {
    const answer = await send(service, `/board/${alice.board}/write`, { agent: 'alice', body });
    expect(answer.status).toBe(400);
    expect((JSON.parse(answer.text) as Refusal).code).toBe('bad_request');
  });
});

describe('a wrong value rejects its note alone', () => {
  beforeAll(freshBoard);

  it.each<[string, Note]>([
    ['unknown_type', { type: '', content: 'x' }],
    ['unknown_type', { type: 'FACTS', content: 'x' }],
    ['empty', fact('')],
    ['empty', fact('\u200B \u0000')],
    ['bad_ttl', { type: 'CLAIM', content: 'x', ttl_s: 0 }],
    ['bad_ttl', { type: 'CLAIM', content: 'x', ttl_s: -1 }],
    ['bad_ttl', { type: 'CLAIM', content: 'x', ttl_s: 1.5 }],
    ['bad_ttl', { type: 'CLAIM', content: 'x', ttl_s: 86_401 }],
    ['bad_delegation_id', fact('x', { delegation_id: '' })],
    ['bad_delegation_id', fact('x', { delegation_id: 'a b' })],
    ['bad_delegation_id', fact('x', { delegation_id: 'é' })],
    ['bad_delegation_id', fact('x', { delegation_id: 'w'.repeat(65) })],
    ['bad_target', { type: 'FAIL', content: 'x', invalidates: '41' }],
    ['bad_target', { type: 'FAIL', content: 'x', invalidates: 'G0' }],
    ['bad_target', { type: 'FAIL', content: 'x', invalidates: 'G999' }],
  ])('%s: %j', async (code, note) => {
    const { data } = await alice.write([fact(`beside ${code}`), note]);
    expect(data.results).toMatchObject([{ status: 'admitted' }, { index: 1, status: 'rejected', code }]);
    expect(data.results[1]?.label).toBeUndefined();
  });

  it('bad_target: what is no patch of this board, though it is there, and one of another board', async () => {
    const elsewhere = (await openBoard(service))('alice');
    await elsewhere.add('FACT', 'moves the labels');
    const patch = await elsewhere.add('PATCH_SUMMARY', PATCH);
    const here = (await openBoard(service))('alice');
    await here.write([fact('one'), fact('two')]);
    expect(patch).toBe('G2');
    for (const invalidates of ['G1', patch]) {
      const { status, problem } = await here.write([{ type: 'FAIL', content: 'x', invalidates }]);
      expect(status).toBe(422);
      expect(problem.results?.[0]).toMatchObject({ code: 'bad_target', message: expect.stringContaining(invalidates) });
    }
  });

  it('takes each value at its bounds', async () => {
    const { data } = await alice.write([
      { type: ' fact ', content: 'lower case', delegation_id: 'w'.repeat(64) },
      { type: 'CLAIM', content: 'a', ttl_s: 1 },
      { type: 'claim', content: 'b', ttl_s: 86_400 },
      fact('c', { delegation_id: 'aZ09._:/#-' }),
    ]);
    expect(data.results.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'admitted'));
  });

  it('admits 49 of 50 notes of which one has ttl_s 0', async () => {
    const mine = (await openBoard(service))('alice');
    const notes = facts(50).map((note, place) => (place === 20 ? { ...note, type: 'CLAIM', ttl_s: 0 } : note));
    const { status, data } = await mine.write(notes);
    expect(status).toBe(201);
    expect(data.results.filter(({ status }) => status === 'admitted').map(({ label }) => label)).toEqual(
      Array.from({ length: 49 }, (_, place) => `G${place + 1}`),
    );
    expect(data.results[20]).toMatchObject({ index: 20, status: 'rejected', code: 'bad_ttl' });
    expect(data.head).toBe(49);
  });

  it('admits, with a warning, a field that the type has no use for', async () => {
    const { data } = await alice.write([
      fact('with ttl', { ttl_s: 60 }),
      fact('with final', { final: true }),
      fact('with target', { invalidates: 'G1' }),
      fact('with nothing'),
    ]);
    expect(data.results.map(({ warnings }) => warnings)).toEqual([
      [expect.stringContaining('ttl_s')],
      [expect.stringContaining('final')],
      [expect.stringContaining('invalidates')],
      undefined,
    ]);
  });
});

describe('what says nothing, or the same again, is ignored', () => {
  beforeAll(freshBoard);

  it('none-tokens of any case, with or without a final period', async () => {
    const tokens = ['(none)', 'none', 'NONE.', '-', '–', '—', 'n/a', 'N/A.', 'nil', 'Nothing', 'nothing.', ' none '];
    const { status, data } = await alice.write(tokens.map((token) => fact(token)));
    expect(status).toBe(200);
    expect(data.results.map(({ code }) => code)).toEqual(tokens.map(() => 'none_token'));
  });

  it('an exact repeat within one request, but not one in the next request', async () => {
    const { data } = await alice.write([fact('same'), fact('same'), fact('same', { delegation_id: 'w1' })]);
    expect(data.results).toEqual([
      { index: 0, status: 'admitted', label: 'G1' },
      { index: 1, status: 'ignored', code: 'duplicate_in_request', message: expect.stringContaining('0') },
      { index: 2, status: 'admitted', label: 'G2' },
    ]);
    expect(await alice.add('FACT', 'same')).toBe('G3');
  });
});

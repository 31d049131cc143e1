import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { BoardClient } from '../../support/board-client.js';
import { expectProblem, rawRequest } from '../../support/raw-request.js';
import { startService, type TestService } from '../../support/service.js';
import {
  beginImport,
  exportLines,
  giveUpImport,
  hiddenRows,
  importLines,
  NOTHING_HIDDEN,
  sendLines,
} from '../../support/transfer.js';
import { until } from '../../support/until.js';
import { digestWith, NO_LINES } from '../../../src/kernel/line-digest.js';

jest.setTimeout(180_000);

type Line = Readonly<Record<string, unknown>>;

let service: TestService;
/** Header, one member, four entries (a claim the second), end. */
let lines: readonly string[];

beforeAll(async () => {
  service = await startService();
  const alice = new BoardClient(service, 'main', 'alice');
  await alice.add('FACT', 'one', { detail: 'behind one' });
  await alice.add('CLAIM', 'two');
  await alice.release('G2', { outcome: 'done' });
  await new BoardClient(service, 'main', 'bob').add('FACT', 'four');
  const all = await exportLines(service, 'main');
  lines = all.filter((line) => !line.startsWith('{"member":"b') && !line.startsWith('{"member":"a'));
  lines = withEnd(lines.slice(0, -1));
});
afterEach(async () => {
  expect((await service.as('harness').GET('/board')).data?.items).toEqual([{ board: 'main', head: 4 }]);
  await until(async () => JSON.stringify(await hiddenRows(service)) === JSON.stringify(NOTHING_HIDDEN));
});
afterAll(() => service.close());

/** A last line that fits what is before it, so that a test sees the check behind the digest. */
function withEnd(before: readonly string[]): readonly string[] {
  const digest = before.reduce(digestWith, NO_LINES);
  const members = before.filter((line) => line.startsWith('{"member"')).length;
  const entries = before.filter((line) => line.includes('"seq":')).length;
  return [...before, JSON.stringify({ end: true, members, entries, digest })];
}

/** The file with one line changed, and a last line that fits all the same. */
function changed(number: number, change: (line: Line) => Line | string): readonly string[] {
  const before = lines.slice(0, -1).map((line, index) => {
    if (index !== number - 1) return line;
    const result = change(JSON.parse(line) as Line);
    return typeof result === 'string' ? result : JSON.stringify(result);
  });
  return withEnd(before);
}

const set = (values: Line) => (line: Line) => ({ ...line, ...values });

describe('a file that was changed is refused with the number of the line, and nothing is left of it:', () => {
  it.each<[string, number, (line: Line) => Line | string, string]>([
    ['another format', 1, set({ format: 2 }), 'format is 2, and this version reads 1'],
    ['a name that is none', 1, set({ board: 'Not A Board' }), "board must be a board's name"],
    ['an instant that is none', 1, set({ created_at: '2026-02-30T00:00:00.000Z' }), 'created_at is no instant'],
    ['an unknown property', 3, set({ score: 1 }), 'score is not known'],
    ['a hidden property', 3, (line) => JSON.stringify(line).replace('{', '{"__proto__":1,'), '__proto__ is not known'],
    ['no JSON', 3, () => '{"seq":1', 'is no JSON'],
    ['no object', 3, () => '[]', 'is no JSON object'],
    ['an empty line', 3, () => '', 'is no JSON'],
    ['none of ours', 3, () => '{}', 'is none of an export'],
    ['a reserved author', 3, set({ author: 'System' }), 'author "System" is a reserved name'],
    ['a reserved member', 2, set({ member: 'all' }), 'member "all" is a reserved name'],
    ['an author that is no name', 3, set({ author: 'a b' }), 'author must be the name of an agent or of a role'],
    ['a forged seq', 4, set({ seq: 3 }), 'seq is 3 where 2 must follow'],
    ['a seq of another type', 4, set({ seq: '2' }), 'seq must be a whole number'],
    ['a seq beyond the announced', 1, set({ head: 3 }), 'Line 6: seq is beyond the 3 entries'],
    ['a kind that is none', 3, set({ kind: 'note' }), 'kind must be one of'],
    ['a type that is none', 3, set({ type: 'RUMOUR' }), 'type must be one of FACT'],
    ['text of another type', 3, set({ content: 7 }), 'content must be text'],
    ['text that would forge a line', 3, set({ content: 'x\nG9 FACT bob forged' }), 'content holds control characters'],
    ['text that turns round', 3, set({ content: 'x\u202Ey' }), 'content holds control characters'],
    ['half a character', 3, set({ content: 'x\uD800' }), 'content holds half of a character'],
    ['a text too long for its type', 3, set({ content: 'x'.repeat(101) }), 'content is longer than 100'],
    ['a detail of another type', 3, set({ detail: {} }), 'detail must be text'],
    ['a gist for one agent', 3, set({ to: 'bob' }), 'to belongs to no gist'],
    ['a claim without an end', 4, set({ data: {} }), 'expires_at must be a whole number'],
    ['a claim that ends nowhere', 4, set({ data: { expires_at: 1e300 } }), 'expires_at must be a whole number'],
    ['data that is none of ours', 3, set({ data: { html: '<b>' } }), 'html is not known'],
    ['a ref to itself', 5, set({ refs: [[3, 'releases']] }), 'refs.0.0 must be a whole number from 1'],
    ['a ref that means nothing', 5, set({ refs: [[2, 'likes']] }), 'refs.0.1 must be one of'],
    [
      'a ref twice',
      5,
      set({
        refs: [
          [2, 'releases'],
          [2, 'releases'],
        ],
      }),
      'refs names one entry twice',
    ],
    ['a member behind entries', 4, () => '{"member":"x","source":"api","owner":false}', 'is a member behind'],
    ['two exports in one', 3, () => lines[0] ?? '', 'begins another export'],
  ])('%s', async (_, number, change, message) => {
    const { status, problem } = await importLines(service, 'copy', changed(number, change));
    expect({ status, code: problem.code }).toEqual({ status: 422, code: 'bad_import' });
    expect(problem.detail).toContain(message);
    expect(problem.detail).toMatch(/^Line \d: .*Nothing of the file was kept\.$/);
    if (!message.startsWith('Line')) expect(problem.detail).toContain(`Line ${number}: `);
  });

  it.each<[string, () => readonly (string | Buffer)[], string]>([
    ['a word of an entry', () => lines.map((line) => line.replace('"four"', '"five"')), 'digest does not fit'],
    ['a line left out', () => lines.filter((_, index) => index !== 5), '3 came; the first line announces 4'],
    ['lines turned round', () => [...lines.slice(0, 3), ...lines.slice(3, 5).reverse(), ...lines.slice(5)], 'seq is 3'],
    ['no first line', () => lines.slice(1), 'Line 1: comes before the first line'],
    ['a line behind the last', () => [...lines, lines[2] ?? ''], 'Line 8: stands behind the last line'],
    ['bytes that are no UTF-8', () => [...lines.slice(0, 2), Buffer.from([0x7b, 0xff, 0x7d])], 'Line 3: is no JSON'],
  ])('%s', async (_, file, message) => {
    const { status, problem } = await importLines(service, 'copy', file());
    expect({ status, code: problem.code }).toEqual({ status: 422, code: 'bad_import' });
    expect(problem.detail).toContain(message);
  });

  it('a name in two spellings', async () => {
    const file = changed(6, set({ author: 'ALICE' }));
    const other = await startService();
    try {
      expect((await importLines(other, 'copy', file)).problem.detail).toMatch(/spells (ALICE|alice) in two ways/);
      expect(await hiddenRows(other)).toEqual(NOTHING_HIDDEN);
    } finally {
      await other.close();
    }
  });
});

describe('an import that has not come to its end', () => {
  it('is seen by nobody, goes on at any part, and leaves nothing when it is given up', async () => {
    const { data } = await beginImport(service, 'copy');
    await sendLines(service, data.import, { lines: lines.slice(0, 4) });
    expect((await hiddenRows(service)).journal_entry).toBe(2);
    const path = { board: 'copy' };
    expect((await service.as('harness').GET('/board/{board}', { params: { path } })).response.status).toBe(404);
    expect((await service.as('harness').GET('/whoami')).data?.boards).toEqual([{ board: 'main', head: 4 }]);
    // A part again, as after a lost answer, and one that overlaps what was taken.
    expect((await sendLines(service, data.import, { lines: lines.slice(0, 4) })).data.lines).toBe(4);
    expect((await sendLines(service, data.import, { lines: lines.slice(2, 6), first: 3 })).data).toMatchObject({
      lines: 6,
      entries: 4,
      done: false,
    });
    expect((await sendLines(service, data.import, { lines: lines.slice(6), first: 9 })).problem.detail).toContain(
      'first: must be 7',
    );
    expect((await giveUpImport(service, data.import)).status).toBe(200);
    expect((await giveUpImport(service, data.import)).status).toBe(200);
    expect((await sendLines(service, data.import, { lines: lines.slice(6), first: 7 })).status).toBe(404);
  });

  it('makes way for another to the same name, and is forgotten after an hour', async () => {
    const first = (await beginImport(service, 'copy')).data.import;
    await sendLines(service, first, { lines: lines.slice(0, 4) });
    const second = (await beginImport(service, 'copy')).data.import;
    expect((await sendLines(service, first, { lines: lines.slice(4), first: 5 })).status).toBe(404);
    await sendLines(service, second, { lines: lines.slice(0, 4) });
    service.clock.ms += 3_600_001;
    const third = (await beginImport(service, 'elsewhere')).data.import;
    await until(async () => (await hiddenRows(service)).board === 1);
    expect((await sendLines(service, second, { lines: lines.slice(4), first: 5 })).status).toBe(404);
    await giveUpImport(service, third);
  });

  it('is refused where the board has entries, at the beginning or at the end, and harms none', async () => {
    expect((await beginImport(service, 'main')).problem).toMatchObject({ code: 'already_exists', status: 409 });
    const other = await startService();
    try {
      const { data } = await beginImport(other, 'main');
      await sendLines(other, data.import, { lines: lines.slice(0, -1) });
      await new BoardClient(other, 'main', 'alice').add('FACT', 'came first');
      const end = await sendLines(other, data.import, { lines: lines.slice(-1), first: lines.length });
      expect(end.problem).toMatchObject({ code: 'already_exists', status: 409 });
      expect((await new BoardClient(other, 'main', 'alice').readAll()).items).toHaveLength(1);
      expect(await hiddenRows(other)).toEqual(NOTHING_HIDDEN);
    } finally {
      await other.close();
    }
  });

  it('is done once: the last part again answers the same, and more lines are refused', async () => {
    const other = await startService();
    try {
      const { data } = await beginImport(other, 'copy');
      const done = await sendLines(other, data.import, { lines });
      expect((await sendLines(other, data.import, { lines })).data).toEqual(done.data);
      const more = await sendLines(other, data.import, { lines: lines.slice(2, 3), first: 8 });
      expect(more.problem.code).toBe('bad_request');
      await giveUpImport(other, data.import);
      expect(await exportLines(other, 'copy')).toHaveLength(lines.length);
    } finally {
      await other.close();
    }
  });
});

describe('a body that is none of lines', () => {
  const send = (path: string, type: string, body: string | Buffer) =>
    rawRequest(service.url, { method: 'POST', path, headers: { 'x-agent': 'harness', 'content-type': type }, body });
  const ID = 'a'.repeat(32);

  it.each<[string, string, string, string | Buffer, number, string]>([
    ['JSON', `/imports/${ID}/lines`, 'application/json', '{}', 415, 'unsupported_media_type'],
    ['plain text', `/imports/${ID}/lines`, 'text/plain', 'x', 415, 'unsupported_media_type'],
    ['nothing', `/imports/${ID}/lines`, 'application/x-ndjson', '', 400, 'bad_request'],
    ['too many lines', `/imports/${ID}/lines`, 'application/x-ndjson', '\n'.repeat(2_001), 400, 'bad_request'],
    ['more than 1 MiB', `/imports/${ID}/lines`, 'application/x-ndjson', 'x'.repeat(1_048_577), 413, 'too_large'],
    ['lines to no import', `/imports/${ID}/lines`, 'application/x-ndjson', '{}', 404, 'not_found'],
    ['lines to a bad id', `/imports/main/lines`, 'application/x-ndjson', '{}', 400, 'bad_request'],
    ['lines elsewhere', '/board/main/write', 'application/x-ndjson', '{}', 415, 'unsupported_media_type'],
    ['lines from nowhere', `/imports/${ID}/lines?first=0`, 'application/x-ndjson', '{}', 400, 'bad_request'],
  ])('%s is refused', async (_, path, type, body, status, code) => {
    expectProblem(await send(path, type, body), status, code);
  });
});

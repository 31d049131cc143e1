import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BoardClient, openBoard, send } from '../../support/board-client.js';
import { startService, type TestService } from '../../support/service.js';

type Unfolded = Awaited<ReturnType<BoardClient['unfold']>>;

const KIB = 1_024;

let service: TestService;
let alice: BoardClient;
let bob: BoardClient;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const freshBoard = async (): Promise<void> => {
  const board = await openBoard(service);
  alice = board('alice');
  bob = board('bob');
};
const span = (first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, place) => `G${first + place}`);

describe('unfolding labels', () => {
  beforeAll(async () => {
    await freshBoard();
    await alice.write(
      Array.from({ length: 60 }, (_, place) => ({
        type: 'FACT',
        content: `fact ${place + 1}`,
        ...(place % 2 ? {} : { detail: `detail ${place + 1}` }),
      })),
    );
  });

  it.each([
    ['G12,G15-G18', ['G12', 'G15', 'G16', 'G17', 'G18']],
    ['g18 g3,  G7', ['G18', 'G3', 'G7']],
    ['G5,G5,G4-G6', ['G5', 'G4', 'G6']],
    ['G7-G7', ['G7']],
  ])('%s answers them in the order asked, each once', async (labels, expected) => {
    const { board, head, items, missing, left_out } = await bob.unfold(labels);
    expect(items.map(({ label }) => label)).toEqual(expected);
    expect({ board, head, missing, left_out }).toEqual({ board: bob.board, head: 60, missing: [], left_out: [] });
  });

  it('answers the whole entry, and null where there is no detail', async () => {
    const entry = {
      kind: 'gist',
      type: 'FACT',
      author: 'alice',
      to: null,
      delegation_id: null,
      at: '2026-11-30T12:00:00.000Z',
      status: 'live',
    };
    expect((await bob.unfold('G1,G2')).items).toEqual([
      { ...entry, label: 'G1', content: 'fact 1', has_detail: true, detail: 'detail 1', detail_length: 8 },
      { ...entry, label: 'G2', content: 'fact 2', has_detail: false, detail: null },
    ]);
  });

  it('tells unknown ones, and fails none of the rest', async () => {
    const { items, missing } = await bob.unfold('G999,G1,G59-G62,G9007199254740991');
    expect(items.map(({ label }) => label)).toEqual(['G1', 'G59', 'G60']);
    expect(missing).toEqual(['G999', 'G61', 'G62', 'G9007199254740991']);
  });

  it('takes 50 of them, and refuses the 51st by name', async () => {
    expect((await bob.unfold('G1-G50')).items.map(({ label }) => label)).toEqual(span(1, 50));
    for (const [labels, place] of [
      ['G1-G51', 'G1-G51'],
      [`${span(1, 50).join(',')},G51`, 'G51'],
      ['G1-G9007199254740991', 'G1-G9007199254740991'],
    ] as const) {
      const { status, problem } = await bob.tryUnfold(labels);
      expect([status, problem.code]).toEqual([400, 'bad_label']);
      expect(problem.detail).toBe(`labels: at most 50 labels at once; "${place}" goes over that`);
    }
  });

  it.each([
    ['12', '12'],
    ['G1,H2', 'H2'],
    ['G0', 'G0'],
    ['G1,G01', 'G01'],
    ['G5-G3', 'G5-G3'],
    ['G1-', 'G1-'],
    ['G1-G2-G3', 'G1-G2-G3'],
    ['G1;G2', 'G1;G2'],
    ["G1' OR '1'='1", "G1'"],
    ['', ''],
    [' , ', ''],
  ])('refuses %j, naming %j', async (labels, named) => {
    const { status, problem } = await bob.tryUnfold(labels);
    expect([status, problem.code]).toEqual([400, 'bad_label']);
    expect(problem.detail).toBe(`labels: "${named}" is no label: write G41, or a range such as G15-G18`);
    expect(problem.errors?.map(({ path }) => path)).toEqual(['labels']);
  });

  it.each([
    ['labels', ''],
    ['labels', 'labels=G1&labels=G2'],
    ['offset', 'labels=G1&offset=-1'],
    ['offset', 'labels=G1,G3&offset=1'],
    ['offset', 'labels=G1,G3&max=1'],
    ['max', 'labels=G1&max=0'],
    ['max', 'labels=G1&max=100001'],
    ['max', 'labels=G1&max=x'],
  ])('refuses a wrong %s: %s', async (path, query) => {
    const { status, text } = await send(service, `/board/${bob.board}/unfold?${query}`, { agent: 'bob' });
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ code: 'bad_request', errors: [{ path }] });
  });
});

describe('an answer', () => {
  it('holds 256 KiB of details; what does not fit is left out, and said', async () => {
    await freshBoard();
    const detail = 'é'.repeat(32 * KIB);
    for (let count = 0; count < 6; count += 1) await alice.add('FACT', `fact ${count}`, { detail });
    await alice.add('FACT', 'short', { detail: 'x' });
    await alice.add('FACT', 'bare');
    const { items, missing, left_out } = await bob.unfold('G1-G4,G99,G8');
    expect(items.map((item) => [item.label, item.detail_length])).toEqual([
      ...span(1, 4).map((label) => [label, 32 * KIB]),
      ['G8', undefined],
    ]);
    expect([missing, left_out]).toEqual([['G99'], []]);
    const more = await bob.unfold('G1-G4,G7,G8,G5');
    expect(more.items.map(({ label }) => label)).toEqual(span(1, 4));
    expect(more.left_out).toEqual(['G7', 'G8', 'G5']);
    const rest = await bob.unfold(more.left_out.join(' '));
    expect(rest.items.map(({ label }) => label)).toEqual(['G7', 'G8', 'G5']);
    expect(rest.left_out).toEqual([]);
  });

  it('holds a note as long as notes may be, whole', async () => {
    await freshBoard();
    const content = '😀'.repeat(16 * KIB);
    const label = await alice.add('FACT', content, { detail: 'x'.repeat(64 * KIB) });
    const first = (await bob.unfold(label)).items[0];
    expect(first?.detail).toBe(`${content}\n\n${'x'.repeat(64 * KIB)}`);
    expect([first?.detail_length, first?.next_offset]).toEqual([80 * KIB + 2, undefined]);
  });
});

describe('paging through one long detail', () => {
  const text = Array.from({ length: 21_000 }, (_, place) => ['a', 'é', '😀', '家', `${place} `][place % 5]).join('');
  const points = [...text.trim()];
  beforeAll(async () => {
    await freshBoard();
    await alice.add('FACT', text);
    await alice.add('FACT', 'beside it', { detail: 'x' });
  });

  it.each([1_000, 4_999, points.length - 1, points.length])('in parts of %i covers it exactly', async (max) => {
    const parts: string[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const answer: Unfolded = await bob.unfold('G1', { offset, max });
      const { detail, detail_length, next_offset } = answer.items[0] ?? {};
      expect(detail?.isWellFormed()).toBe(true);
      expect(detail_length).toBe(points.length);
      parts.push(detail ?? '');
      offset = next_offset;
    }
    expect(parts.join('')).toBe(text.trim());
    expect(parts).toHaveLength(Math.ceil(points.length / max));
    for (const part of parts.slice(0, -1)) expect([...part]).toHaveLength(max);
  });

  it('counts characters, not units: one of 4 bytes is never split', async () => {
    const at = points.indexOf('😀');
    const part = async (offset: number): Promise<unknown> =>
      (await bob.unfold('G1', { offset, max: 1 })).items[0]?.detail;
    expect([await part(at), await part(at + 1)]).toEqual(['😀', '家']);
  });

  it('beyond its end answers nothing more', async () => {
    const item = (await bob.unfold('G1', { offset: points.length })).items[0];
    expect([item?.detail, item?.next_offset]).toEqual(['', undefined]);
  });

  it('whole, where it fits', async () => {
    const item = (await bob.unfold('G1')).items[0];
    expect([item?.detail, item?.next_offset]).toEqual([text.trim(), undefined]);
  });
});

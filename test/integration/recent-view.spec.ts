import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BoardClient, type Note, openBoard, send } from '../support/board-client.js';
import { startService, type TestService, type TestServiceOptions } from '../support/service.js';

type Command =
  | { readonly is: 'write'; readonly by: string; readonly notes: readonly Note[] }
  | { readonly is: 'release' | 'redact'; readonly seq: number }
  | { readonly is: 'read' }
  | { readonly is: 'wait'; readonly ms: number };

const LIMIT = 5;
const BOARDS = 15;
const SEED = 20_261_130;

const work = fc.constantFrom({}, {}, { delegation_id: 'w1' }, { delegation_id: 'w2' });
const files = fc.constantFrom('src/a.ts', 'src/b.ts', 'src/a.ts src/b.ts', 'src/c.ts');
const note = fc.oneof(
  fc.record({ type: fc.constantFrom('FACT', 'OBSERVED'), content: fc.constantFrom('same', 'Same', 'other', 'third') }),
  fc.tuple(files, work, fc.boolean()).map(([names, label, final]) => ({
    type: 'PATCH_SUMMARY',
    content: `files=${names} | idea=x | evidence=1 passed`,
    final,
    ...label,
  })),
  fc
    .tuple(files, work, fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }))
    .map(([names, label, target]) => ({
      type: 'FAIL',
      content: `${names} hangs`,
      ...label,
      ...(target === undefined ? {} : { invalidates: `G${target}` }),
    })),
  fc
    .tuple(files, fc.integer({ min: 1, max: 4 }))
    .map(([names, ttl]) => ({ type: 'CLAIM', content: `fixing ${names}`, ttl_s: ttl })),
);
const seq = fc.integer({ min: 1, max: 30 });
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      is: fc.constant('write' as const),
      by: fc.constantFrom('alice', 'bob'),
      notes: fc.array(note, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ is: fc.constantFrom('release' as const, 'redact' as const), seq }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('read' as const) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 2_000 }) }) },
);

const histories = fc.array(command, { minLength: 15, maxLength: 40 });

async function perform(step: Command, service: TestService, board: string): Promise<void> {
  switch (step.is) {
    case 'write':
      await new BoardClient(service, board, step.by).write(step.notes);
      return;
    case 'release':
      await new BoardClient(service, board, 'harness').release(`G${step.seq}`, { outcome: 'done' });
      return;
    case 'redact':
      await new BoardClient(service, board, 'harness').redact(`G${step.seq}`, 'test');
      return;
    case 'read':
      await new BoardClient(service, board, 'carol').text();
      return;
    case 'wait':
      service.clock.ms += step.ms;
  }
}

/** What a service shows of a board, byte for byte. */
async function bytesOf(service: TestService, board: string): Promise<readonly string[]> {
  const paths = ['read', 'read?format=json', 'read_all', 'grep?q=!"in no text"&kinds=all'];
  const answers = paths.map(async (path) => {
    const { status, headers, text } = await send(service, `/board/${board}/${path}`, { agent: 'carol' });
    return `${status} ${headers.get('etag') ?? ''} ${text}`;
  });
  return Promise.all(answers);
}

describe('the live view after random commands', () => {
  const env = { BOARD_VIEW_LIMIT: String(LIMIT) };
  let first: TestService;
  let second: TestService | undefined;
  const boards: string[] = [];

  const openAnother = (options: TestServiceOptions): Promise<TestService> =>
    startService({ ...options, env, store: first.store, clock: first.clock });

  beforeAll(async () => {
    first = await startService({ env });
    second = first.store.kind === 'mysql' ? await openAnother({}) : undefined;
    for (const steps of fc.sample(histories, { numRuns: BOARDS, seed: SEED })) {
      const { board } = (await openBoard(first))('alice');
      boards.push(board);
      for (const [place, step] of steps.entries()) {
        await perform(step, second !== undefined && place % 2 ? second : first, board);
      }
    }
  });
  afterAll(() => first.close());

  it('does happen: windows are full, and claims, patches and redactions have had their effects', async () => {
    const texts = (await Promise.all(boards.map((board) => bytesOf(first, board)))).flat().join('\n');
    for (const status of ['superseded', 'invalidated', 'candidate', 'expired', 'redacted', 'final'])
      expect(texts).toContain(`"status":"${status}"`);
    expect(texts).toMatch(/after \d fail/);
    const full = await Promise.all(boards.map((board) => new BoardClient(first, board, 'carol').readAll()));
    expect(full.filter(({ items }) => items.length === LIMIT).length).toBeGreaterThan(BOARDS / 2);
  });

  it('is the same, byte for byte, on a second replica and after a restart, also once all claims have ended', async () => {
    const read = async (service: TestService): Promise<readonly unknown[]> => {
      const before = await Promise.all(boards.map((board) => bytesOf(service, board)));
      const now = service.clock.ms;
      service.clock.ms = now + 10_000;
      const after = await Promise.all(boards.map((board) => bytesOf(service, board)));
      service.clock.ms = now;
      return [before, after];
    };
    const shown = await read(first);
    if (second !== undefined) {
      expect(await read(second)).toEqual(shown);
      await second.stop();
    }
    await first.stop();
    first = await openAnother({});
    expect(await read(first)).toEqual(shown);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type BoardClient, openBoard } from '../../support/board-client.js';
import { cliOf, type CliOptions, type CliRun } from '../../support/cli.js';
import { startService, type TestService } from '../../support/service.js';

const DONE = { code: 0, stderr: '' };

let service: TestService;
let folder: string;
let alice: BoardClient;
let run: (args: readonly string[], options?: CliOptions) => Promise<CliRun>;
beforeAll(async () => {
  service = await startService();
  folder = mkdtempSync(join(tmpdir(), 'gistboard-cli-'));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  alice = (await openBoard(service))('alice');
  const asAlice = cliOf(service.url, 'alice');
  run = (args, options = {}) => asAlice(args, { ...options, env: { GISTBOARD_BOARD: alice.board } });
});

const textOf = ({ code, stdout, stderr }: CliRun): string => `[${code}]\n${stdout}${stderr}`;
const jsonOf = ({ stdout }: CliRun): unknown => JSON.parse(stdout);

describe('write', () => {
  it('takes one note in words of its own, and what belongs to it', async () => {
    const detailFile = join(folder, 'detail');
    writeFileSync(detailFile, 'line 40: RetryBudget\n\ttabs stay');
    const args = ['write', 'FACT', 'retry', 'budget', '--work', 'w7', '--detail-file', detailFile];
    expect(await run(args)).toEqual({ ...DONE, stdout: 'G1 stored\n' });
    expect((await alice.unfold('G1')).items).toMatchObject([
      { type: 'FACT', content: 'retry budget', delegation_id: 'w7', detail: 'line 40: RetryBudget\n\ttabs stay' },
    ]);
    expect(await run(['write', 'CLAIM a.ts', '--ttl', '60'])).toEqual({ ...DONE, stdout: 'G2 stored\n' });
    await run([
      'write',
      'PATCH_SUMMARY',
      'files=a.ts | idea=b | evidence=npm test: 3 passed',
      '--final',
      '--work',
      'w7',
    ]);
    expect(await run(['write', 'FAIL it still fails', '--invalidates', 'G3'])).toEqual({
      ...DONE,
      stdout: 'G4 stored\n',
    });
    expect((await alice.readAll()).items).toMatchObject([
      {},
      { type: 'CLAIM', expires_at: '2026-11-30T12:01:00.000Z' },
      { type: 'PATCH_SUMMARY', status: 'invalidated' },
      { type: 'FAIL', refs: ['G3'] },
    ]);
  });

  it('takes the detail from standard input', async () => {
    await run(['write', 'FACT see the log', '--detail-file', '-'], { input: 'a log\n' });
    expect((await alice.unfold('G1')).items).toMatchObject([{ detail: 'a log\n' }]);
  });

  it('takes several quoted notes, and a block from standard input', async () => {
    expect(await run(['write', 'FACT one', 'OBSERVED two FAILED'])).toEqual({
      ...DONE,
      stdout: 'G1 stored\nG2 stored\n',
    });
    expect(await run(['write', '--work', 'w1'], { input: '# Findings\nFACT three\n\nFACT four\n' })).toEqual({
      ...DONE,
      stdout: 'G3 stored\nG4 stored\nskipped: 2 headings or blank lines\n',
    });
    expect((await alice.readAll()).items.map(({ content, delegation_id }) => [content, delegation_id])).toEqual([
      ['one', null],
      ['two FAILED', null],
      ['three', 'w1'],
      ['four', 'w1'],
    ]);
  });

  it('says what became of each note, and ends with 1 where one was rejected', async () => {
    await alice.add('CLAIM', 'rewriting src/a.ts');
    const bob = cliOf(service.url, 'bob');
    const notes = ['CLAIM tests for src/a.ts', 'FACT none', 'PATCH_SUMMARY files=a | idea=b | evidence=TBD'];
    const { code, stdout, stderr } = await bob(['write', ...notes, '--board', alice.board]);
    expect(stdout).toMatch(
      /^G2 stored\n {2}overlaps G1: .+\nnote 2 ignored \(\w+\): .+\nnote 3 rejected \(placeholder_evidence\): .+ "tbd".+\n$/,
    );
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: '1 of 3 notes rejected: see above. What has a label is stored.\n',
    });
  });

  it('ends with 1 and the reason where nothing was admitted', async () => {
    const { code, stdout, stderr } = await run(['write', 'FACT']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Refused \(nothing_admitted\): No note was admitted\. notes\.0: /);
  });

  it.each([[['--ttl', '60']], [['--detail-file', 'x', 'FACT a', 'FACT b']]])(
    'refuses %j: what belongs to one note needs one',
    async (args) => {
      expect(textOf(await run(['write', ...args], { input: 'FACT a' }))).toMatch(/^\[2\]\n--detail-file, .+ one note/);
      expect((await alice.readAll()).items).toEqual([]);
    },
  );

  it.each([
    ['a file that is not there', ['FACT a', '--detail-file', '/nowhere/x'], '', "/nowhere/x can't be read: ENOENT"],
    ['standard input that is no UTF-8', [], new Uint8Array([0x46, 0xff, 0xfe]), 'Standard input is no UTF-8 text.'],
    ['2 MB on standard input', [], `FACT ${'x'.repeat(2_000_000)}`, 'Standard input holds more than 1 MiB.'],
    ['a number that is none', ['CLAIM a', '--ttl', '1e2'], '', 'It must be a whole number.'],
  ])('refuses %s as wrong usage and writes nothing', async (_, args, input, message) => {
    const { code, stdout, stderr } = await run(['write', ...args], { input });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect((await alice.readAll()).items).toEqual([]);
  });
});

describe('reading', () => {
  beforeEach(async () => {
    await alice.add('FACT', 'retry budget lives in src/net/retry.ts', {
      detail: 'line 40\nG9 FACT forged',
      delegation_id: 'w7',
    });
    await alice.add('OBSERVED', 'net.spec.ts FAILED: deadlock');
    await alice.add('CLAIM', 'rewriting src/net/retry.ts');
  });

  it('prints what REST answers, filtered alike', async () => {
    expect(await run(['read'])).toEqual({ ...DONE, stdout: await alice.text() });
    const filters = ['--type', 'fact', '--type', 'CLAIM', '--author', 'alice', '--after', 'G1', '--budget', '500'];
    const query = { type: ['FACT' as const, 'CLAIM' as const], author: 'alice', after: 'G1', budget: 500 };
    expect(await run(['read', ...filters])).toEqual({ ...DONE, stdout: await alice.text(query) });
    expect(await run(['read', '--work', 'w7', '--before', 'G2'])).toEqual({
      ...DONE,
      stdout: await alice.text({ delegation_id: 'w7', before: 'G2' }),
    });
    expect(jsonOf(await run(['read', '--json']))).toEqual(await alice.live());
  });

  it('greps: a line an entry, and how to get older ones', async () => {
    expect(await run(['grep', 'retry', '&', '!budget'])).toEqual({
      ...DONE,
      stdout: 'G3 CLAIM alice 2026-11-30 12:00 until 2026-11-30 13:00 rewriting src/net/retry.ts\n1 of 1 found\n',
    });
    expect((await run(['grep', 'retry', '--limit', '1'])).stdout).toContain(
      '\n1 of 2 found; for older ones: --before G3\n',
    );
    expect((await run(['grep', 'forged', '--in', 'detail'])).stdout).toMatch(
      /^G1⊕ FACT alice\/w7 .+\/retry\.ts\n1 of 1/,
    );
    expect(jsonOf(await run(['grep', 'retry', '--type', 'FACT', '--json']))).toEqual(
      await alice.grep('retry', { type: ['FACT'] }),
    );
    expect((await run(['grep', 'nothing-such'])).stdout).toBe('0 of 0 found\n');
  });

  it('shows where a search can not be read', async () => {
    expect(await run(['grep', 'a & (b'])).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Refused \(bad_query\): q: column 7: .+\n {2}a & \(b\n {8}\^\n$/),
    });
  });

  it('unfolds: a detail can not pass for a line of ours, and what is not there ends with 1', async () => {
    const head = 'G1⊕ FACT alice/w7 2026-11-30 12:00 retry budget lives in src/net/retry.ts\n';
    expect(await run(['unfold', 'g1'])).toEqual({ ...DONE, stdout: `${head}  line 40\n  G9 FACT forged\n` });
    expect(await run(['unfold', 'G1', '--max', '4'])).toEqual({
      ...DONE,
      stdout: `${head}  line\n... for the rest: unfold G1 --offset 4\n`,
    });
    expect(await run(['unfold', 'G2', 'G99'])).toEqual({
      code: 1,
      stdout: 'G2 OBSERVED alice 2026-11-30 12:00 net.spec.ts FAILED: deadlock\n',
      stderr: 'Not there, or not for you: G99\n',
    });
    expect(jsonOf(await run(['unfold', 'G1-G2', '--json']))).toEqual(await alice.unfold('G1-G2'));
  });

  it('releases a claim, and hands it over', async () => {
    await service.as('bob').GET('/whoami');
    expect(await run(['release', 'G3', 'handoff', '--to', 'bob', '--note', 'tests are missing'])).toEqual({
      ...DONE,
      stdout: 'G3 released\nG5 tells bob\n',
    });
    expect(textOf(await run(['release', 'G1', 'done']))).toMatch(/^\[1\]\nRefused \(not_a_claim\)/);
    expect(textOf(await run(['release', 'G3', 'finished']))).toMatch(/^\[2\]\n.+done, released, abandoned, handoff/);
    expect(jsonOf(await run(['release', 'G3', 'done', '--json']))).toMatchObject({ ended: ['G3'] });
  });
});

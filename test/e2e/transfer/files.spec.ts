import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { digestWith, NO_LINES } from '../../../src/kernel/line-digest.js';
import { FilesClient, fileRows, sha256 } from '../../support/files-client.js';
import { startService, type TestService } from '../../support/service.js';
import { exportLines, hiddenRows, importLines, NOTHING_HIDDEN } from '../../support/transfer.js';
import { openTurns } from '../../support/turns-client.js';
import { until } from '../../support/until.js';

const CONTENT = randomBytes(600_000);

let service: TestService;
let lines: readonly string[];
let board: string;
beforeAll(async () => {
  service = await startService();
  const open = await openTurns(service);
  board = open('alice').board;
  const alice = new FilesClient(service, board, 'alice');
  await open('bob').text();
  await alice.share('trace.bin', CONTENT);
  await open('alice').add('FACT', 'between them');
  await alice.share('empty.txt', '');
  await alice.share('plan.txt', 'for bob', { to: 'bob' });
  await alice.share('secret.txt', 'a key', { to: 'bob' });
  await open('harness').redact('G5', 'held a key');
  lines = await exportLines(service, board);
});
afterAll(() => service.close());

/** The lines with a last one that fits them. */
function sealed(changed: readonly string[]): readonly string[] {
  const digest = changed.reduce(digestWith, NO_LINES);
  const end = JSON.parse(lines.at(-1) ?? '') as object;
  return [...changed, JSON.stringify({ ...end, digest })];
}
const isPiece = (line: string): boolean => line.startsWith('{"file":');

describe('the files of a board', () => {
  it('are in its export piece by piece, and come back as they were', async () => {
    expect(lines.filter(isPiece).map((line) => JSON.parse(line) as { file: number; part: number })).toMatchObject([
      { file: 1, part: 0 },
      { file: 1, part: 1 },
      { file: 1, part: 2 },
      { file: 4, part: 0 },
    ]);
    expect((await importLines(service, 'copy', lines, 4)).data).toMatchObject({ done: true });
    const copy = (agent: string) => new FilesClient(service, 'copy', agent);
    expect((await copy('bob').content('G1')).equals(CONTENT)).toBe(true);
    expect((await copy('bob').content('G3')).length).toBe(0);
    expect((await copy('bob').content('G4')).toString()).toBe('for bob');
    expect((await copy('carol').download('G4')).status).toBe(404);
    expect((await copy('bob').download('G5')).status).toBe(404);
    expect((await copy('bob').list()).used_bytes).toBe(600_007);
    // All but the name of the board and the digest of all lines; told by a digest, since lines are long.
    const again = await exportLines(service, 'copy');
    expect(sha256(again.slice(1, -1).join('\n'))).toBe(sha256(lines.slice(1, -1).join('\n')));
  });
});

describe('an import', () => {
  const pieces = () => lines.filter(isPiece);
  const others = () => lines.slice(0, -1).filter((line) => !isPiece(line));
  const changed = (bytes: Buffer): string => JSON.stringify({ file: 4, part: 0, body: bytes.toString('base64') });

  it.each<[string, () => readonly string[]]>([
    ['of which a piece is missing', () => [...others(), ...pieces().slice(0, -1)]],
    ['of which a piece in the middle is missing', () => [...others(), ...pieces().filter((_, index) => index !== 1)]],
    ['of which a piece comes twice', () => [...others(), ...pieces(), pieces().at(-1) ?? '']],
    ['with pieces out of order', () => [...others(), ...pieces().toReversed()]],
    ['with other bytes', () => [...others(), ...pieces().slice(0, 3), changed(Buffer.from('for eve'))]],
    ['with more bytes', () => [...others(), ...pieces().slice(0, 3), changed(Buffer.from('for bob and eve'))]],
    [
      'with a piece of what is no file',
      () => [...others(), ...pieces(), JSON.stringify({ file: 2, part: 0, body: 'eA==' })],
    ],
    [
      'with a piece of a redacted file',
      () => [...others(), ...pieces(), JSON.stringify({ file: 5, part: 0, body: 'eA==' })],
    ],
    ['with a piece of no entry', () => [...others(), ...pieces(), JSON.stringify({ file: 99, part: 0, body: 'eA==' })]],
    ['with a piece before its entry', () => [...others().slice(0, 2), ...pieces(), ...others().slice(2)]],
    ['with bytes that are no base64', () => [...others(), JSON.stringify({ file: 1, part: 0, body: 'e=' })]],
    ['with a path for a name', () => [...others().map((line) => line.replace('trace.bin', '../x')), ...pieces()]],
  ])('%s is refused whole, and leaves nothing', async (_, make) => {
    const before = await fileRows(service);
    const { status, problem } = await importLines(service, 'broken', sealed(make()), 3);
    expect([status, problem.code]).toEqual([422, 'bad_import']);
    await until(async () => (await fileRows(service)).contents === before.contents);
    expect(await fileRows(service)).toEqual(before);
    expect(await hiddenRows(service)).toEqual(NOTHING_HIDDEN);
    expect(sha256(CONTENT)).toBe((await new FilesClient(service, board, 'alice').list()).items.at(-1)?.sha256);
  });
});

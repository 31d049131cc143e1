import { describe, expect, it } from '@jest/globals';
import { linesOf, LONGEST_LINE_BYTES } from './file-lines.js';

async function* piecesOf(...pieces: readonly string[]): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield Buffer.from(piece, 'latin1');
}

async function read(...pieces: readonly string[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(piecesOf(...pieces))) lines.push(line.toString('latin1'));
  return lines;
}

describe('the lines of a file', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['that is empty', [], []],
    ['with an end each', ['one\ntwo\n'], ['one', 'two']],
    ['whose last has no end', ['one\ntwo'], ['one', 'two']],
    ['that is cut anywhere', ['o', 'ne\n', '\ntw', 'o', '\n'], ['one', '', 'two']],
    ['of bytes that are no text', ['\xff\xfe\n\x00\n'], ['\xff\xfe', '\x00']],
  ])('%s', async (_, pieces, lines) => {
    expect(await read(...pieces)).toEqual(lines);
  });

  it('are at most 1 MiB long, whether their end has come or not', async () => {
    const longest = 'x'.repeat(LONGEST_LINE_BYTES);
    expect(await read(`a\n${longest}\n`)).toHaveLength(2);
    await expect(read(`a\n${longest}x\n`)).rejects.toThrow('Line 2 is longer');
    await expect(read(`a\n${longest}`, 'x')).rejects.toThrow('Line 2 is longer');
  });
});

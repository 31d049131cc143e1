import { describe, expect, it } from '@jest/globals';
import { decideRoom, MAX_FILES } from './decide-room.js';
import { dispositionOf } from './disposition.js';
import { PIECE_BYTES, pieceCount, piecesOf } from './pieces.js';

describe('the room of a board', () => {
  it.each([
    [{ files: 0, bytes: 0 }, 10, 'fits'],
    [{ files: 1, bytes: 90 }, 10, 'fits'],
    [{ files: 1, bytes: 91 }, 10, 'too-much'],
    [{ files: 1, bytes: 100 }, 0, 'fits'],
    [{ files: MAX_FILES - 1, bytes: 0 }, 0, 'fits'],
    [{ files: MAX_FILES, bytes: 0 }, 0, 'too-many'],
  ])('with %j, for %d bytes of 100: %s', (held, bytes, decision) => {
    expect(decideRoom(held, { bytes, totalBytes: 100 })).toBe(decision);
  });
});

describe('the header that names a file', () => {
  it.each([
    ['a.txt', `attachment; filename="a.txt"; filename*=UTF-8''a.txt`],
    ["it's (1)!.txt", `attachment; filename="it's (1)!.txt"; filename*=UTF-8''it%27s%20%281%29%21.txt`],
    ['計画.pdf', `attachment; filename="__.pdf"; filename*=UTF-8''%E8%A8%88%E7%94%BB.pdf`],
    ['50%41.txt', `attachment; filename="50_41.txt"; filename*=UTF-8''50%2541.txt`],
  ])('of %s is plain ASCII', (name, header) => {
    expect(dispositionOf(name)).toBe(header);
  });
});

describe('pieces', () => {
  async function* chunksOf(sizes: readonly number[]): AsyncGenerator<Uint8Array> {
    let next = 0;
    for (const size of sizes) yield Buffer.from(Array.from({ length: size }, () => next++ % 251));
  }

  it.each([
    [[], []],
    [[0, 0], []],
    [[1], [1]],
    [[PIECE_BYTES], [PIECE_BYTES]],
    [
      [PIECE_BYTES - 1, 1, 1],
      [PIECE_BYTES, 1],
    ],
    [
      [100, 3 * PIECE_BYTES, 7],
      [PIECE_BYTES, PIECE_BYTES, PIECE_BYTES, 107],
    ],
  ])('of chunks of %j have %j bytes, and are the same bytes in order', async (sizes, lengths) => {
    const pieces: Buffer[] = [];
    for await (const piece of piecesOf(chunksOf(sizes))) pieces.push(piece);
    expect(pieces.map(({ length }) => length)).toEqual(lengths);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(pieceCount(total)).toBe(lengths.length);
    expect(Buffer.concat(pieces).every((byte, index) => byte === index % 251)).toBe(true);
  });
});

import { describe, expect, it } from '@jest/globals';
import { LineReader } from './line-reader.js';

function read(maxBytes: number, chunks: readonly (string | Buffer)[]) {
  let tooLong = 0;
  const reader = new LineReader(maxBytes, () => {
    tooLong += 1;
  });
  return { lines: chunks.flatMap((chunk) => reader.push(Buffer.from(chunk))), tooLong };
}

describe('lines', () => {
  it.each([
    [['a\nb\n'], ['a', 'b'], 0],
    [['a', 'b\n', 'c'], ['ab'], 0],
    [['a\r\n\n'], ['a', ''], 0],
    [['12345\n'], ['12345'], 0],
    [['123456\nx\n'], ['x'], 1],
    [['123', '456', '789\nx\n'], ['x'], 1],
    [[Buffer.from([0x61, 0xff, 0x0a])], ['a\uFFFD'], 0],
    [[Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1), '\n'], ['é'], 0],
  ])('of %j are %j, too long: %i', (chunks, lines, tooLong) => {
    expect(read(5, chunks)).toEqual({ lines, tooLong });
  });
});

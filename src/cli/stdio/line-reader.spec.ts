import { describe, expect, it } from '@jest/globals';
import { LineReader } from './line-reader.js';

function read(maxBytes: number, chunks: readonly (string | Buffer)[]) {
  const tooLong: unknown[] = [];
  const reader = new LineReader(maxBytes, (id) => tooLong.push(id));
  const lines = chunks.flatMap((chunk) => reader.push(Buffer.from(chunk)));
  return { lines, tooLong: tooLong.length, ids: tooLong, last: reader.end() };
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
    expect(read(5, chunks)).toMatchObject({ lines, tooLong });
  });

  it.each([
    [['a\nb'], ['b'], []],
    [['a\n'], [], []],
    [['b\r'], ['b'], []],
    [['{"id":7,', '"method":"m"}'], [], [7]],
    [['{"id":7,"method":"m"}\nb'], ['b'], [7]],
    [['123456'], [], [undefined]],
  ])('that end with the input: of %j %j, and those too long are of requests %j', (chunks, last, ids) => {
    expect(read(5, chunks)).toMatchObject({ last, ids });
  });
});

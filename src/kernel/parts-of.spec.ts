import { describe, expect, it } from '@jest/globals';
import { partsOf } from './parts-of.js';

describe('partsOf', () => {
  it.each([
    [[], []],
    [[1], [[1]]],
    [[1, 2], [[1, 2]]],
    [
      [1, 2, 3],
      [[1, 2], [3]],
    ],
    [
      [1, 2, 3, 4],
      [
        [1, 2],
        [3, 4],
      ],
    ],
  ])('of %j, two at a time, is %j', (items, parts) => {
    expect(partsOf(items, 2)).toEqual(parts);
  });
});

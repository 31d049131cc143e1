import { describe, expect, it } from '@jest/globals';
import { lineDiff } from './line-diff.js';

describe('lineDiff', () => {
  it.each([
    ['a\nb\n', 'a\nb\n', ''],
    ['', 'a\nb\n', '@@ line 1 @@\n+a\n+b'],
    ['a\nb\n', '', '@@ line 1 @@\n-a\n-b'],
    ['a\nc\n', 'a\nb\nc\n', '@@ line 2 @@\n+b'],
    ['a\nb\nc\nd\n', 'a\nc\n', '@@ line 2 @@\n-b\n@@ line 4 @@\n-d'],
    ['a\nb\nc', 'x\nb\ny', '@@ line 1 @@\n-a\n+x\n@@ line 3 @@\n-c\n+y'],
    ['{"secret":1}\n', '{"secret":1,"a":2}\n', '@@ line 1 @@\n+…,"a":2…'],
    ['{"secret":1,"a":2}\n', '{"secret":1}\n', '@@ line 1 @@\n-…,"a":2…'],
    ['{\n  "secret": 1\n}', '{\n  "secret": 1,\n  "a": 2\n}', '@@ line 2 @@\n+…,\n+  "a": 2'],
    ['a\r\nb\r\n', 'a\r\nc\r\nb\r\n', '@@ line 2 @@\n+c'],
  ])('of %j and %j is %j', (before, after, diff) => {
    expect(lineDiff(before, after)).toBe(diff);
  });

  it('of many lines that all differ is all of them', () => {
    const [before, after] = ['a', 'b'].map((letter) =>
      Array.from({ length: 2_000 }, (_, index) => `${letter}${index}x`).join('\n'),
    );
    const lines = lineDiff(before ?? '', after ?? '').split('\n');
    expect(lines).toHaveLength(4_001);
  });
});

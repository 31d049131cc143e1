import { describe, expect, it } from '@jest/globals';
import { UneditableError } from './text-edit.js';
import { outlineOf } from './toml-outline.js';

const WHOLE = `# a comment
title = "x # no comment" # one
"quoted key".'other' = 'C:\\path'
dotted . key = 1_000
when = 1979-05-27 07:32:00
rest = [ 1, "[no.table]", { a = 'b', c = [true] }, # more
  """
[no.table.either]
""", ]
empty = {}

[table.one]
x = -inf
[[lists."of tables"]]
text = '''
[nor.this] = "
'''
`;

describe('outlineOf', () => {
  it('finds tables and keys, and none in strings, lists or comments', () => {
    expect(outlineOf(WHOLE).map(({ path }) => path.join('/'))).toEqual([
      'title',
      'quoted key/other',
      'dotted/key',
      'when',
      'rest',
      'empty',
      'table/one',
      'table/one/x',
      'lists/of tables',
      'lists/of tables/text',
    ]);
    expect(outlineOf('\r\n# only\r\n')).toEqual([]);
  });

  it.each([
    ['a', 'line 1, column 2'],
    ['a = ', 'line 1, column 5'],
    ['a = "x', 'line 1, column 5'],
    ['a = 1 2', 'line 1, column 6'],
    ['a = [1, 2\nb = 3', 'line 2, column 1'],
    ['[a\nb = 1', 'line 1, column 3'],
    ['[[a]\n', 'line 1, column 4'],
    ['= 1', 'line 1, column 1'],
    ['a = {b = 1', 'line 1, column 11'],
    ["a = '''x", 'line 1, column 7'],
  ])('says where %j is broken', (text, place) => {
    expect(() => outlineOf(text)).toThrow(UneditableError);
    expect(() => outlineOf(text)).toThrow(place);
  });
});

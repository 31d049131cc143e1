import { describe, expect, it } from '@jest/globals';
import { namesIn, namesOfFiles } from './names.js';

describe('namesIn', () => {
  it.each([
    ['fixing src/net/retry.ts', ['src/net/retry.ts']],
    ['fixing (src/net/retry.ts), then "README.md".', ['src/net/retry.ts', 'readme.md']],
    ['**src/Net/** and `.env`', ['src/net', '.env']],
    ['./src/a.ts .\\src\\a.ts C:\\repo\\A.ts', ['src/a.ts', 'c:/repo/a.ts']],
    ['src/a.ts:12 src/a.ts:12:5 src/a.ts#L4 src/a.ts(3,4) src/a.ts:', ['src/a.ts']],
    ['tests/test_x.py::test_y fails', ['tests/test_x.py']],
    ['file=src/a.ts,src/b.ts;src/c.ts', ['src/a.ts', 'src/b.ts', 'src/c.ts']],
    ['retryAll() and Foo.bar(), std::sort()', ['retryall', 'foo.bar', 'sort']],
    ['retry(3) is no name before ()', []],
    ['e.g. this and/or that, i.e. n/a, 3/4 done in 4.5 ms', []],
    ['plain words only, version 1.2', []],
    ['@scope/pkg ../up/x', ['@scope/pkg', '../up/x']],
    ['/ // ./ ...', []],
    ['ＳＲＣ/Straße.ts', ['src/strasse.ts']],
  ])('reads %j', (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  it('names at most 50, the first ones', () => {
    const all = Array.from({ length: 60 }, (_, index) => `d/f${index}`);
    expect(namesIn(all.slice(0, 50).join(' '))).toEqual(all.slice(0, 50));
    expect(namesIn(all.slice(0, 51).join(' '))).toEqual(all.slice(0, 50));
    expect(namesIn(`${all.slice(0, 49).join(' ')} x/y.f()`)).toEqual([...all.slice(0, 49), 'x/y.f']);
  });

  it('knows no name of more than 256 characters', () => {
    const path = (length: number): string => `d/${'a'.repeat(length - 2)}`;
    expect(namesIn(`${path(256)} ${path(257)}`)).toEqual([path(256)]);
  });

  it.each(['a()', 'a.', '(', '/', 'a:', '.'])('reads 64 KiB of %j in linear time', (piece) => {
    expect(namesIn(piece.repeat(64 * 1024))).toEqual([]);
  });
});

describe('namesOfFiles', () => {
  it.each([
    ['src/a.ts, src/b.ts;Makefile  src/c', ['src/a.ts', 'src/b.ts', 'makefile', 'src/c']],
    ['`src/a.ts` and SRC/A.ts', ['src/a.ts']],
    ['src/net/, src/net', ['src/net']],
    ['none', []],
    ['n/a -', []],
    ['', []],
  ])('reads %j', (files, names) => {
    expect(namesOfFiles(files)).toEqual(names);
  });
});

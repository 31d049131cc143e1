import { describe, expect, it } from '@jest/globals';
import { relativePaths, withRelativePaths } from './relative-paths.js';

const ROOTS = ['/home/al/app', '/home/al/app/.trees/w1', '/tmp/wt/w2'];

describe('a path into a checkout', () => {
  it.each([
    ['fixed /home/al/app/src/a.ts', 'fixed src/a.ts'],
    ['files=/home/al/app/src/a.ts,/home/al/app/b.ts|idea=x', 'files=src/a.ts,b.ts|idea=x'],
    ['"/home/al/app/src/a.ts"', '"src/a.ts"'],
    ['(/home/al/app/src/a.ts:12)', '(src/a.ts:12)'],
    ['`/tmp/wt/w2/src/a.ts`', '`src/a.ts`'],
    ['/home/al/app/.trees/w1/src/a.ts', 'src/a.ts'],
    ['/home/al/app/.trees/w9/src/a.ts', '.trees/w9/src/a.ts'],
    ['file:///home/al/app/src/a.ts', 'src/a.ts'],
    ['/home/al/app//src/a.ts', 'src/a.ts'],
    ['/home/al/app/ünder.ts', 'ünder.ts'],
    ['/home/al/app/.env\n/home/al/app/@x', '.env\n@x'],
    ['cd /home/al/app && make', 'cd ./ && make'],
    ['cd /home/al/app/ && make', 'cd ./ && make'],
    ['in /home/al/app.', 'in ./.'],
    ['/home/al/app', './'],
    ['"/home/al/app/"', '"./"'],
  ])('%j becomes %j', (text, relative) => {
    expect(relativePaths(text, ROOTS)).toBe(relative);
  });

  it.each([
    'fixed src/a.ts',
    '/home/al/app2/src/a.ts',
    '/home/al/app-old/src/a.ts',
    '/home/al/app.bak',
    '/home/al/other/a.ts',
    '/mnt/home/al/app/src/a.ts',
    'https://example.org/home/al/app/src/a.ts',
    './home/al/app/src/a.ts',
    '/home/al',
    '',
  ])('%j is none and stays', (text) => {
    expect(relativePaths(text, ROOTS)).toBe(text);
  });

  it.each([
    ['C:\\work\\app\\src\\a.ts failed', 'src/a.ts failed'],
    ['c:/work/app/src/a.ts', 'src/a.ts'],
    ['file:///C:/work/app/src/a.ts', 'src/a.ts'],
    ['"C:\\work\\app"', '"./"'],
    ['C:\\work\\app2\\a.ts', 'C:\\work\\app2\\a.ts'],
    ['say C:\\work\\app\\a.ts \\o/', 'say a.ts \\o/'],
  ])('on Windows, %j becomes %j', (text, relative) => {
    expect(relativePaths(text, ['C:\\work\\app'])).toBe(relative);
  });

  it('is found in a folder whose name a pattern would read otherwise', () => {
    expect(relativePaths('/a/b+(c)[d]/e.ts', ['/a/b+(c)[d]'])).toBe('e.ts');
    expect(relativePaths('/a/b.c/e.ts /a/bxc/e.ts', ['/a/b.c'])).toBe('e.ts /a/bxc/e.ts');
  });

  it('is no path where the checkout is the root of the file system', () => {
    expect(relativePaths('/etc/hosts', ['/'])).toBe('/etc/hosts');
  });

  it('costs little in a long text', () => {
    const text = '/home/al/app/'.repeat(150_000);
    const start = performance.now();
    relativePaths(text, ROOTS);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

describe('arguments of a tool', () => {
  it('are made relative in every text and stay as they are elsewhere', () => {
    const notes = [{ content: 'see /tmp/wt/w2/a.ts', ttl_s: 5, final: true, detail: null }];
    expect(withRelativePaths({ notes, text: '/tmp/wt/w2/b.ts' }, ROOTS)).toEqual({
      notes: [{ content: 'see a.ts', ttl_s: 5, final: true, detail: null }],
      text: 'b.ts',
    });
  });

  it('keep a property named __proto__ as one of their own', () => {
    const value: unknown = JSON.parse('{"__proto__":"/tmp/wt/w2/a"}');
    expect(JSON.stringify(withRelativePaths(value, ROOTS))).toBe('{"__proto__":"a"}');
  });

  it('may be nested without end', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(withRelativePaths(deep, ROOTS)).toHaveLength(1);
  });
});

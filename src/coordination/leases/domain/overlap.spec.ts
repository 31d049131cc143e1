import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { resourceOf } from '../../../../test/factories/leases.js';
import { resourcesOverlap } from './overlap.js';
import { MAX_GLOB_LENGTH } from './resource.js';

const overlap = (one: string, other: string): boolean => {
  const [first, second] = [resourceOf(one), resourceOf(other)];
  const found = resourcesOverlap(first, second);
  expect(resourcesOverlap(second, first)).toBe(found);
  return found;
};

describe('resourcesOverlap', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['Src/A.ts', 'src/a.ts'],
    ['src', 'src/a.ts'],
    ['.', 'src/a.ts'],
    ['.', '*'],
    ['**', 'src/a.ts'],
    ['src/**', 'src/app.rs'],
    ['src/**', 'src'],
    ['src/*.ts', 'src'],
    ['src', '**/a.ts'],
    ['src/', '**/a.ts'],
    ['conf.d/', '**/a.ts'],
    ['conf.d', 'conf.d/*.ts'],
    ['conf.d', 'conf.d/a.ts'],
    ['conf.d', 'conf.d/'],
    ['src/*.ts', 'src/a.ts'],
    ['src/*.ts', 'SRC/A.TS'],
    ['src/*.ts', 'src/a*'],
    ['src/*/a.ts', 'src/lib/*.ts'],
    ['src/**/a.ts', 'src/a.ts'],
    ['src/**/a.ts', 'src/x/y/a.ts'],
    ['src/**.ts', 'src/x/y/a.ts'],
    ['**/a.ts', 'a.ts'],
    ['**/test/**', 'src/*/test/a.ts'],
    ['a?c', 'ab?'],
    ['?', '\u00DF'],
    ['\u00C9*', 'e\u0301a'],
    ['*a*b', 'b*a?'],
    ['task:deploy', 'task:Deploy'],
  ])('%s meets %s', (one, other) => {
    expect(overlap(one, other)).toBe(true);
  });

  it.each([
    ['src/a.ts', 'src/b.ts'],
    ['src', 'src2'],
    ['src/a', 'src/a.ts'],
    ['src/*.ts', 'src/a.js'],
    ['src/*.ts', 'src/lib/a.ts'],
    ['src/*', 'src/lib/a.ts'],
    ['src/**', 'srcs/a.ts'],
    ['src/**', 's*'],
    ['src/**/a.ts', 'src/ba.ts'],
    ['**/*.ts', 'src/a.js'],
    ['**/a.ts', 'conf.d'],
    ['src/*a.ts', 'src/?b.ts'],
    ['a?c', 'a/c'],
    ['a?', 'b?'],
    ['*a', '*b'],
    ['.?', '?.'],
    ['a/**', 'a?'],
    ['task:deploy', 'deploy'],
    ['task:a', 'task:ab'],
    ['task:a', '**'],
  ])('%s does not meet %s', (one, other) => {
    expect(overlap(one, other)).toBe(false);
  });

  it('says what trying all paths would say', () => {
    const part = fc.constantFrom('a', 'b', '/', '*', '?', '**');
    const pattern = fc
      .array(part, { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join(''))
      .filter((text) => text.split('/').every((name) => name !== ''));
    fc.assert(
      fc.property(pattern, pattern, (one, other) => {
        const [first, second] = [pathsOf(one), pathsOf(other)];
        expect(overlap(one, other)).toBe([...first].some((path) => second.has(path)));
      }),
      { numRuns: 3_000 },
    );
  });

  it('decides the worst patterns in little time', () => {
    const long = 'a'.repeat((MAX_GLOB_LENGTH - 8) / 2 - 1);
    const one = `**${long}*${long}**b`;
    const other = `**${long}**${long}*c`;
    const startedAt = performance.now();
    expect(overlap(one, other)).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});

/** All paths of at most eight characters out of `a`, `b`, `/`: more than any two of the patterns need to meet. */
const PATHS = pathsUpTo(8);

function pathsUpTo(length: number): readonly string[] {
  let texts = [''];
  const all: string[] = [];
  for (let each = 0; each < length; each += 1) {
    texts = texts.flatMap((text) => ['a', 'b', '/'].map((character) => text + character));
    all.push(...texts);
  }
  return all.filter((text) => text.split('/').every((name) => name !== ''));
}

/** The meaning of a pattern, said in another way: by regular expressions. */
function pathsOf(pattern: string): ReadonlySet<string> {
  const expression = expressionOf(pattern);
  const known = KNOWN.get(pattern) ?? new Set(PATHS.filter((path) => expression.test(path)));
  KNOWN.set(pattern, known);
  return known;
}

const KNOWN = new Map<string, ReadonlySet<string>>();

function expressionOf(pattern: string): RegExp {
  const { name, kind } = resourceOf(pattern);
  if (kind !== 'glob') return new RegExp(`^${name}(/.*)?$`);
  const names = name.split('/');
  const source = names.map((each, index) => {
    const isLast = index === names.length - 1;
    if (each === '**') return isLast ? '.+' : '(.*/)?';
    const inside = each.replace(
      /\*\*|\*|\?/g,
      (wildcard) => ({ '**': '.*', '*': '[^/]*', '?': '[^/]' })[wildcard] ?? '',
    );
    return isLast ? inside : `${inside}/`;
  });
  return new RegExp(`^${source.join('')}$`);
}

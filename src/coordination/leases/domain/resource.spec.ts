import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_GLOB_LENGTH, MAX_PATH_LENGTH, MAX_TASK_LENGTH, MAX_WILDCARDS, parseResource } from './resource.js';

const nameOf = (text: string): string => {
  const parsed = parseResource(text);
  return parsed.kind === 'resource' ? `${parsed.resource.kind} ${parsed.resource.name}` : parsed.message;
};
const keyOf = (text: string): string => {
  const parsed = parseResource(text);
  return parsed.kind === 'resource' ? parsed.resource.key : parsed.message;
};

describe('parseResource', () => {
  it.each([
    ['src/a.ts', 'file src/a.ts'],
    ['  src/a.ts ', 'file src/a.ts'],
    ['src\\net\\retry.ts', 'file src/net/retry.ts'],
    ['./src/./a.ts', 'file src/a.ts'],
    ['.\\src\\a.ts', 'file src/a.ts'],
    ['src/lib/../a.ts', 'file src/a.ts'],
    ['src//lib///a.ts', 'file src/lib/a.ts'],
    ['src/lib/', 'folder src/lib'],
    ['.', 'folder .'],
    ['./', 'folder .'],
    ['src/..', 'folder .'],
    ['my file (1).ts', 'file my file (1).ts'],
    ['src/[id]/page.tsx', 'file src/[id]/page.tsx'],
    ['Makefile', 'folder Makefile'],
    ['.github', 'folder .github'],
    ['conf.d/', 'folder conf.d/'],
    ['conf.d/.', 'file conf.d'],
    ['{{name}}/setup.py', 'file {{name}}/setup.py'],
    ['..src/a', 'folder ..src/a'],
    ['src/**', 'glob src/**'],
    ['src/*.ts', 'glob src/*.ts'],
    ['src/?.ts', 'glob src/?.ts'],
    ['src/***/a.ts', 'glob src/**/a.ts'],
    ['**', 'glob **'],
    ['task:deploy', 'task task:deploy'],
    ['TASK: deploy the docs', 'task task:deploy the docs'],
    ['task:a/../b', 'task task:a/../b'],
  ])('reads %j as %s', (text, expected) => {
    expect(nameOf(text)).toBe(expected);
  });

  it.each([
    ['', 'is empty; name a path, a glob or task:<name>'],
    [' \t', 'is empty; name a path, a glob or task:<name>'],
    ['/etc/passwd', 'is an absolute path; name it from the top of the repository: src/app.ts'],
    ['\\\\server\\share', 'is an absolute path; name it from the top of the repository: src/app.ts'],
    ['C:\\repo\\a.ts', 'is an absolute path; name it from the top of the repository: src/app.ts'],
    ['c:a.ts', 'is an absolute path; name it from the top of the repository: src/app.ts'],
    ['..', 'leads out of the repository; name a path inside it'],
    ['src/../../a.ts', 'leads out of the repository; name a path inside it'],
    ['..\\a.ts', 'leads out of the repository; name a path inside it'],
    ['src/*/../a.ts', 'goes up from a wildcard; write the path without ".."'],
    ['src/{a,b}.ts', 'holds braces, which have no meaning here; name each path by itself'],
    ['src/a\nb.ts', 'holds a control or invisible character'],
    ['src/a\u202Eb.ts', 'holds a control or invisible character'],
    ['src/\uD800.ts', 'holds a control or invisible character'],
    ['./task:deploy', 'begins with "task:", which names a task and no folder'],
    ['task:', `must name a task in 1 to ${MAX_TASK_LENGTH} characters: task:deploy`],
    ['task:a*', 'is a task, whose name can hold no * or ?'],
  ])('refuses %j', (text, message) => {
    expect(nameOf(text)).toBe(message);
  });

  it.each([
    ['a'.repeat(MAX_PATH_LENGTH), 'folder'],
    ['a'.repeat(MAX_PATH_LENGTH + 1), 'is'],
    [`${'a'.repeat(MAX_GLOB_LENGTH - 1)}*`, 'glob'],
    [`${'a'.repeat(MAX_GLOB_LENGTH)}*`, 'is'],
    ['*/'.repeat(MAX_WILDCARDS), 'glob'],
    ['*/'.repeat(MAX_WILDCARDS + 1), 'has'],
    [`task:${'\u{1F600}'.repeat(MAX_TASK_LENGTH)}`, 'task'],
    [`task:${'a'.repeat(MAX_TASK_LENGTH + 1)}`, 'must'],
  ])('knows how long a resource may be (%#)', (text, first) => {
    expect(nameOf(text).split(' ')[0]).toBe(first);
  });

  it.each([
    ['Src/A.ts', 'src/a.ts'],
    ['src/\u00C9.ts', 'src/e\u0301.ts'],
    ['\u03A3\u03A3', '\u03C3\u03C2'],
    ['STRASSE/\u1E9E', 'strasse/\u00DF'],
    ['Task:Deploy', 'task:deploy'],
    ['conf.d', 'conf.d/'],
  ])('sees %j and %j as one', (one, other) => {
    expect(keyOf(one)).toBe(keyOf(other));
  });

  it('makes a key of one character for one character, so that ? means the same in both', () => {
    expect([...keyOf('\u00DF\u0130\uFB03?')]).toHaveLength(4);
  });

  it('reads its own names as itself', () => {
    const text = fc.string({ unit: fc.constantFrom(...'aB/.\\*?: \u00E9e\u0301', 'task:'), maxLength: 12 });
    fc.assert(
      fc.property(text, (given) => {
        const parsed = parseResource(given);
        if (parsed.kind === 'resource') expect(parseResource(parsed.resource.name)).toEqual(parsed);
      }),
    );
  });
});

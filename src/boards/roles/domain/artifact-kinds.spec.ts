import { describe, expect, it } from '@jest/globals';
import { ARTIFACT_KINDS, isArtifactKind, MAX_KIND_LENGTH } from './artifact-kinds.js';

const LONGEST = `extra/${'k'.repeat(40)}`;

describe('a kind of artifact', () => {
  it.each([...ARTIFACT_KINDS, 'extra/a', 'extra/9', 'extra/api-notes', 'extra/a-', LONGEST])('is %j', (text) => {
    expect(isArtifactKind(text)).toBe(true);
    expect(text.length).toBeLessThanOrEqual(MAX_KIND_LENGTH);
  });

  it.each([
    '',
    'Spec',
    'SPEC',
    'specs',
    'diffs',
    'findings ',
    ' findings',
    'findings\n',
    'task_list',
    'tasklist',
    'extra',
    'extra/',
    'extra/UPPER',
    'extra/a/b',
    'extra/-a',
    'extra/a_b',
    'extra/é',
    'extra/a\n',
    'Extra/a',
    `${LONGEST}k`,
    'constructor',
    '__proto__',
  ])('is not %j, which is folded into none', (text) => {
    expect(isArtifactKind(text)).toBe(false);
  });
});

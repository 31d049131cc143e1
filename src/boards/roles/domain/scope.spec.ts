import { describe, expect, it } from '@jest/globals';
import { ARTIFACT_KINDS } from './artifact-kinds.js';
import {
  contributorOf,
  contributorsOf,
  type DeclaredRole,
  hasSlots,
  mayRead,
  mayWrite,
  resolveScope,
  standingScope,
} from './scope.js';

const role = (name: string, more: Partial<DeclaredRole> = {}): DeclaredRole => ({
  name,
  count: 1,
  mayEdit: false,
  seesBoard: false,
  ...more,
});

describe('the scope of a role', () => {
  it.each([
    ['orchestrator', 'all', ['spec', 'task-list'], true],
    ['search', ['spec'], ['research'], false],
    ['architecture', ['spec', 'research'], ['adr', 'task-list'], false],
    ['reasoning', ['spec', 'adr', 'task-list'], ['diff'], false],
    ['implement', ['spec', 'adr', 'task-list'], ['diff'], false],
    ['review', ['spec', 'diff'], ['findings'], false],
    ['security', [], [], false],
    ['constructor', [], [], false],
  ] as const)('of %s, where nothing is declared, reads %j and writes %j', (name, reads, writes, seesBoard) => {
    const expected = { role: name, ordinal: 2, reads, writes, seesBoard, mayEdit: false };
    expect(resolveScope(role(name), 2)).toEqual(expected);
  });

  it('has what is declared in place of the default, in that direction only', () => {
    expect(resolveScope(role('review', { reads: ['spec', 'extra/api'] }), 1)).toEqual({
      role: 'review',
      ordinal: 1,
      reads: ['spec', 'extra/api'],
      writes: ['findings'],
      seesBoard: false,
      mayEdit: false,
    });
    expect(resolveScope(role('review', { writes: ['adr'] }), 1)).toMatchObject({
      reads: ['spec', 'diff'],
      writes: ['adr'],
    });
  });

  it('grants nothing where an empty list is declared', () => {
    expect(resolveScope(role('orchestrator', { reads: [], writes: [] }), 1)).toMatchObject({ reads: [], writes: [] });
  });

  it('sees the board and may edit where that is declared', () => {
    const scope = resolveScope(role('implement', { seesBoard: true, mayEdit: true }), 1);
    expect(scope).toMatchObject({ seesBoard: true, mayEdit: true });
  });

  it.each([
    [0, false],
    [1, true],
    [2, true],
    [3, false],
  ])('of ordinal %i, where two are declared, stands: %s', (ordinal, stands) => {
    const roles = [role('review', { count: 2 }), role('search')];
    expect(standingScope(roles, { name: 'review', ordinal }) !== undefined).toBe(stands);
    expect(standingScope(roles, { name: 'implement', ordinal })).toBeUndefined();
  });
});

describe('a scope', () => {
  it('lets a review see no research, decisions or findings, its own panel least of all', () => {
    const scope = resolveScope(role('review', { count: 3 }), 2);
    expect(ARTIFACT_KINDS.filter((kind) => mayRead(scope, kind))).toEqual(['spec', 'diff']);
    expect(ARTIFACT_KINDS.filter((kind) => mayWrite(scope, kind))).toEqual(['findings']);
  });

  it('that reads all reads kinds of a goal own too, and writes none of them', () => {
    const scope = resolveScope(role('orchestrator'), 1);
    expect([mayRead(scope, 'extra/any'), mayWrite(scope, 'extra/any')]).toEqual([true, false]);
  });
});

describe('contributors', () => {
  it.each([
    ['review', 1, 'review'],
    ['review', 2, 'review#2'],
    ['review', 8, 'review#8'],
  ])('%s %i is %s', (name, ordinal, expected) => {
    expect(contributorOf(name, ordinal)).toBe(expected);
  });

  it('are all agents of all roles', () => {
    expect(contributorsOf([role('review', { count: 2 }), role('search')])).toEqual(['review', 'review#2', 'search']);
  });
});

describe('a kind has a slot for each writer', () => {
  it.each([
    ['findings, even of one', [role('review')], 'findings', true],
    ['findings, even of none', [role('search')], 'findings', true],
    ['what two agents of a role write', [role('search', { count: 2 })], 'research', true],
    ['what two roles write', [role('implement'), role('reasoning')], 'diff', true],
    ['a kind of its own that two roles write', twoThatWrite('extra/api'), 'extra/api', true],
    ['not what one agent writes', [role('search'), role('implement')], 'research', false],
    ['not what many read', [role('orchestrator'), role('review', { count: 8 })], 'spec', false],
    ['not what nobody writes', [role('review')], 'adr', false],
    ['not the task list of many', [role('orchestrator'), role('architecture', { count: 3 })], 'task-list', false],
  ])('%s', (_, roles, kind, expected) => {
    expect(hasSlots(roles, kind)).toBe(expected);
  });
});

function twoThatWrite(kind: string): readonly DeclaredRole[] {
  return [role('docs', { writes: [kind] }), role('search', { writes: [kind] })];
}

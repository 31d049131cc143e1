import { describe, expect, it } from '@jest/globals';
import { isReplaced, type TextState, textStateOf } from './current-text.js';
import type { Bearing, EntryKind, Relation } from './journal-entry.js';

const by = (seq: number, relation: Relation): Bearing => ({ seq, relation });

describe('textStateOf', () => {
  it.each<[string, EntryKind, readonly Bearing[], TextState]>([
    ['a post that nothing bears on', 'post', [], { kind: 'own' }],
    ['a post with answers and reactions', 'post', [by(8, 'replies'), by(9, 'reacts')], { kind: 'own' }],
    ['a redacted post', 'post', [by(9, 'redacts')], { kind: 'own' }],
    ['a post that was edited', 'post', [by(8, 'edits')], { kind: 'edited', by: 8 }],
    ['a post edited twice: the last one', 'post', [by(8, 'edits'), by(9, 'edits')], { kind: 'edited', by: 9 }],
    ['a deleted post', 'post', [by(9, 'deletes')], { kind: 'deleted' }],
    ['a post edited and deleted', 'post', [by(8, 'edits'), by(9, 'deletes')], { kind: 'deleted' }],
    ['the latest edit', 'edit', [], { kind: 'own' }],
    ['an edit that another one or a deletion replaced', 'edit', [by(9, 'replaces')], { kind: 'deleted' }],
    ['a reaction', 'reaction', [], { kind: 'own' }],
    ['a superseded gist', 'gist', [by(9, 'supersedes')], { kind: 'own' }],
  ])('%s', (_, kind, bearings, state) => {
    expect(textStateOf({ kind }, bearings)).toEqual(state);
  });
});

describe('isReplaced', () => {
  it.each<[Relation, boolean]>([
    ['edits', true],
    ['deletes', true],
    ['replaces', true],
    ['reacts', false],
    ['replies', false],
    ['redacts', false],
    ['supersedes', false],
    ['invalidates', false],
    ['releases', false],
  ])('%s: %s', (relation, isGone) => {
    expect(isReplaced([by(9, relation)])).toBe(isGone);
  });
});

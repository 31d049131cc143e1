import { describe, expect, it } from '@jest/globals';
import { gistOf, NOON } from '../../../test/factories/gists.js';
import type { Relation } from '../../journal/domain/journal-entry.js';
import type { NoteType } from './note-types.js';
import { statusOf } from './status-of.js';

const by = (...relations: readonly Relation[]) => relations.map((relation, place) => ({ seq: place + 2, relation }));

describe('the status of a patch summary', () => {
  it.each<[boolean, readonly Relation[], string]>([
    [false, [], 'candidate'],
    [true, [], 'final'],
    [false, ['invalidates'], 'invalidated'],
    [true, ['invalidates'], 'invalidated'],
    [false, ['supersedes'], 'superseded'],
    [true, ['supersedes'], 'superseded'],
    [true, ['invalidates', 'supersedes'], 'superseded'],
    [false, ['redacts'], 'candidate'],
    [false, ['releases'], 'candidate'],
  ])('with final: %s and later entries that %j is %s', (isFinal, relations, expected) => {
    expect(statusOf(gistOf({ type: 'PATCH_SUMMARY', isFinal }), by(...relations), NOON)).toBe(expected);
  });
});

describe('the status of a claim of 2 s', () => {
  it.each<[number, readonly Relation[], string]>([
    [0, [], 'live'],
    [1_999, [], 'live'],
    [2_000, [], 'expired'],
    [2_001, [], 'expired'],
    [0, ['releases'], 'released'],
    [2_000, ['releases'], 'released'],
    [0, ['supersedes'], 'superseded'],
    [2_000, ['releases', 'supersedes'], 'superseded'],
    [0, ['redacts'], 'live'],
    [0, ['invalidates'], 'live'],
  ])('after %i ms and later entries that %j is %s', (ageMs, relations, expected) => {
    expect(statusOf(gistOf({ type: 'CLAIM', ttlS: 2 }), by(...relations), NOON + ageMs)).toBe(expected);
  });
});

describe('the status of other gists', () => {
  it.each<NoteType>(['FACT', 'OBSERVED', 'FAIL'])('a %s stays live', (type) => {
    expect(statusOf(gistOf({ type }), by('supersedes', 'invalidates', 'releases', 'redacts'), NOON)).toBe('live');
  });
});

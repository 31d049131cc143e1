import { describe, expect, it } from '@jest/globals';
import type { AgentName } from '../../kernel/ids.js';
import type { EntryKind } from './journal-entry.js';
import { isVisibleTo } from './visibility.js';

const name = (text: string): AgentName => text as AgentName;
const sees = (
  viewer: string,
  entry: { kind: EntryKind; from: string; to: string | null },
  isOperator = false,
): boolean =>
  isVisibleTo(
    { agent: name(viewer), isOperator },
    { kind: entry.kind, author: name(entry.from), recipient: entry.to === null ? null : name(entry.to) },
  );

describe('isVisibleTo', () => {
  it.each<EntryKind>(['gist', 'post', 'release'])('a %s to all is seen by all', (kind) => {
    expect(sees('carol', { kind, from: 'alice', to: null })).toBe(true);
  });

  it.each<[string, boolean]>([
    ['alice', true],
    ['bob', true],
    ['carol', false],
    ['Bob', false],
  ])('a post from alice to bob is seen by %s: %s', (viewer, visible) => {
    expect(sees(viewer, { kind: 'post', from: 'alice', to: 'bob' })).toBe(visible);
  });

  it.each<EntryKind>(['member', 'board', 'redaction'])('a %s entry is not seen, even by who wrote it', (kind) => {
    expect(sees('alice', { kind, from: 'alice', to: null })).toBe(false);
  });

  it.each<EntryKind>(['gist', 'post', 'release', 'member', 'board', 'redaction'])(
    'an operator sees every %s',
    (kind) => {
      expect(sees('harness', { kind, from: 'alice', to: 'bob' }, true)).toBe(true);
    },
  );
});

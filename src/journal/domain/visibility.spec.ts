import { describe, expect, it } from '@jest/globals';
import type { AgentName } from '../../kernel/ids.js';
import type { EntryKind } from './journal-entry.js';
import { isVisibleTo, type ViewerScope } from './visibility.js';

interface Seen {
  readonly kind: EntryKind;
  readonly type?: string;
  readonly from: string;
  readonly to: string | null;
}

const name = (text: string): AgentName => text as AgentName;
const entryOf = ({ kind, type = 'message', from, to }: Seen) => ({
  kind,
  type,
  author: name(from),
  recipient: to === null ? null : name(to),
});
const sees = (viewer: string, entry: Seen, isOperator = false): boolean =>
  isVisibleTo({ agent: name(viewer), isOperator }, entryOf(entry));

describe('isVisibleTo', () => {
  it.each<EntryKind>(['gist', 'post', 'release', 'goal'])('a %s to all is seen by all', (kind) => {
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

  it.each<EntryKind>(['member', 'board', 'redaction', 'token', 'artifact'])(
    'a %s entry is not seen, even by who wrote it',
    (kind) => {
      expect(sees('alice', { kind, from: 'alice', to: null })).toBe(false);
    },
  );

  it.each<EntryKind>(['gist', 'post', 'release', 'member', 'board', 'redaction', 'artifact', 'goal'])(
    'an operator sees every %s',
    (kind) => {
      expect(sees('harness', { kind, from: 'alice', to: 'bob' }, true)).toBe(true);
    },
  );
});

describe('review#2, which does not see the board,', () => {
  const scope: ViewerScope = { reads: ['spec', 'diff'], seesBoard: false };
  it.each<[string, Seen, boolean]>([
    ['a spec', { kind: 'artifact', type: 'spec', from: 'orchestrator', to: null }, true],
    ['findings of its panel', { kind: 'artifact', type: 'findings', from: 'review', to: null }, false],
    ['its own findings', { kind: 'artifact', type: 'findings', from: 'review#2', to: null }, false],
    ['a message to it', { kind: 'post', from: 'alice', to: 'review#2' }, true],
    ['an edit of it', { kind: 'edit', from: 'alice', to: 'review#2' }, true],
    ['its deletion', { kind: 'deletion', from: 'alice', to: 'review#2' }, true],
    ['a reaction to it', { kind: 'reaction', from: 'alice', to: 'review#2' }, true],
    ['a message to review', { kind: 'post', from: 'alice', to: 'review' }, false],
    ['a message to all', { kind: 'post', from: 'alice', to: null }, false],
    ['a gist', { kind: 'gist', from: 'alice', to: null }, false],
    ['a fact', { kind: 'fact', from: 'alice', to: null }, false],
    ['a file for it', { kind: 'file', from: 'alice', to: 'review#2' }, false],
    ['the goal with all its roles', { kind: 'goal', from: 'olga', to: null }, false],
    ['a token', { kind: 'token', from: 'olga', to: null }, false],
  ])('and %s: %j %s', (_, entry, visible) => {
    expect(isVisibleTo({ agent: name('review#2'), isOperator: false, scope }, entryOf(entry))).toBe(visible);
  });
});

describe('an orchestrator, which sees the board and reads all,', () => {
  const scope: ViewerScope = { reads: 'all', seesBoard: true };
  it.each<[string, Seen, boolean]>([
    ['findings', { kind: 'artifact', type: 'findings', from: 'review', to: null }, true],
    ['a gist', { kind: 'gist', from: 'alice', to: null }, true],
    ['a message between others', { kind: 'post', from: 'alice', to: 'bob' }, false],
    ['a membership', { kind: 'member', from: 'olga', to: null }, false],
  ])('and %s: %j %s', (_, entry, visible) => {
    expect(isVisibleTo({ agent: name('orchestrator'), isOperator: false, scope }, entryOf(entry))).toBe(visible);
  });
});

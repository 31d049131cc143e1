import { describe, expect, it } from '@jest/globals';
import { agent } from '../../../test/factories/gists.js';
import { concerns, isToldTo } from './concerns.js';
import type { EntryKind } from './journal-entry.js';

describe('an entry is news to alice', () => {
  it.each<[string, EntryKind, string, string | null, boolean]>([
    ["another's gist", 'gist', 'bob', null, true],
    ['her own gist', 'gist', 'alice', null, false],
    ['a message to her', 'post', 'bob', 'alice', true],
    ['her own message', 'post', 'alice', 'bob', false],
    ['a message between others', 'post', 'bob', 'carol', false],
    ['an edit for her', 'edit', 'bob', 'alice', true],
    ['a deletion for her', 'deletion', 'bob', 'alice', true],
    ['a reaction for her', 'reaction', 'bob', 'alice', true],
    ['her own reaction', 'reaction', 'alice', 'bob', false],
    ['a post to all', 'post', 'bob', null, true],
    ['her own post to all', 'post', 'alice', null, false],
    ['an edit for all', 'edit', 'bob', null, false],
    ['a fact', 'fact', 'bob', null, false],
    ['a release of a claim', 'release', 'bob', null, false],
    ['a redaction', 'redaction', 'harness', null, false],
    ['a membership', 'member', 'harness', null, false],
  ])('%s', (_, kind, author, recipient, isNews) => {
    const entry = {
      kind,
      type: 'message',
      author: agent(author),
      recipient: recipient === null ? null : agent(recipient),
    };
    expect(concerns(agent('alice'), entry)).toBe(isNews);
  });
});

describe('an entry is told to alice', () => {
  it.each<[string, EntryKind, string, string, string | null, boolean]>([
    ['a message to her', 'post', 'message', 'bob', 'alice', true],
    ['a message between others', 'post', 'message', 'bob', 'carol', false],
    ['a post to all', 'post', 'status', 'bob', null, true],
    ['her own post to all', 'post', 'status', 'alice', null, false],
    ['a heartbeat', 'post', 'heartbeat', 'bob', null, false],
    ['an edit for all', 'edit', 'edit', 'bob', null, true],
    ['a deletion for all', 'deletion', 'deletion', 'bob', null, true],
    ['a reaction for nobody', 'reaction', 'added', 'bob', null, false],
    ['a fact', 'fact', 'set', 'bob', null, true],
    ['a lease', 'lease', 'granted', 'bob', null, true],
    ['a renewal', 'lease', 'renewed', 'bob', null, false],
    ['a touched file', 'lease', 'touched', 'bob', null, false],
    ['a proposal', 'proposal', 'proposed', 'bob', null, true],
    ["another's gist", 'gist', 'FACT', 'bob', null, false],
    ['a membership', 'member', 'member.added', 'harness', null, false],
  ])('%s', (_, kind, type, author, recipient, isTold) => {
    const entry = { kind, type, author: agent(author), recipient: recipient === null ? null : agent(recipient) };
    expect(isToldTo({ agent: agent('alice'), isOperator: false }, entry)).toBe(isTold);
  });

  it('wakes nobody where it is a heartbeat', () => {
    const heartbeat = { kind: 'post', type: 'heartbeat', author: agent('bob'), recipient: null } as const;
    expect(concerns(agent('alice'), heartbeat)).toBe(false);
  });
});

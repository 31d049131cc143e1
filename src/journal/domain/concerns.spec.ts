import { describe, expect, it } from '@jest/globals';
import { agent } from '../../../test/factories/gists.js';
import { concerns } from './concerns.js';
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
    ['a release of a claim', 'release', 'bob', null, false],
    ['a redaction', 'redaction', 'harness', null, false],
    ['a membership', 'member', 'harness', null, false],
  ])('%s', (_, kind, author, recipient, isNews) => {
    const entry = { kind, author: agent(author), recipient: recipient === null ? null : agent(recipient) };
    expect(concerns(agent('alice'), entry)).toBe(isNews);
  });
});

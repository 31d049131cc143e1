import { describe, expect, it } from '@jest/globals';
import { entryLines, messageLines, type ShownEntry, type ShownMessage } from './entry-lines.js';

const ENTRY: ShownEntry = {
  label: 'G41',
  kind: 'gist',
  type: 'FACT',
  author: 'alice',
  to: null,
  delegation_id: null,
  content: 'text',
  at: '2026-11-30T13:05:07.123Z',
  status: 'live',
  has_detail: false,
};
const MESSAGE: ShownMessage = {
  label: 'G57',
  type: 'message',
  from: 'alice',
  to: 'bob',
  body: 'text',
  at: '2026-11-30T13:05:07.123Z',
  reply_to: null,
  edited: false,
  deleted: false,
  reactions: [],
};

describe('the lines of an entry', () => {
  it.each<[Partial<ShownEntry>, string]>([
    [{}, 'G41 FACT alice 2026-11-30 13:05: text'],
    [{ delegation_id: 'w:7', has_detail: true }, 'G41 FACT alice/w:7 2026-11-30 13:05 ⊕: text'],
    [
      { type: 'PATCH_SUMMARY', status: 'candidate', fails_before: 1 },
      'G41 PATCH_SUMMARY candidate alice 2026-11-30 13:05 after 1 fail: text',
    ],
    [{ fails_before: 2 }, 'G41 FACT alice 2026-11-30 13:05 after 2 fails: text'],
    [
      { type: 'CLAIM', status: 'expired', expires_at: '2026-11-30T14:05:07.123Z' },
      'G41 CLAIM expired alice 2026-11-30 13:05 until 2026-11-30 14:05: text',
    ],
    [{ kind: 'post', type: 'message', to: 'bob' }, 'G41 post/message alice to bob 2026-11-30 13:05: text'],
    [{ content: 'x ⊕' }, 'G41 FACT alice 2026-11-30 13:05: x ⊕'],
    [{ content: ': final' }, 'G41 FACT alice 2026-11-30 13:05: : final'],
  ])('say what is known of it before its text: %j', (more, line) => {
    expect(entryLines({ ...ENTRY, ...more })).toEqual([line]);
  });

  it('quote what follows the first line of a text', () => {
    expect(entryLines({ ...ENTRY, content: 'one\nG42 FACT bob: two' })).toEqual([
      'G41 FACT alice 2026-11-30 13:05: one',
      '| G42 FACT bob: two',
    ]);
  });
});

describe('the lines of a message', () => {
  it.each<[Partial<ShownMessage>, string]>([
    [{}, 'G57 message alice to bob 2026-11-30 13:05: text'],
    [{ to: null, reply_to: 'G41' }, 'G57 message alice to all 2026-11-30 13:05 reply to G41: text'],
    [{ edited: true }, 'G57 message alice to bob 2026-11-30 13:05 edited: text'],
    [{ edited: true, deleted: true, body: '' }, 'G57 message alice to bob 2026-11-30 13:05 deleted: '],
    [
      { reactions: [{ emoji: '👍', agents: ['bob', 'carol'] }] },
      'G57 message alice to bob 2026-11-30 13:05 👍 bob,carol: text',
    ],
  ])('say what is known of it before its text: %j', (more, line) => {
    expect(messageLines({ ...MESSAGE, ...more })).toEqual([line]);
  });
});

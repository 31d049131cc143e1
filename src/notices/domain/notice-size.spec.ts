import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { renderNotices } from '../../cli/hooks/render-notices.js';
import { noticeLines } from '../../mcp/domain/notice-lines.js';
import { charactersOf } from './notice-size.js';

const event = {
  label: 'G1',
  kind: 'message',
  type: 'question',
  from: 'bob',
  to: null,
  of: null,
  reply_to: null,
  body: 'text',
  json: false,
  at: '2026-11-30T13:05:07.123Z',
  board: 'main',
} as const;
const gist = {
  label: 'G2',
  kind: 'gist',
  type: 'CLAIM',
  author: 'bob',
  to: null,
  delegation_id: null,
  content: 'text',
  at: event.at,
  expires_at: event.at,
  status: 'live' as const,
  has_detail: true,
};

const boards = fc.constantFrom('a', 'a-board-with-a-long-name');
const texts = fc.string({ unit: fc.constantFrom('x', '\n', '\u2028', '\r', '😀', ' '), maxLength: 40 });
const names = fc.constantFrom('b', 'a-name-of-many-letters');
const label = fc.integer({ min: 1, max: 10 ** 14 }).map((seq) => `G${seq}`);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value);
const events = fc.array(
  fc
    .record({ label, board: boards, from: names, to: maybe(names), reply_to: maybe(label), body: texts })
    .map((some) => ({ ...event, ...some })),
  { maxLength: 4 },
);
const items = fc.array(
  fc
    .record({
      label,
      author: names,
      delegation_id: maybe(names),
      content: texts,
      status: fc.constantFrom('live' as const, 'invalidated' as const, 'superseded' as const),
    })
    .map((some) => ({ ...gist, ...some })),
  { minLength: 1, maxLength: 4 },
);
const gists = fc.array(
  fc.record({ board: boards, items }).map((some) => ({ ...some, from: 0, to: 9 })),
  { maxLength: 2 },
);

describe('the room that notices take', () => {
  it('is never less than their lines in hooks and in results of tools', () => {
    fc.assert(
      fc.property(events, gists, (someEvents, someGists) => {
        const notices = { events: someEvents, gists: someGists, more: false };
        const inHooks = renderNotices(notices, Number.MAX_SAFE_INTEGER).text.length;
        const inResults = noticeLines(notices).join('\n').length;
        expect(charactersOf(notices)).toBeGreaterThanOrEqual(Math.max(inHooks, inResults));
      }),
    );
  });

  it('is little more than that', () => {
    const notices = { events: [event], gists: [{ board: 'main', from: 0, to: 9, items: [gist] }], more: false };
    expect(charactersOf(notices) - renderNotices(notices, 9_999).text.length).toBeLessThan(60);
  });

  it('is none where there are none', () => {
    expect(charactersOf({ events: [], gists: [] })).toBe(0);
  });
});

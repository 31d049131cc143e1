import { describe, expect, it } from '@jest/globals';
import { agent, entryOf } from '../../../../test/factories/gists.js';
import { eventsOf, type NoticeEvent } from '../../../notices/domain/events.js';
import { type InboxFilter, isAskedFor, prefixEnd } from './inbox.js';

/** The log of the specification: seq, author, type, to. */
const LOG = [
  [1, 'a', 'message', null],
  [2, 'a', 'signal', 'b'],
  [3, 'c', 'message', null],
  [4, 'a', 'message', 'c'],
  [5, 'c', 'heartbeat', null],
  [6, 'b', 'message', null],
  [7, 'a', 'message', null],
] as const;

const event = ([seq, author, type, to]: (typeof LOG)[number]): readonly NoticeEvent[] => {
  const entry = {
    ...entryOf(seq, 'post', []),
    author: agent(author),
    type,
    recipient: to === null ? null : agent(to),
  };
  return eventsOf([{ entry, bearings: [], isEdited: false, isDeleted: false }], () => false);
};

/** What `reader` has unread: the entries of others that it sees. */
const unreadOf = (reader: string): readonly NoticeEvent[] =>
  LOG.filter(([, author, , to]) => author !== reader && (to === null || to === reader)).flatMap(event);

const ANY: InboxFilter = { from: undefined, type: undefined, after: 0 };

interface Read {
  readonly filter?: Partial<InboxFilter>;
  readonly limit?: number;
  readonly withHeartbeats?: boolean;
}

/** What is shown, and where the cursor gets, written as the specification does. */
function read(reader: string, { filter = {}, limit = 50, withHeartbeats = false }: Read, cursor = 0): string {
  const unread = unreadOf(reader).filter(({ seq }) => seq > cursor);
  const asked = unread.filter(
    ({ current }) =>
      isAskedFor({ ...ANY, ...filter }, current.entry) && (withHeartbeats || current.entry.type !== 'heartbeat'),
  );
  const shown = asked.slice(0, limit);
  return `${shown.map(({ seq }) => seq).join()} cursor ${prefixEnd({ cursor, upTo: 7, unread }, shown)}`;
}

describe('the log of the specification', () => {
  it.each<[string, string, Read, number, string]>([
    ['all that is unread', 'b', {}, 0, '1,2,3,7 cursor 7'],
    ['once', 'b', {}, 7, ' cursor 7'],
    ['of one author: over the unbroken prefix alone', 'b', { filter: { from: agent('a') } }, 0, '1,2,7 cursor 2'],
    ['all the rest after that, something twice', 'b', {}, 2, '3,7 cursor 7'],
    ['of one type: nowhere, where something else is first', 'b', { filter: { type: 'signal' } }, 0, '2 cursor 0'],
    ['heartbeats where they are asked for', 'b', { withHeartbeats: true }, 0, '1,2,3,5,7 cursor 7'],
    ['heartbeats alone', 'b', { withHeartbeats: true, filter: { type: 'heartbeat' } }, 0, '5 cursor 0'],
    ['the first: up to the next that is unread', 'b', { limit: 2 }, 0, '1,2 cursor 2'],
    ['and over a heartbeat, which holds nothing back', 'b', { limit: 3 }, 0, '1,2,3 cursor 6'],
    ['those above a position: none of them is at the cursor', 'b', { filter: { after: 2 } }, 0, '3,7 cursor 0'],
    ['as c', 'c', {}, 0, '1,4,6,7 cursor 7'],
  ])('read as %s, by %s %j from %i, is %s', (_, reader, asked, cursor, told) => {
    expect(read(reader, asked, cursor)).toBe(told);
  });
});

describe('a cursor', () => {
  const unread = unreadOf('b');

  it.each([
    ['goes to what was looked at where all of it was shown', { cursor: 0, upTo: 7, unread }, unread, 7],
    ['goes no further than was looked at', { cursor: 0, upTo: 3, unread }, unread, 3],
    ['never goes back', { cursor: 5, upTo: 4, unread: [] }, [], 5],
    ['stays where nothing was shown of what is unread', { cursor: 0, upTo: 7, unread }, [], 0],
    ['goes over what is for others', { cursor: 3, upTo: 7, unread: unread.slice(4) }, unread.slice(4), 7],
  ] as const)('%s', (_, looked, shown, end) => {
    expect(prefixEnd(looked, shown)).toBe(end);
  });
});

describe('a filter', () => {
  const entry = { seq: 5, author: agent('a'), type: 'signal' };

  it.each<[Partial<InboxFilter>, boolean]>([
    [{}, true],
    [{ from: agent('a') }, true],
    [{ from: agent('b') }, false],
    [{ type: 'signal' }, true],
    [{ type: 'message' }, false],
    [{ after: 4 }, true],
    [{ after: 5 }, false],
    [{ from: agent('a'), type: 'signal', after: 4 }, true],
    [{ from: agent('a'), type: 'message', after: 4 }, false],
  ])('%j asks for it: %s', (filter, isAsked) => {
    expect(isAskedFor({ ...ANY, ...filter }, entry)).toBe(isAsked);
  });
});

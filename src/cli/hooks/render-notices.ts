import type { components } from '../../../client/api.js';
import { seqOfLabel } from '../../kernel/label.js';
import { entryLine, minuteOf } from '../entry-text.js';

type Schemas = components['schemas'];

/** What a lease holds. */
export type Notices = Pick<Schemas['PendingDto'], 'events' | 'gists' | 'more'>;

export interface ShownNotices {
  /** Empty: there is nothing to show. */
  readonly text: string;
  /** What of them the text shows: to be confirmed once it is out. */
  readonly events: readonly string[];
  readonly boards: Readonly<Record<string, number>>;
}

interface Line {
  readonly text: string;
  readonly event?: string;
  readonly gist?: readonly [board: string, upTo: number];
}

const MORE = 'There is more: board_read {"unread": true}';

/**
 * As many notices as fit into `limit` characters: messages first, then notes by board. A message that alone is too
 * long is cut, and its label says where the rest is.
 */
export function renderNotices(notices: Notices, limit: number): ShownNotices {
  const { events, gists, more } = notices;
  const isOneBoard = new Set([...events, ...gists].map(({ board }) => board)).size <= 1;
  const at = (board: string): string => (isOneBoard ? '' : `${board}/`);
  const lines: readonly Line[] = [
    ...events.map((event) => ({
      text: `${at(event.board)}${renderMessage(event)}`,
      event: `${event.board}/${event.label}`,
    })),
    ...gists.flatMap(({ board, to, items }) =>
      items.map((entry, index) => ({
        text: `${at(board)}${entryLine(entry)}`,
        gist: [board, index === items.length - 1 ? to : (seqOfLabel(entry.label) ?? 0)] as const,
      })),
    ),
  ];
  const [first] = lines;
  if (first === undefined) return { text: '', events: [], boards: {} };
  const room = limit - MORE.length - 1;
  const shown = [{ ...first, text: cut(first.text, room) }, ...within(lines.slice(1), room - first.text.length)];
  const isAll = shown.length === lines.length && !more;
  return {
    text: [...shown.map(({ text }) => text), ...(isAll ? [] : [MORE])].join('\n'),
    events: shown.flatMap(({ event }) => event ?? []),
    boards: Object.fromEntries(shown.flatMap(({ gist }) => (gist === undefined ? [] : [gist]))),
  };
}

/** The first of the lines that fit into `room` characters, each with its line break. */
function within(lines: readonly Line[], room: number): readonly Line[] {
  let used = 0;
  const end = lines.findIndex(({ text }) => {
    used += text.length + 1;
    return used > room;
  });
  return end === -1 ? lines : lines.slice(0, end);
}

/** One message or what happened to one: its author can begin no line of it. */
export function renderMessage({ label, kind, from, of, body, at }: Schemas['EventDto']): string {
  const about = of === null ? [] : [`of ${of}`];
  return [label, kind.toUpperCase(), ...about, from, minuteOf(at), body.replaceAll('\n', '\n  | ')].join(' ');
}

function cut(text: string, room: number): string {
  const rest = ' … cut: unfold its label for the whole';
  return text.length <= room ? text : `${text.slice(0, room - rest.length).toWellFormed()}${rest}`;
}

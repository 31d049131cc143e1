import type { components } from '../../../client/api.js';
import { seqOfLabel } from '../../kernel/label.js';
import { entryLines } from '../../mcp/domain/entry-lines.js';
import { labelled } from '../../mcp/domain/frame.js';
import { minuteOf } from '../entry-text.js';

type Schemas = components['schemas'];

/** What a lease holds. */
export type Notices = Pick<Schemas['PendingDto'], 'events' | 'gists' | 'more'>;

export interface ShownNotices {
  /** Empty: there is nothing to show. */
  readonly text: string;
  /** There are more than these. */
  readonly hasMore: boolean;
  /** What of them the text shows: to be confirmed once it is out. */
  readonly events: readonly string[];
  readonly boards: Readonly<Record<string, number>>;
}

interface Notice {
  readonly text: string;
  readonly event?: string;
  readonly gist?: readonly [board: string, upTo: number];
}

/**
 * As many notices as fit into `limit` characters: messages first, then notes by board. A message that alone is too
 * long is cut, and its label says where the rest is.
 */
export function renderNotices({ events, gists, more }: Notices, limit: number): ShownNotices {
  const isOneBoard = new Set([...events, ...gists].map(({ board }) => board)).size <= 1;
  const on = (board: string, lines: readonly string[]): string =>
    [...(isOneBoard ? [] : [`On board ${board}`]), ...lines].join('\n');
  const notices: readonly Notice[] = [
    ...events.map((event) => ({ text: on(event.board, eventLines(event)), event: nameOf(event) })),
    ...gists.flatMap(({ board, to, items }) =>
      items.map((entry, index) => ({
        text: on(board, entryLines(entry)),
        gist: [board, index === items.length - 1 ? to : (seqOfLabel(entry.label) ?? 0)] as const,
      })),
    ),
  ];
  const shown = within(notices, limit);
  return {
    text: shown.map(({ text }) => text).join('\n'),
    hasMore: more || shown.length < notices.length,
    events: shown.flatMap(({ event }) => event ?? []),
    boards: Object.fromEntries(shown.flatMap(({ gist }) => (gist === undefined ? [] : [gist]))),
  };
}

/** A message as confirmations name it, of whichever board. */
export const nameOf = ({ board, label }: { readonly board: string; readonly label: string }): string =>
  `${board}/${label}`;

/** A message, or what happened to one. */
export const eventLines = ({ label, kind, type, from, to, of, body, at }: Schemas['EventDto']): readonly string[] =>
  labelled(
    [
      label,
      kind === 'message' ? type : kind,
      of === null ? '' : `of ${of}`,
      from,
      to === null ? 'to all' : '',
      minuteOf(at),
    ],
    body,
  );

/** The first notices that fit into `room` characters; one in any case, and cut if need be. */
function within(notices: readonly Notice[], room: number): readonly Notice[] {
  let used = 0;
  const end = notices.findIndex(({ text }) => {
    used += text.length + 1;
    return used > room;
  });
  const [first] = notices;
  if (end === 0 && first !== undefined) return [{ ...first, text: cutAt(first.text, room) }];
  return end === -1 ? notices : notices.slice(0, end);
}

const CUT = ' … cut: unfold its label for the whole';

/** The text, or what of it fits into `room` characters with a word on where the rest is. */
export const cutAt = (text: string, room: number): string =>
  text.length <= room ? text : `${text.slice(0, room - CUT.length).toWellFormed()}${CUT}`;

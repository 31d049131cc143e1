import { callText } from './call-text.js';
import { entryLines, messageLines, type ShownEntry } from './entry-lines.js';

/** Leased notices, as far as lines show them. */
export interface ShownNotices {
  readonly events: readonly {
    readonly label: string;
    readonly type: string;
    readonly from: string;
    readonly to: string | null;
    readonly reply_to: string | null;
    readonly body: string;
    readonly at: string;
  }[];
  readonly gists: readonly { readonly items: readonly ShownEntry[] }[];
}

/** Messages first, then gists; both ascending. */
export const noticeLines = ({ events, gists }: ShownNotices): readonly string[] => [
  ...events.flatMap((event) => messageLines({ ...event, edited: false, deleted: false, reactions: [] })),
  ...gists.flatMap(({ items }) => items.flatMap(entryLines)),
];

export const labelsIn = ({ events, gists }: ShownNotices): ReadonlySet<string> =>
  new Set([...events, ...gists.flatMap(({ items }) => items)].map(({ label }) => label));

/** How many there are, and the call that gets them. */
export const unreadLine = (board: string, count: number): string =>
  `${count} unread on ${board}: ${callText('board_read', { board, unread: true })}`;

import { callText } from './call-text.js';
import { entryLines, messageLines, type ShownEntry } from './entry-lines.js';
import { labelled } from './frame.js';

/** An event as snapshots, notices and the inbox answer it, as far as lines show it. */
export interface ShownEvent {
  readonly label: string;
  readonly kind: string;
  readonly type: string;
  readonly from: string;
  readonly to: string | null;
  readonly of: string | null;
  readonly reply_to: string | null;
  readonly body: string;
  readonly at: string;
}

/** Leased notices, as far as lines show them. */
export interface ShownNotices {
  readonly events: readonly ShownEvent[];
  readonly gists: readonly { readonly items: readonly ShownEntry[] }[];
}

/** Messages first, then gists; both ascending. */
export const noticeLines = ({ events, gists }: ShownNotices): readonly string[] => [
  ...events.flatMap(eventLines),
  ...gists.flatMap(({ items }) => items.flatMap(entryLines)),
];

/** `G57 question alice to bob 2026-11-30 13:05: text`, `G58 lease/granted carol to all 2026-11-30 13:06: text`. */
export function eventLines(event: ShownEvent): readonly string[] {
  const { label, kind, type, from, to, of, body, at } = event;
  if (kind === 'message') return messageLines({ ...event, edited: false, deleted: false, reactions: [] });
  const minute = at.slice(0, 16).replace('T', ' ');
  return labelled([label, `${kind}/${type}`, of === null ? '' : `of ${of}`, from, `to ${to ?? 'all'}`, minute], body);
}

export const labelsIn = ({ events, gists }: ShownNotices): ReadonlySet<string> =>
  new Set([...events, ...gists.flatMap(({ items }) => items)].map(({ label }) => label));

/** How many there are, and the call that gets them. */
export const unreadLine = (board: string, count: number): string =>
  `${count} unread on ${board}: ${callText('board_read', { board, unread: true })}`;

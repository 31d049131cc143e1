import { labelled } from './frame.js';

/** An entry as the lists of the REST surface answer it, as far as a line shows it. */
export interface ShownEntry {
  readonly label: string;
  readonly kind: string;
  readonly type: string;
  readonly author: string;
  readonly to: string | null;
  readonly delegation_id: string | null;
  readonly content: string;
  /** RFC 3339, UTC; `expires_at` likewise. */
  readonly at: string;
  readonly status: string;
  readonly has_detail: boolean;
  readonly expires_at?: string;
  readonly fails_before?: number;
}

/** A message as the list of messages answers it. */
export interface ShownMessage {
  readonly label: string;
  readonly type: string;
  readonly from: string;
  readonly to: string | null;
  readonly body: string;
  readonly at: string;
  readonly reply_to: string | null;
  readonly edited: boolean;
  readonly deleted: boolean;
  readonly reactions: readonly { readonly emoji: string; readonly agents: readonly string[] }[];
}

/** `2026-11-30 13:05` */
export const minuteOf = (at: string): string => at.slice(0, 16).replace('T', ' ');

/** `G41 FACT alice/w7 2026-11-30 13:05 ⊕: text`. All that we say of it stands before the first `: `. */
export function entryLines(entry: ShownEntry): readonly string[] {
  const { label, kind, type, author, to, delegation_id, content, at, status, has_detail } = entry;
  const fails = entry.fails_before ?? 0;
  const columns = [
    label,
    kind === 'gist' ? type : `${kind}/${type}`,
    status === 'live' ? '' : status,
    delegation_id === null ? author : `${author}/${delegation_id}`,
    to === null ? '' : `to ${to}`,
    minuteOf(at),
    entry.expires_at === undefined ? '' : `until ${minuteOf(entry.expires_at)}`,
    fails === 0 ? '' : `after ${fails} ${fails === 1 ? 'fail' : 'fails'}`,
    has_detail ? '⊕' : '',
  ];
  return labelled(columns, content);
}

/** `G57 message alice to bob 2026-11-30 13:05 reply to G41 edited 👍 bob: text`. */
export function messageLines(message: ShownMessage): readonly string[] {
  const { label, type, from, to, body, at, reply_to, edited, deleted, reactions } = message;
  const columns = [
    label,
    type,
    from,
    `to ${to ?? 'all'}`,
    minuteOf(at),
    reply_to === null ? '' : `reply to ${reply_to}`,
    deleted ? 'deleted' : edited ? 'edited' : '',
    reactions.map(({ emoji, agents }) => `${emoji} ${agents.join(',')}`).join(' '),
  ];
  return labelled(columns, body);
}

import type { components } from '../../client/api.js';
import { foldSpaces } from '../kernel/text.js';

type Entry = components['schemas']['EntryDto'];

/**
 * An entry on one line: `G41⊕ FACT alice/w7 2026-11-30 13:05 its text`. All that we say of it stands before its text, so
 * that no text can pass for it. ⊕: there is a detail behind it.
 */
export function entryLine(entry: Entry): string {
  const columns = [
    `${entry.label}${entry.has_detail ? '⊕' : ''}`,
    entry.type,
    entry.status === 'live' ? '' : entry.status,
    entry.delegation_id === null ? entry.author : `${entry.author}/${entry.delegation_id}`,
    entry.to === null ? '' : `to ${entry.to}`,
    minuteOf(entry.at),
    entry.expires_at === undefined ? '' : `until ${minuteOf(entry.expires_at)}`,
    foldSpaces(entry.content),
  ];
  return columns.filter((column) => column !== '').join(' ');
}

/** `2026-11-30 13:05` of an instant of RFC 3339 in UTC. */
export const minuteOf = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)}`;

/** A text of several lines below a line of ours: it can't pass for one. */
export const indented = (text: string): string => text.replace(/^(?!$)/gm, '  ');

import type { Seq } from '../../kernel/ids.js';
import type { CurrentText } from '../../journal/domain/current-text.js';
import type { EntryKind, Relation } from '../../journal/domain/journal-entry.js';

/** The most events of one board that a snapshot shows. */
export const MAX_EVENTS = 100;

/** What an event is about, in the order in which the contract tells it. */
export const EVENT_KINDS = [
  'message',
  'edit',
  'deletion',
  'reaction',
  'lease',
  'fact',
  'proposal',
  'answer',
  'file',
  'artifact',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** What an agent is told beside gists: messages, what happened to them, and what others agreed on or set. */
export interface NoticeEvent {
  readonly seq: Seq;
  readonly kind: EventKind;
  /** The entry that an edit, deletion, reaction or answer is about. */
  readonly of: Seq | null;
  readonly current: CurrentText;
}

/**
 * The events among an agent's unshown entries, ascending. Messages stand with their current text, so edits and deletions
 * of messages that were not shown yet are no news; a deleted message is shown to nobody.
 */
export function eventsOf(unshown: readonly CurrentText[], wasShown: (seq: Seq) => boolean): readonly NoticeEvent[] {
  return unshown.flatMap((current): readonly NoticeEvent[] => {
    const { entry, isDeleted } = current;
    const kind = KINDS.get(entry.kind);
    if (kind === undefined) return [];
    const of = entry.refs.find(({ relation }) => ABOUT.has(relation))?.seq ?? null;
    const isNews = !FOLLOWING.has(kind) || (of !== null && wasShown(of));
    // An edit whose text a later one replaced counts as deleted; a deletion has no text and is news all the same.
    return isNews && (!isDeleted || kind === 'deletion') ? [{ seq: entry.seq, kind, of, current }] : [];
  });
}

const KINDS: ReadonlyMap<EntryKind, EventKind> = new Map([
  ['post', 'message'],
  ['edit', 'edit'],
  ['deletion', 'deletion'],
  ['reaction', 'reaction'],
  ['lease', 'lease'],
  ['fact', 'fact'],
  ['proposal', 'proposal'],
  ['answer', 'answer'],
  ['file', 'file'],
  ['artifact', 'artifact'],
]);

/** News only to who was shown the message that they change. */
const FOLLOWING: ReadonlySet<EventKind> = new Set<EventKind>(['edit', 'deletion']);

const ABOUT: ReadonlySet<Relation> = new Set<Relation>(['edits', 'deletes', 'reacts', 'answers']);

export interface CutEvents {
  readonly events: readonly NoticeEvent[];
  /** Everything up to it is either here or no news. */
  readonly to: Seq;
}

/** The first events, at least one, as many as fit; `to` ends before the first that does not. */
export function cutEvents(
  events: readonly NoticeEvent[],
  to: Seq,
  fits: (events: readonly NoticeEvent[]) => boolean,
): CutEvents {
  let count = Math.min(events.length, MAX_EVENTS);
  while (count > 1 && !fits(events.slice(0, count))) count -= 1;
  const next = events[count];
  return { events: events.slice(0, count), to: next === undefined ? to : next.seq - 1 };
}

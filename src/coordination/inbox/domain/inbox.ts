import { isHeartbeat } from '../../../journal/domain/concerns.js';
import type { AgentName, Seq } from '../../../kernel/ids.js';
import type { NoticeEvent } from '../../../notices/domain/events.js';

/** Which of the unread entries are asked for; undefined: any. */
export interface InboxFilter {
  readonly from: AgentName | undefined;
  readonly type: string | undefined;
  /** Only those above it. */
  readonly after: Seq;
}

export const isAskedFor = (
  { from, type, after }: InboxFilter,
  entry: { readonly seq: Seq; readonly author: AgentName; readonly type: string },
): boolean =>
  entry.seq > after && (from === undefined || entry.author === from) && (type === undefined || entry.type === type);

/** Unread entries of an agent, as far as they were looked at. */
export interface Looked {
  readonly cursor: Seq;
  /** All unread entries above the cursor up to this seq were looked at. */
  readonly upTo: Seq;
  /** Ascending. */
  readonly unread: readonly NoticeEvent[];
}

/**
 * How far the cursor gets once `shown` was shown: over the unbroken prefix of what is visible to the agent. So what a
 * filter left out is offered again, and what was shown behind it too. Heartbeats hold nothing back.
 */
export function prefixEnd({ cursor, upTo, unread }: Looked, shown: readonly NoticeEvent[]): Seq {
  const seen = new Set(shown.map(({ seq }) => seq));
  const next = unread.find(({ seq, current }) => !seen.has(seq) && !isHeartbeat(current.entry));
  return Math.max(cursor, next === undefined ? upTo : Math.min(upTo, next.seq - 1));
}

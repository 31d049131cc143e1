import type { Bearing } from '../../journal/domain/journal-entry.js';
import type { AgentName, Seq } from '../../kernel/ids.js';
import { labelOf } from '../../kernel/label.js';
import type { Gist, NoteType } from './note-types.js';
import type { RecentView } from './recent-view.js';
import type { RelatedGist } from './related-gist.js';
import { statusOf } from './status-of.js';
import type { GistStatus } from './status-of.js';

/** What narrows a live view; each part that is given must hold. */
export interface LiveFilter {
  /** Exclusive. */
  readonly after?: Seq | undefined;
  /** Exclusive. */
  readonly before?: Seq | undefined;
  /** Inclusive: what a snapshot covers. */
  readonly upTo?: Seq | undefined;
  /** Everybody's but this agent's. */
  readonly notBy?: AgentName | undefined;
  readonly types?: readonly NoteType[] | undefined;
  readonly author?: AgentName | undefined;
  readonly workLabel?: string | undefined;
}

/** One line of the live view: a gist, and what repeats it. */
export interface LiveEntry {
  /** The first gist with this text. */
  readonly gist: Gist;
  readonly label: string;
  readonly status: GistStatus;
  readonly bearings: readonly Bearing[];
  /** All who noted it, each once, the first author first. */
  readonly authors: readonly AgentName[];
  /** The labels of the later gists that say the same, ascending. */
  readonly repeats: readonly string[];
}

/**
 * The lines of the live view at an instant (milliseconds since 1970), ascending by seq: superseded, expired and
 * released gists hidden, then the filter, then gists of one type that fold to the same text made one line.
 */
export function liveEntries(view: RecentView, nowMs: number, filter: LiveFilter = {}): readonly LiveEntry[] {
  const lines = new Map<string, RelatedGist[]>();
  for (const item of view.items) {
    if (!isShown(statusOf(item.gist, item.bearings, nowMs)) || !passes(item.gist, filter)) continue;
    const key = sameness(item.gist);
    const line = lines.get(key);
    if (line === undefined) lines.set(key, [item]);
    else line.push(item);
  }
  return [...lines.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [lineOf(first, others, nowMs)],
  );
}

function isShown(status: GistStatus): boolean {
  switch (status) {
    case 'superseded':
    case 'expired':
    case 'released':
      return false;
    case 'live':
    case 'candidate':
    case 'final':
    case 'invalidated':
      return true;
  }
}

function passes(gist: Gist, filter: LiveFilter): boolean {
  const { after, before, upTo, notBy, types, author, workLabel } = filter;
  return (
    (after === undefined || gist.seq > after) &&
    (before === undefined || gist.seq < before) &&
    (upTo === undefined || gist.seq <= upTo) &&
    gist.author !== notBy &&
    (types === undefined || types.includes(gist.type)) &&
    (author === undefined || gist.author === author) &&
    (workLabel === undefined || gist.workLabel === workLabel)
  );
}

// The search text folds the whole text: gists that differ only beyond the cut are not the same.
const sameness = (gist: Gist): string =>
  gist.type === 'CLAIM' || gist.type === 'PATCH_SUMMARY' ? labelOf(gist.seq) : `${gist.type} ${gist.searchText}`;

const lineOf = ({ gist, bearings }: RelatedGist, others: readonly RelatedGist[], nowMs: number): LiveEntry => ({
  gist,
  label: labelOf(gist.seq),
  status: statusOf(gist, bearings, nowMs),
  bearings,
  authors: [...new Set([gist, ...others.map((other) => other.gist)].map(({ author }) => author))],
  repeats: others.map((other) => labelOf(other.gist.seq)),
});

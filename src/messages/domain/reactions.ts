import type { JournalEntry } from '../../journal/domain/journal-entry.js';
import type { AgentName } from '../../kernel/ids.js';

/** The most different emoji that one agent may set on one post. */
export const MAX_OWN_REACTIONS = 10;

const MAX_EMOJI_BYTES = 64;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export interface Reaction {
  readonly emoji: string;
  /** In the order in which they reacted. */
  readonly agents: readonly AgentName[];
}

/** One emoji as a person sees it: one grapheme of pictures. */
export function isEmoji(text: string): boolean {
  const parts = [...graphemes.segment(text)];
  return (
    parts.length === 1 &&
    /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u.test(text) &&
    Buffer.byteLength(text) <= MAX_EMOJI_BYTES
  );
}

/** The reactions that stand on a post, from its reaction entries in seq order. */
export function foldReactions(
  entries: readonly Pick<JournalEntry, 'type' | 'author' | 'content'>[],
): readonly Reaction[] {
  const standing = new Map<string, Set<AgentName>>();
  for (const { type, author, content } of entries) {
    const agents = standing.get(content) ?? new Set();
    if (type === 'added') agents.add(author);
    else agents.delete(author);
    standing.set(content, agents);
  }
  return [...standing]
    .filter(([, agents]) => agents.size > 0)
    .map(([emoji, agents]) => ({ emoji, agents: [...agents] }));
}

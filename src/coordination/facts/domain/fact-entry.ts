import type { EntryDraft } from '../../../journal/domain/entry-draft.js';
import type { Json, JournalEntry } from '../../../journal/domain/journal-entry.js';
import type { AgentName } from '../../../kernel/ids.js';

/** What a fact was set to: its JSON, or null where it was removed. */
export interface FactSetting {
  readonly key: string;
  readonly author: AgentName;
  readonly text: string | null;
}

/** The entry of one setting: `build.command = "npm test"`, so that a search for either finds it. */
export const factDraft = ({ key, author, text }: FactSetting): EntryDraft => ({
  kind: 'fact',
  type: text === null ? 'removed' : 'set',
  author,
  content: text === null ? key : `${startOf(key)}${text}`,
  data: { key },
});

/** What an entry says a fact was set to; a text that an operator took away is no JSON any more. */
export type FactContent =
  { readonly kind: 'value'; readonly value: Json } | { readonly kind: 'removed' } | { readonly kind: 'redacted' };

export function factContent(entry: Pick<JournalEntry, 'type' | 'content' | 'data'>): FactContent {
  if (entry.type === 'removed') return { kind: 'removed' };
  const start = startOf(keyOf(entry));
  if (!entry.content.startsWith(start)) return { kind: 'redacted' };
  try {
    return { kind: 'value', value: JSON.parse(entry.content.slice(start.length)) as Json };
  } catch {
    return { kind: 'redacted' };
  }
}

/** Which fact an entry of the kind `fact` is about. */
export const keyOf = ({ data }: Pick<JournalEntry, 'data'>): string => (typeof data.key === 'string' ? data.key : '');

const startOf = (key: string): string => `${key} = `;

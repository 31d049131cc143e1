import type { EntryDraft } from '../../../journal/domain/entry-draft.js';
import type { JournalEntry } from '../../../journal/domain/journal-entry.js';
import type { AgentName } from '../../../kernel/ids.js';

/** A file as its entry tells it. */
export interface SharedFile {
  readonly name: string;
  readonly bytes: number;
  /** SHA-256 of its content, 64 hex digits. */
  readonly sha256: string;
}

/** The entry that carries a file: its text is the file's name, so that a search finds it. */
export const fileDraft = (
  file: SharedFile,
  ends: { readonly author: AgentName; readonly recipient: AgentName | null },
): EntryDraft => ({
  kind: 'file',
  type: 'shared',
  ...ends,
  content: file.name,
  data: { bytes: file.bytes, sha256: file.sha256 },
});

/** The file of an entry; undefined: it has none any more, since an operator redacted it. */
export function fileOf({ content, data }: Pick<JournalEntry, 'content' | 'data'>): SharedFile | undefined {
  const { bytes, sha256 } = data;
  return typeof bytes === 'number' && typeof sha256 === 'string' ? { name: content, bytes, sha256 } : undefined;
}

import type { Seq } from '../../kernel/ids.js';
import type { JournalEntry } from '../../journal/domain/journal-entry.js';

export const NOTE_TYPES = ['FACT', 'OBSERVED', 'FAIL', 'CLAIM', 'PATCH_SUMMARY'] as const;
export type NoteType = (typeof NOTE_TYPES)[number];

/** The most code points of a gist's content, by type. */
export const capOf = (type: NoteType): number => (type === 'PATCH_SUMMARY' ? 300 : 100);

/** A note as an agent sent it, of the right JSON shape but with unchecked values. */
export interface NoteDraft {
  readonly type: string;
  readonly content: string;
  readonly detail?: string | undefined;
  readonly delegation_id?: string | undefined;
  /** Seconds. */
  readonly ttl_s?: number | undefined;
  readonly final?: boolean | undefined;
  /** A label, such as `G41`. */
  readonly invalidates?: string | undefined;
}

/** A note that passed admission: all that the journal needs but what depends on other entries. */
export interface VerifiedNote {
  readonly type: NoteType;
  /** One line, secrets redacted, within the cap. */
  readonly content: string;
  /** The given detail, and before it the whole text where that was cut; null: none. */
  readonly detail: string | null;
  /** `searchText` of the uncut content. */
  readonly searchText: string;
  readonly workLabel: string | null;
  readonly isTruncated: boolean;
  /** CLAIM only: seconds that it lives; null: the service's default. */
  readonly ttlS: number | null;
  /** PATCH_SUMMARY only. */
  readonly isFinal: boolean;
  /** FAIL only: the patch that it names. */
  readonly invalidates: Seq | null;
  /** PATCH_SUMMARY: its `files`; FAIL and CLAIM: the names in its whole text. Folded, distinct, at most 50. */
  readonly names: readonly string[];
  readonly warnings: readonly string[];
}

export type NoteRefusal =
  | 'empty'
  | 'unknown_type'
  | 'no_type'
  | 'bad_ttl'
  | 'bad_delegation_id'
  | 'bad_target'
  | 'detail_too_large'
  | 'placeholder_evidence';

export type NoteVerdict =
  | { readonly status: 'admitted'; readonly note: VerifiedNote }
  | { readonly status: 'ignored'; readonly code: 'none_token' | 'duplicate_in_request'; readonly message: string }
  | { readonly status: 'rejected'; readonly code: NoteRefusal; readonly message: string };

/** What a gist's journal entry keeps in `data`. Absent: false, none or zero. */
export interface GistData {
  readonly truncated?: true;
  /** CLAIM: the instant at which it expires, in milliseconds since 1970. */
  readonly expires_at?: number;
  readonly final?: true;
  /** As in `VerifiedNote.names`. */
  readonly names?: readonly string[];
  /** PATCH_SUMMARY: how many of its predecessors were invalidated. */
  readonly fails_before?: number;
}

/** A gist as the journal holds it. */
export interface Gist extends JournalEntry {
  readonly kind: 'gist';
  readonly type: NoteType;
  readonly data: GistData & JournalEntry['data'];
}

export const isGist = (entry: JournalEntry): entry is Gist => entry.kind === 'gist';

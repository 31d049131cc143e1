import type { AgentName, Seq } from '../../kernel/ids.js';

/** What sort of thing an entry records. Gists are what agents know; the rest is what happened. */
export type EntryKind =
  | 'gist'
  | 'release'
  | 'post'
  | 'edit'
  | 'deletion'
  | 'reaction'
  | 'redaction'
  | 'member'
  | 'token'
  | 'board'
  | 'fact'
  | 'proposal'
  | 'answer'
  | 'lease'
  | 'file'
  | 'goal'
  | 'artifact';

/**
 * How a later entry bears on an earlier one. Decided when the later one is written, stored with it, never changed.
 * `edits` and `deletes` name a post; `replaces` names the edit before, whose text is no longer the current one either.
 * `answers` names the proposal that somebody agreed to, declined or revoked.
 * `copies` names the entry whose text this one holds too, so that what takes the one away takes both.
 */
export type Relation =
  | 'supersedes'
  | 'invalidates'
  | 'releases'
  | 'renews'
  | 'redacts'
  | 'copies'
  | 'edits'
  | 'deletes'
  | 'replaces'
  | 'reacts'
  | 'replies'
  | 'answers';

/** A plain JSON value, as `data` holds it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** One immutable row of a board's journal. */
export interface JournalEntry {
  readonly seq: Seq;
  readonly kind: EntryKind;
  /** The gist type of a gist; the outcome of a release; a word of its own for other kinds. */
  readonly type: string;
  readonly author: AgentName;
  /** The one agent that this entry is for; null: all members. Visible to its two ends and to operators only. */
  readonly recipient: AgentName | null;
  /** `delegation_id` in requests: which piece of its author's work this belongs to. */
  readonly workLabel: string | null;
  /** The earlier entries that this one bears on, ascending by seq. */
  readonly refs: readonly EntryRef[];
  readonly content: string;
  /** `searchText` of the whole text, before any cut. */
  readonly searchText: string;
  readonly hasDetail: boolean;
  /** What only this kind has; see the slice that owns the kind. */
  readonly data: JsonObject;
  /** Milliseconds since 1970, UTC. */
  readonly createdAtMs: number;
}

export interface EntryRef {
  readonly seq: Seq;
  readonly relation: Relation;
}

/** A later entry seen from the one that it bears on. */
export interface Bearing {
  /** The later entry. */
  readonly seq: Seq;
  readonly relation: Relation;
}

import type { EntryKind, EntryRef, JournalEntry } from '../../src/journal/domain/journal-entry.js';
import type { AgentName, Seq } from '../../src/kernel/ids.js';
import { searchText } from '../../src/kernel/text.js';
import { claimExpiry } from '../../src/gists/domain/claims.js';
import { isGist } from '../../src/gists/domain/note-types.js';
import type { Gist, NoteType } from '../../src/gists/domain/note-types.js';
import { relateGists } from '../../src/gists/domain/relate.js';
import type { GistDraft, RelatedDraft } from '../../src/gists/domain/relate.js';
import { bearingsOf } from '../../src/gists/domain/related-gist.js';
import type { RelatedGist } from '../../src/gists/domain/related-gist.js';

/** 2026-11-30 13:05:00 UTC: when everything here is written unless a test says otherwise. */
export const NOON = Date.UTC(2026, 10, 30, 13, 5);

export const agent = (name: string): AgentName => name as AgentName;

export interface GistSpec {
  readonly seq?: Seq;
  readonly type?: NoteType;
  readonly author?: string;
  readonly workLabel?: string | null;
  readonly content?: string;
  readonly names?: readonly string[];
  readonly isFinal?: boolean;
  readonly failsBefore?: number;
  readonly ttlS?: number;
  readonly hasDetail?: boolean;
  readonly atMs?: number;
  readonly invalidates?: Seq | null;
}

/** A gist as the journal holds it, by alice and without a work label unless the spec says otherwise. */
export function gistOf(spec: GistSpec = {}): Gist {
  const { seq = 1, type = 'FACT', content = `note ${seq}`, atMs = NOON } = spec;
  return {
    ...entryOf(seq, 'gist', []),
    kind: 'gist',
    type,
    author: agent(spec.author ?? 'alice'),
    workLabel: spec.workLabel ?? null,
    content,
    searchText: searchText(content),
    hasDetail: spec.hasDetail ?? false,
    createdAtMs: atMs,
    data: {
      ...(type === 'CLAIM' ? { expires_at: claimExpiry(atMs, spec.ttlS ?? 3_600) } : {}),
      ...(spec.isFinal === true ? { final: true } : {}),
      ...(spec.names === undefined ? {} : { names: spec.names }),
      ...(spec.failsBefore === undefined ? {} : { fails_before: spec.failsBefore }),
    },
  };
}

export const draftOf = (spec: GistSpec): GistDraft => ({ gist: gistOf(spec), invalidates: spec.invalidates ?? null });

/** An entry of another kind than a gist, or the ground of one. */
export function entryOf(seq: Seq, kind: EntryKind, refs: readonly EntryRef[]): JournalEntry {
  return {
    seq,
    kind,
    type: kind === 'release' ? 'done' : kind,
    author: agent('alice'),
    recipient: null,
    workLabel: null,
    refs,
    content: '',
    searchText: '',
    hasDetail: false,
    data: {},
    createdAtMs: NOON,
  };
}

/** A board's journal as the database would hold it: what is written relates to all that stands already. */
export class JournalOf {
  private stored: readonly JournalEntry[] = [];

  get entries(): readonly JournalEntry[] {
    return this.stored;
  }

  get head(): Seq {
    return this.stored.length;
  }

  /** All gists with what bears on them, ascending by seq. */
  get gists(): readonly RelatedGist[] {
    const bearings = bearingsOf(this.stored);
    return this.stored.filter(isGist).map((gist) => ({ gist, bearings: bearings.get(gist.seq) ?? [] }));
  }

  /** Writes the notes as one request does. */
  write(...specs: readonly GistSpec[]): readonly RelatedDraft[] {
    const drafts = specs.map((spec, place) => draftOf({ ...spec, seq: this.head + 1 + place }));
    const related = relateGists(drafts, this.gists);
    this.stored = [...this.stored, ...related.map(({ gist }) => gist)];
    return related;
  }

  release(claim: Seq): void {
    this.append('release', [{ seq: claim, relation: 'releases' }]);
  }

  redact(seq: Seq): void {
    const content = '[redacted by an operator]';
    this.stored = this.stored.map((entry) =>
      entry.seq === seq ? { ...entry, content, searchText: searchText(content) } : entry,
    );
    this.append('redaction', [{ seq, relation: 'redacts' }]);
  }

  append(kind: EntryKind, refs: readonly EntryRef[] = []): void {
    this.stored = [...this.stored, entryOf(this.head + 1, kind, refs)];
  }
}

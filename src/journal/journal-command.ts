import type { EntityManager } from 'typeorm';
import type { Seq } from '../kernel/ids.js';
import type { Answer } from '../platform/http/answer.js';
import type { RequestKey } from '../platform/http/idempotency-keys.repository.js';
import type { BoardRef } from './domain/board-ref.js';
import type { EntryDraft } from './domain/entry-draft.js';
import type { JournalEntry } from './domain/journal-entry.js';

/** What a command knows when it decides: the board's row is locked, and nobody else writes to the board. */
export interface WriteContext {
  readonly tx: EntityManager;
  /** The newest entry that is committed. */
  readonly head: Seq;
  /** The seq that the command's first entry will have. */
  readonly firstSeq: Seq;
  readonly nowMs: number;
  /** Entries from `head` + 1 on that earlier commands of the same commit write. */
  readonly before: readonly JournalEntry[];
}

export interface Decision<T> {
  readonly drafts: readonly EntryDraft[];
  readonly answer: Answer<T>;
  /** Kept under the key in the place of an answer that holds a secret. */
  readonly stored?: Answer<unknown>;
}

interface CommandBase<T> {
  readonly board: BoardRef;
  /** Its answer is stored under this key, in the same transaction. */
  readonly key: RequestKey | undefined;
  decide(context: WriteContext): Promise<Decision<T>>;
}

/** A command that can share a commit: it says beforehand how many entries it writes, and never refuses. */
export interface SharedCommand<T> extends CommandBase<T> {
  readonly kind: 'shared';
  readonly entryCount: number;
  /** About how much it sends to the database. */
  readonly bytes: number;
}

/** A command with a transaction of its own: what it writes, or whether it refuses, depends on what it reads. */
export interface OwnCommand<T> extends CommandBase<T> {
  readonly kind: 'own';
}

export type JournalCommand<T> = SharedCommand<T> | OwnCommand<T>;

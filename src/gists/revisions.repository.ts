import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BoardRef } from '../journal/domain/board-ref.js';
import type { JournalEntry } from '../journal/domain/journal-entry.js';
import { JournalRepository } from '../journal/journal.repository.js';
import type { Seq } from '../kernel/ids.js';
import { type Gist, isGist } from './domain/note-types.js';
import { type RecentView, viewFromRows } from './domain/recent-view.js';
import type { RelatedGist } from './domain/related-gist.js';

/** How far behind the window a patch without a work label is looked for, in patches of its author. */
const UNLABELLED_LOOK_BACK = 200;

/** Gists in the journal, with what later entries bear on them. */
@Injectable()
export class RevisionsRepository {
  constructor(private readonly journal: JournalRepository) {}

  /** The retained window as of `head`, from stored rows. */
  async window(board: BoardRef, at: { head: Seq; limit: number }, manager?: EntityManager): Promise<RecentView> {
    const { head, limit } = at;
    const wanted = { kind: 'gist', unlessSuperseded: 'PATCH_SUMMARY', upTo: head, limit } as const;
    const newest = (await this.journal.newestOfKind(board, wanted, manager)).filter(isGist);
    const seqs = newest.map(({ seq }) => seq);
    const bearings = await this.journal.bearings(board, seqs, manager);
    return viewFromRows({ limit, head, gistsNewestFirst: newest, bearings, isWhole: newest.length < limit });
  }

  async after(
    board: BoardRef,
    range: { after: Seq; upTo: Seq; limit: number },
    manager?: EntityManager,
  ): Promise<readonly JournalEntry[]> {
    return this.journal.readAfter(board, range, manager);
  }

  /** An author's newest patches of a work label that lie before `before`. */
  async patchesBehind(
    board: BoardRef,
    wanted: { author: string; workLabel: string | null; before: Seq },
    manager: EntityManager,
  ): Promise<readonly RelatedGist[]> {
    const limit = wanted.workLabel === null ? UNLABELLED_LOOK_BACK : 1;
    const found = await this.journal.newestOfAuthor(board, { ...wanted, type: 'PATCH_SUMMARY', limit }, manager);
    return this.#related(board, found, manager);
  }

  entries(board: BoardRef, seqs: readonly Seq[], manager: EntityManager): Promise<readonly JournalEntry[]> {
    return this.journal.bySeqs(board, seqs, manager);
  }

  async bySeqs(board: BoardRef, seqs: readonly Seq[], manager: EntityManager): Promise<readonly RelatedGist[]> {
    return this.#related(board, await this.journal.bySeqs(board, seqs, manager), manager);
  }

  async #related(
    board: BoardRef,
    entries: readonly JournalEntry[],
    manager: EntityManager,
  ): Promise<readonly RelatedGist[]> {
    const gists: readonly Gist[] = entries.filter(isGist);
    const bearings = await this.journal.bearings(
      board,
      gists.map(({ seq }) => seq),
      manager,
    );
    return gists.map((gist) => ({ gist, bearings: bearings.get(gist.seq) ?? [] }));
  }
}

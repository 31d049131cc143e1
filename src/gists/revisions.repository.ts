import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BoardRef } from '../journal/domain/board-ref.js';
import type { Bearing, JournalEntry } from '../journal/domain/journal-entry.js';
import { JournalRepository } from '../journal/journal.repository.js';
import type { Seq } from '../kernel/ids.js';
import { type Gist, isGist } from './domain/note-types.js';
import { type RecentView, viewFromRows } from './domain/recent-view.js';
import type { RelatedGist } from './domain/related-gist.js';

/** How far behind the window a patch without a work label is looked for, in patches of its author. */
const UNLABELLED_LOOK_BACK = 200;

export interface RelatedEntry {
  readonly entry: JournalEntry;
  readonly bearings: readonly Bearing[];
}

export interface PatchesWanted {
  readonly author: string;
  readonly before: Seq;
  /** null: the works without a label. */
  readonly workLabels: readonly (string | null)[];
  readonly seqs: readonly Seq[];
}

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

  /**
   * Patches before `before`: those of the seqs, the newest of each of the author's labelled works, and, where the
   * author has such works, the newest ones without a label.
   */
  async patchesBehind(board: BoardRef, wanted: PatchesWanted, manager: EntityManager): Promise<readonly RelatedGist[]> {
    const { author, before, workLabels } = wanted;
    const type = 'PATCH_SUMMARY';
    const labelled = workLabels.filter((label) => label !== null);
    const found = [
      await this.journal.bySeqs(board, wanted.seqs, manager),
      await this.journal.newestOfWorks(board, { author, type, before, workLabels: labelled }, manager),
      labelled.length === workLabels.length
        ? []
        : await this.journal.newestUnlabelled(board, { author, type, before, limit: UNLABELLED_LOOK_BACK }, manager),
    ];
    const gists = new Map<Seq, Gist>(
      found
        .flat()
        .filter(isGist)
        .map((gist) => [gist.seq, gist]),
    );
    return this.#related(board, [...gists.values()], manager);
  }

  /** An entry of any kind, and what later ones bear on it. */
  async entry(board: BoardRef, seq: Seq, manager: EntityManager): Promise<RelatedEntry | undefined> {
    const [entry] = await this.journal.bySeqs(board, [seq], manager);
    if (entry === undefined) return undefined;
    return { entry, bearings: (await this.journal.bearings(board, [seq], manager)).get(seq) ?? [] };
  }

  async #related(board: BoardRef, gists: readonly Gist[], manager: EntityManager): Promise<readonly RelatedGist[]> {
    const bearings = await this.journal.bearings(
      board,
      gists.map(({ seq }) => seq),
      manager,
    );
    return gists.map((gist) => ({ gist, bearings: bearings.get(gist.seq) ?? [] }));
  }
}

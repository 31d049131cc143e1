import { Injectable } from '@nestjs/common';
import type { Seq } from '../kernel/ids.js';
import type { BoardRef } from './domain/board-ref.js';
import { type CurrentText, textStateOf } from './domain/current-text.js';
import type { JournalEntry } from './domain/journal-entry.js';
import { JournalRepository } from './journal.repository.js';

/** Puts the current text into entries that were edited or deleted: every surface shows entries through this. */
@Injectable()
export class CurrentTextService {
  constructor(private readonly journal: JournalRepository) {}

  /** Those of the seqs that are there, ascending, as they are shown now. */
  async bySeqs(board: BoardRef, seqs: readonly Seq[]): Promise<readonly CurrentText[]> {
    return this.resolve(board, await this.journal.bySeqs(board, seqs));
  }

  /** In the order given. An edit that a later one replaced is shown as deleted: the post shows its text. */
  async resolve(board: BoardRef, entries: readonly JournalEntry[]): Promise<readonly CurrentText[]> {
    const bearings = await this.journal.bearings(
      board,
      entries.map(({ seq }) => seq),
    );
    const states = entries.map((entry) => textStateOf(entry, bearings.get(entry.seq) ?? []));
    const editSeqs = states.flatMap((state) => (state.kind === 'edited' ? [state.by] : []));
    const edits = new Map((await this.journal.bySeqs(board, editSeqs)).map((edit) => [edit.seq, edit]));
    return entries.map((entry, index) => {
      const state = states[index] ?? { kind: 'own' };
      const isDeleted = state.kind === 'deleted';
      const content = isDeleted ? '' : state.kind === 'edited' ? textOf(edits, state.by) : entry.content;
      const isEdited = state.kind === 'edited';
      return { entry: { ...entry, content }, bearings: bearings.get(entry.seq) ?? [], isEdited, isDeleted };
    });
  }
}

const textOf = (edits: ReadonlyMap<Seq, JournalEntry>, seq: Seq): string => edits.get(seq)?.content ?? '';

import { Injectable } from '@nestjs/common';
import type { BoardRef } from '../journal/domain/board-ref.js';
import { JournalRepository } from '../journal/journal.repository.js';
import { labelOf } from '../kernel/label.js';
import { badRequest } from '../kernel/problem.js';
import type { NoteDraft, NoteVerdict } from './domain/note-types.js';
import { parseNotes } from './domain/parse-notes.js';
import { verifyNotes } from './domain/verify-note.js';
import type { WriteDto } from './gists.dto.js';

const MAX_NOTES = 100;

/** One verdict a note, in the order given, and how many lines of a text were headings or blank. */
export interface Verified {
  readonly verdicts: readonly NoteVerdict[];
  readonly skipped: number;
}

/** Judges the notes of a request: the domain's rules, and whether what a FAIL names is a patch of the board. */
@Injectable()
export class VerifierService {
  constructor(private readonly journal: JournalRepository) {}

  /** One verdict a note, in the order given. Throws `bad_request` where it is not clear what the notes are. */
  async verify(board: BoardRef, dto: WriteDto): Promise<Verified> {
    const { drafts, skipped } = draftsOf(dto);
    return { verdicts: await this.#judge(board, drafts), skipped };
  }

  async #judge(board: BoardRef, drafts: Parameters<typeof verifyNotes>[0]): Promise<readonly NoteVerdict[]> {
    const verdicts = verifyNotes(drafts);
    const targets = verdicts.flatMap((verdict) =>
      verdict.status === 'admitted' && verdict.note.invalidates !== null ? [verdict.note.invalidates] : [],
    );
    if (targets.length === 0) return verdicts;
    const found = await this.journal.bySeqs(board, targets);
    const patches = new Set(found.filter(({ type }) => type === 'PATCH_SUMMARY').map(({ seq }) => seq));
    return verdicts.map((verdict) => refuseBadTarget(verdict, patches));
  }
}

function draftsOf({ notes, text, delegation_id: shared }: WriteDto): {
  readonly drafts: Parameters<typeof verifyNotes>[0];
  readonly skipped: number;
} {
  if ((notes === undefined) === (text === undefined)) {
    throw badRequest('notes', 'give either "notes", a list, or "text", a block of lines');
  }
  const { drafts, skipped } = notes === undefined ? parseNotes(text ?? '') : { drafts: notes, skipped: 0 };
  if (drafts.length === 0) throw badRequest('text', 'holds no note; begin each line with its type, as in "FACT ..."');
  if (drafts.length > MAX_NOTES) throw badRequest('text', `holds more than ${MAX_NOTES} notes; send them in parts`);
  const withLabel = <T extends NoteDraft>(draft: T): NoteDraft => ({
    ...draft,
    delegation_id: draft.delegation_id ?? shared,
  });
  return { drafts: drafts.map((draft) => ('status' in draft ? draft : withLabel(draft))), skipped };
}

/** A patch, once there, stays one; so this may be asked before the board is locked. */
function refuseBadTarget(verdict: NoteVerdict, patches: ReadonlySet<number>): NoteVerdict {
  if (verdict.status !== 'admitted') return verdict;
  const target = verdict.note.invalidates;
  if (target === null || patches.has(target)) return verdict;
  return {
    status: 'rejected',
    code: 'bad_target',
    message: `${labelOf(target)} is no PATCH_SUMMARY of this board. Name the patch that failed, or leave "invalidates" out.`,
  };
}

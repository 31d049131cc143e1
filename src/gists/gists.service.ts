import { Injectable } from '@nestjs/common';
import type { Identity } from '../auth/domain/identity.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import { JournalWriter } from '../journal/journal-writer.js';
import type { Decision, WriteContext } from '../journal/journal-command.js';
import { Problem } from '../kernel/problem.js';
import { Settings } from '../platform/config/settings.js';
import { Answer } from '../platform/http/answer.js';
import { signals } from '../platform/observability/signals.js';
import type { RequestKey } from '../platform/http/idempotency-keys.repository.js';
import { draftOfGist, gistOfNote } from './domain/gist-of-note.js';
import type { NoteVerdict, VerifiedNote } from './domain/note-types.js';
import type { RelatedDraft } from './domain/relate.js';
import { writeResults } from './domain/write-results.js';
import type { WriteAnswerDto, WriteDto } from './gists.dto.js';
import { RelationsService } from './relations.service.js';
import { type Verified, VerifierService } from './verifier.service.js';

interface Writing {
  readonly caller: Identity;
  readonly access: BoardAccess;
  readonly verdicts: readonly NoteVerdict[];
  readonly skipped: number;
  readonly notes: readonly VerifiedNote[];
}

/** Admits notes to a board. */
@Injectable()
export class GistsService {
  constructor(
    private readonly verifier: VerifierService,
    private readonly relations: RelationsService,
    private readonly writer: JournalWriter,
    private readonly settings: Settings,
  ) {}

  /**
   * Answers after the commit: 201 if any note was admitted, 200 if all were ignored; throws `nothing_admitted` (with
   * the results) where none was and any was rejected. The admitted notes have consecutive labels, in the order given.
   */
  async write(
    caller: Identity,
    access: BoardAccess,
    request: { dto: WriteDto; key: RequestKey | undefined },
  ): Promise<Answer<WriteAnswerDto>> {
    const { verdicts, skipped } = await this.verifier.verify(access.ref, request.dto);
    for (const { status } of verdicts) signals.note.send({ status });
    const notes = verdicts.flatMap((verdict) => (verdict.status === 'admitted' ? [verdict.note] : []));
    if (notes.length === 0) return nothingAdmitted(access, { verdicts, skipped });
    const writing = { caller, access, verdicts, skipped, notes };
    return this.writer.write({
      kind: 'shared',
      board: access.ref,
      key: request.key,
      entryCount: notes.length,
      bytes: notes.reduce((sum, note) => sum + sizeOf(note), 0),
      decide: (context) => this.#decide(writing, context),
    });
  }

  async #decide(
    { caller, access, verdicts, skipped, notes }: Writing,
    context: WriteContext,
  ): Promise<Decision<WriteAnswerDto>> {
    const { firstSeq, nowMs } = context;
    const { claimTtlS } = this.settings;
    const drafts = notes.map((note, index) => ({
      gist: gistOfNote(note, { seq: firstSeq + index, author: caller.agent, nowMs, claimTtlS }),
      invalidates: note.invalidates,
    }));
    const related = await this.relations.relate(access.ref, drafts, context);
    const head = firstSeq + notes.length - 1;
    return {
      drafts: related.map(({ gist }, index) => draftOfGist(gist, notes[index] as VerifiedNote)),
      answer: new Answer(201, {
        board: access.slug,
        head,
        results: results(verdicts, related),
        ...skippedLines(skipped),
      }),
    };
  }
}

const results = (verdicts: readonly NoteVerdict[], related: readonly RelatedDraft[]): WriteAnswerDto['results'] => [
  ...writeResults(verdicts, related),
];

function nothingAdmitted(access: BoardAccess, { verdicts, skipped }: Verified): Answer<WriteAnswerDto> {
  const { slug: board, head } = access;
  const answer = { board, head, results: results(verdicts, []), ...skippedLines(skipped) };
  const rejected = answer.results.find(({ status }) => status === 'rejected');
  if (rejected === undefined) return new Answer(200, answer);
  const detail = `No note was admitted. notes.${rejected.index}: ${rejected.message ?? ''}`;
  throw new Problem('nothing_admitted', detail, {
    errors: answer.results.flatMap(({ index, status, message }) =>
      status === 'rejected' ? [{ path: `notes.${index}`, message: message ?? '' }] : [],
    ),
    members: { results: answer.results, head, ...skippedLines(skipped) },
  });
}

const skippedLines = (skipped: number): { skipped?: number } => (skipped === 0 ? {} : { skipped });

/** About how much a note sends to the database. */
const sizeOf = (note: VerifiedNote): number => 512 + 4 * note.content.length + 2 * (note.detail?.length ?? 0);

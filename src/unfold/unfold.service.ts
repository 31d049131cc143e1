import { Injectable } from '@nestjs/common';
import type { Identity } from '../auth/domain/identity.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import { viewerOf } from '../boards/viewer.js';
import { entryDto } from '../gists/entry.dto.js';
import type { JournalEntry } from '../journal/domain/journal-entry.js';
import { isVisibleTo } from '../journal/domain/visibility.js';
import { CurrentTextService } from '../journal/current-text.service.js';
import { JournalRepository } from '../journal/journal.repository.js';
import { Clock } from '../kernel/clock.js';
import type { Seq } from '../kernel/ids.js';
import { labelOf } from '../kernel/label.js';
import { badRequest, Problem } from '../kernel/problem.js';
import { countFitting, partOf } from './domain/fit.js';
import { LabelsError, parseLabels } from './domain/labels.js';
import type { UnfoldAnswerDto, UnfoldedDto, UnfoldQuery } from './unfold.dto.js';

const WHOLE = 100_000;

/** Fetches what stands behind labels. */
@Injectable()
export class UnfoldService {
  constructor(
    private readonly journal: JournalRepository,
    private readonly texts: CurrentTextService,
    private readonly clock: Clock,
  ) {}

  /** Unknown labels, and those not for the caller, are `missing` and fail nothing. Throws `bad_label`. */
  async unfold(caller: Identity, access: BoardAccess, query: UnfoldQuery): Promise<UnfoldAnswerDto> {
    const asked = readLabels(query);
    const viewer = viewerOf(caller, access);
    const found = (await this.journal.bySeqs(access.ref, asked)).filter((entry) => isVisibleTo(viewer, entry));
    const bySeq = new Map(found.map((entry) => [entry.seq, entry]));
    const entries = asked.flatMap((seq) => bySeq.get(seq) ?? []);
    const items = await this.#items(access, entries, query);
    const fitting = countFitting(items.map(({ detail }) => Buffer.byteLength(detail ?? '')));
    return {
      board: access.slug,
      head: access.head,
      items: items.slice(0, fitting),
      missing: asked.filter((seq) => !bySeq.has(seq)).map(labelOf),
      left_out: items.slice(fitting).map(({ label }) => label),
    };
  }

  async #items(
    access: BoardAccess,
    entries: readonly JournalEntry[],
    query: UnfoldQuery,
  ): Promise<readonly UnfoldedDto[]> {
    const seqs = entries.map(({ seq }) => seq);
    const details = await this.journal.details(access.ref, seqs);
    const nowMs = this.clock.now();
    return (await this.texts.resolve(access.ref, entries)).map((current) => ({
      ...entryDto(current, nowMs),
      ...detailOf(details.get(current.entry.seq), query),
    }));
  }
}

function readLabels({ labels, offset, max }: UnfoldQuery): readonly Seq[] {
  try {
    const seqs = parseLabels(labels);
    if (seqs.length > 1 && (offset !== undefined || max !== undefined)) {
      throw badRequest('offset', 'pages through one detail, so ask for one label only');
    }
    return seqs;
  } catch (error) {
    if (!(error instanceof LabelsError)) throw error;
    throw new Problem('bad_label', `labels: ${error.message}`, {
      errors: [{ path: 'labels', message: error.message }],
    });
  }
}

function detailOf(
  detail: string | undefined,
  { offset = 0, max = WHOLE }: UnfoldQuery,
): Pick<UnfoldedDto, 'detail' | 'detail_length' | 'next_offset'> {
  if (detail === undefined) return { detail: null };
  const part = partOf(detail, { offset, max });
  return {
    detail: part.text,
    detail_length: part.length,
    ...(part.nextOffset === null ? {} : { next_offset: part.nextOffset }),
  };
}

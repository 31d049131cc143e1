import { Injectable } from '@nestjs/common';
import type { RoleScope } from '../boards/roles/domain/scope.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import { Transactor } from '../platform/database/transactor.js';
import type { AllArtifactsDto, ArtifactAnswerDto, ArtifactDto, ArtifactIndexDto } from './artifact-answers.dto.js';
import type { ReadArtifactQuery } from './artifacts.dto.js';
import type { ArtifactReader, Reading } from './artifact-reader.js';
import { ArtifactReadsRepository } from './artifact-reads.repository.js';
import { DocumentsService } from './documents.service.js';
import { noRole, requireKind, requireReadable } from './domain/fence.js';

/**
 * The fence around what a role reads; and what it has read is remembered, for what it writes then. A version counts as
 * read once its end was shown, so neither a first part of it counts nor what had no room.
 */
@Injectable()
export class RoleReadingService implements ArtifactReader {
  constructor(
    private readonly documents: DocumentsService,
    private readonly reads: ArtifactReadsRepository,
    private readonly transactor: Transactor,
  ) {}

  /** Its own lists come with it, also where nothing was written yet. Throws `forbidden`. */
  async index({ access }: Reading): Promise<ArtifactIndexDto> {
    const scope = scopeOf(access);
    const index = await this.documents.index(access, scope);
    return { ...index, reads: scope.reads === 'all' ? ['*'] : [...scope.reads], writes: [...scope.writes] };
  }

  /** Throws `invalid_kind`, `forbidden`, and what `DocumentsService.read` throws. */
  async read(reading: Reading, kind: string, query: ReadArtifactQuery): Promise<ArtifactAnswerDto> {
    const answer = await this.documents.read(reading.access, readable(reading.access, kind), { kind, query });
    if (answer.artifact !== undefined) await this.#note(reading, [answer.artifact]);
    return answer;
  }

  /** Throws `invalid_kind`, `forbidden`. */
  async all(reading: Reading, kind: string): Promise<AllArtifactsDto> {
    const answer = await this.documents.all(reading.access, readable(reading.access, kind), kind);
    await this.#note(reading, answer.items);
    return answer;
  }

  /** Each version costs one write, the first time that it is read. */
  async #note({ caller, access, shownToEnd }: Reading, found: readonly ArtifactDto[]): Promise<void> {
    const shown = shownToEnd === undefined ? found : shownToEnd(found);
    const known = await this.reads.of(access.ref, caller.agent);
    const fresh = shown.filter(
      ({ kind, slot, version }) =>
        !known.some((read) => read.kind === kind && read.slot === (slot ?? '') && read.version >= version),
    );
    if (fresh.length === 0) return;
    await this.transactor.run(async (tx) => {
      for (const { kind, slot, version } of fresh)
        await this.reads.note(tx, access.ref, { by: caller.agent, kind, slot: slot ?? '', version });
    });
  }
}

function scopeOf({ scope }: BoardAccess): RoleScope {
  if (scope === undefined) throw noRole();
  return scope;
}

function readable(access: BoardAccess, kind: string): RoleScope {
  requireKind(kind);
  const scope = scopeOf(access);
  requireReadable(scope, kind);
  return scope;
}

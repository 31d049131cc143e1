import type { Identity } from '../auth/domain/identity.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import type { AllArtifactsDto, ArtifactAnswerDto, ArtifactDto, ArtifactIndexDto } from './artifact-answers.dto.js';
import type { ReadArtifactQuery } from './artifacts.dto.js';

/** Whose reading it is, and of which board. */
export interface Reading {
  readonly caller: Identity;
  readonly access: BoardAccess;
  /** Which of the documents that were found are shown to their end: those count as read. Absent: all. */
  readonly shownToEnd?: (found: readonly ArtifactDto[]) => readonly ArtifactDto[];
}

/** A way to read documents. There are two: a role's, within its scope, and the operators'. */
export interface ArtifactReader {
  index(reading: Reading): Promise<ArtifactIndexDto>;
  read(reading: Reading, kind: string, query: ReadArtifactQuery): Promise<ArtifactAnswerDto>;
  all(reading: Reading, kind: string): Promise<AllArtifactsDto>;
}

import { Injectable } from '@nestjs/common';
import type { AllArtifactsDto, ArtifactAnswerDto, ArtifactIndexDto } from './artifact-answers.dto.js';
import type { ReadArtifactQuery } from './artifacts.dto.js';
import type { ArtifactReader, Reading } from './artifact-reader.js';
import { DocumentsService } from './documents.service.js';
import { requireKind } from './domain/fence.js';

const EVERYTHING = { reads: 'all' } as const;

/** The only way around the fence: operators read all documents, and this has nothing that writes. */
@Injectable()
export class OperatorReadingService implements ArtifactReader {
  constructor(private readonly documents: DocumentsService) {}

  async index({ access }: Reading): Promise<ArtifactIndexDto> {
    return { ...(await this.documents.index(access, EVERYTHING)), reads: ['*'], writes: [] };
  }

  async read({ access }: Reading, kind: string, query: ReadArtifactQuery): Promise<ArtifactAnswerDto> {
    requireKind(kind);
    return this.documents.read(access, EVERYTHING, { kind, query });
  }

  async all({ access }: Reading, kind: string): Promise<AllArtifactsDto> {
    requireKind(kind);
    return this.documents.all(access, EVERYTHING, kind);
  }
}

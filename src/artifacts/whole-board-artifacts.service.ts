import { Injectable } from '@nestjs/common';
import type { BoardRef } from '../journal/domain/board-ref.js';
import type { JournalEntry } from '../journal/domain/journal-entry.js';
import type { Seq } from '../kernel/ids.js';
import { Transactor } from '../platform/database/transactor.js';
import { ArtifactReadsRepository } from './artifact-reads.repository.js';
import { ArtifactsRepository } from './artifacts.repository.js';
import { versionOf } from './domain/artifact-entry.js';

/** The text of the version that an entry records. */
export interface ArtifactText {
  readonly seq: Seq;
  readonly content: string;
}

/** All documents of a board, for who moves it or removes what is left of it. */
@Injectable()
export class WholeBoardArtifactsService {
  constructor(
    private readonly artifacts: ArtifactsRepository,
    private readonly reads: ArtifactReadsRepository,
    private readonly transactor: Transactor,
  ) {}

  /** The texts of the versions that these entries record; those of an emptied goal are no more. */
  async *texts(board: BoardRef, entries: readonly JournalEntry[]): AsyncGenerator<ArtifactText> {
    for (const entry of entries) {
      if (entry.kind !== 'artifact') continue;
      const content = await this.artifacts.body(board, versionOf(entry));
      if (content !== undefined) yield { seq: entry.seq, content };
    }
  }

  /** Of a board that nobody can see: an import that was given up. */
  async remove(board: BoardRef): Promise<void> {
    await this.transactor.run(async (tx) => {
      await this.artifacts.removeBodies(tx, board);
      await this.artifacts.removeVersions(tx, board);
      await this.reads.remove(tx, board);
    });
  }
}

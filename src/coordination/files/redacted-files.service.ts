import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BoardRef } from '../../journal/domain/board-ref.js';
import { RedactionsService } from '../../journal/redactions.service.js';
import type { Seq } from '../../kernel/ids.js';
import { FileChunks } from './file-chunks.js';
import { FilesRepository } from './files.repository.js';

/** Removes the bytes of entries that an operator redacts, in the same transaction. */
@Injectable()
export class RedactedFilesService implements OnModuleInit {
  constructor(
    private readonly files: FilesRepository,
    private readonly chunks: FileChunks,
    private readonly redactions: RedactionsService,
  ) {}

  onModuleInit(): void {
    this.redactions.register((tx, board, seqs) => this.#remove(tx, board, seqs));
  }

  async #remove(tx: EntityManager, board: BoardRef, seqs: readonly Seq[]): Promise<void> {
    for (const seq of seqs) {
      const content = await this.files.ofEntry(board, seq, tx);
      if (content === undefined) continue;
      await this.files.remove(tx, content.fileId);
      await this.chunks.remove(tx, content.fileId);
    }
  }
}

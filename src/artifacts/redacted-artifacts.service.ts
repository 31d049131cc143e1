import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BoardRef } from '../journal/domain/board-ref.js';
import { JournalRepository } from '../journal/journal.repository.js';
import { RedactionsService } from '../journal/redactions.service.js';
import type { Seq } from '../kernel/ids.js';
import { badRequest } from '../kernel/problem.js';

/** A document is not taken away by itself: others were written against it. The texts of a closed goal are, all at once. */
@Injectable()
export class RedactedArtifactsService implements OnModuleInit {
  constructor(
    private readonly journal: JournalRepository,
    private readonly redactions: RedactionsService,
  ) {}

  onModuleInit(): void {
    this.redactions.register((tx, board, seqs) => this.#refuse(tx, board, seqs));
  }

  async #refuse(tx: EntityManager, board: BoardRef, seqs: readonly Seq[]): Promise<void> {
    const entries = await this.journal.bySeqs(board, seqs, tx);
    if (entries.some(({ kind }) => kind === 'artifact'))
      throw badRequest('label', 'is a document of a goal. Close the goal, then empty it: that removes all texts');
  }
}

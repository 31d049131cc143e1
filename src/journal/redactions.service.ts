import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Seq } from '../kernel/ids.js';
import type { BoardRef } from './domain/board-ref.js';

/** Takes away what is kept of entries outside of the journal. */
export type Remover = (tx: EntityManager, board: BoardRef, seqs: readonly Seq[]) => Promise<void>;

/** Who keeps more of an entry than its text says so here: a redaction takes that away in its own transaction. */
@Injectable()
export class RedactionsService {
  readonly #removers = new Set<Remover>();

  register(remover: Remover): void {
    this.#removers.add(remover);
  }

  async remove(tx: EntityManager, board: BoardRef, seqs: readonly Seq[]): Promise<void> {
    for (const remover of this.#removers) await remover(tx, board, seqs);
  }
}

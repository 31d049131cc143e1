import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BoardRef } from '../../journal/domain/board-ref.js';
import { KindsRepository } from '../../journal/kinds.repository.js';
import { foldVersions, NO_VERSIONS } from './domain/fold-versions.js';
import { FactsRepository } from './facts.repository.js';

const ENTRIES_AT_ONCE = 2_000;

/** Facts of a board whose journal came as a file. */
@Injectable()
export class ImportedFactsService {
  constructor(
    private readonly facts: FactsRepository,
    private readonly journal: KindsRepository,
  ) {}

  /** Makes the versions that the journal tells; the board has none yet. */
  async take(tx: EntityManager, board: BoardRef): Promise<void> {
    let versions = NO_VERSIONS;
    for (let after = 0; ;) {
      const range = { kinds: ['fact' as const], after, limit: ENTRIES_AT_ONCE };
      const entries = await this.journal.after(board, range, tx);
      const last = entries.at(-1);
      if (last === undefined) break;
      versions = foldVersions(versions, entries);
      after = last.seq;
    }
    await this.facts.insertAll(tx, board, [...versions.values()].flat());
  }
}

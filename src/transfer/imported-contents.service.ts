import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ImportedFactsService } from '../coordination/facts/imported-facts.service.js';
import { ImportedFilesService } from '../coordination/files/imported-files.service.js';
import { ImportedLeasesService } from '../coordination/leases/imported-leases.service.js';
import type { BoardRef } from '../journal/domain/board-ref.js';
import type { Seq } from '../kernel/ids.js';
import { Problem } from '../kernel/problem.js';
import type { FileLine } from './domain/file-line.js';
import { GoalTransferService } from './goal-transfer.service.js';

/** What entries of an imported board carry beside their text: facts, leases, files, the goal and its documents. */
@Injectable()
export class ImportedContentsService {
  constructor(
    private readonly facts: ImportedFactsService,
    private readonly leases: ImportedLeasesService,
    private readonly files: ImportedFilesService,
    private readonly goals: GoalTransferService,
  ) {}

  /** The goal of the lines, before their entries are there: whose names are those of its roles. */
  async takeGoal(tx: EntityManager, board: BoardRef, lines: readonly FileLine[]): Promise<ReadonlySet<string>> {
    await this.goals.takeGoal(tx, board, lines);
    return this.goals.contributors(tx, board);
  }

  /** Whose names are a role's on the board. */
  contributors(tx: EntityManager, board: BoardRef): Promise<ReadonlySet<string>> {
    return this.goals.contributors(tx, board);
  }

  /**
   * What the lines' entries carry, once these are there, and pieces and texts of those before. `first`: the number of
   * the first of the lines in the file. Throws `bad_import`.
   */
  async take(tx: EntityManager, board: BoardRef, lines: readonly FileLine[], first: number): Promise<void> {
    const entries = lines.flatMap((line) => (line.kind === 'entry' ? [line.entry] : []));
    await this.files.begin(tx, board, entries);
    for (const line of lines) if (line.kind === 'piece') await this.files.take(tx, board, line);
    await this.goals.takeDocuments(tx, board, lines, first);
  }

  /** After the last line: what follows from all entries, and whether nothing is missing. Throws `bad_import`. */
  async complete(tx: EntityManager, board: BoardRef): Promise<void> {
    await this.facts.take(tx, board);
    if (!(await this.leases.take(tx, board)))
      throw new Problem('bad_import', 'More is held on the board of the file than a board may hold. Nothing was kept.');
    await this.files.requireWhole(tx, board);
  }

  /** Once the board has its members: names of roles are nobody else's. Throws `bad_import`. */
  finish(tx: EntityManager, board: BoardRef, head: Seq): Promise<void> {
    return this.goals.finish(tx, board, head);
  }
}

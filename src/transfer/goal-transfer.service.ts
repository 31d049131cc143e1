import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ImportedArtifactsService } from '../artifacts/imported-artifacts.service.js';
import { WholeBoardArtifactsService } from '../artifacts/whole-board-artifacts.service.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import { GoalsRepository } from '../boards/roles/goals.repository.js';
import type { BoardRef } from '../journal/domain/board-ref.js';
import type { JournalEntry } from '../journal/domain/journal-entry.js';
import { Problem } from '../kernel/problem.js';
import type { FileLine, GoalLine, TextLine } from './domain/file-line.js';
import { ImportedContributorsService } from './imported-contributors.service.js';

/** The goal of a board, its roles and its documents, on their way into a file and out of one. */
@Injectable()
export class GoalTransferService {
  constructor(
    private readonly goals: GoalsRepository,
    private readonly names: ImportedContributorsService,
    private readonly imported: ImportedArtifactsService,
    private readonly whole: WholeBoardArtifactsService,
  ) {}

  /** The goal as of the head that is written down; none where it was declared later, or never. */
  async lineOf({ ref, head }: BoardAccess): Promise<readonly GoalLine[]> {
    const goal = await this.goals.rolesOf(ref);
    return goal === undefined || goal.declaredSeq > head ? [] : [{ kind: 'goal', goal }];
  }

  /** The texts of the documents that these entries record. */
  async *textsOf(board: BoardRef, entries: readonly JournalEntry[]): AsyncGenerator<TextLine> {
    for await (const text of this.whole.texts(board, entries)) yield { kind: 'text', ...text };
  }

  async takeGoal(tx: EntityManager, board: BoardRef, lines: readonly FileLine[]): Promise<void> {
    for (const line of lines) if (line.kind === 'goal') await this.goals.save(tx, board, line.goal);
  }

  /** Documents that new entries record, and texts of those before. `first`: the first line's number. Throws `bad_import`. */
  async takeDocuments(tx: EntityManager, board: BoardRef, lines: readonly FileLine[], first: number): Promise<void> {
    const entries = lines.flatMap((line) => (line.kind === 'entry' ? [line.entry] : []));
    await this.imported.addVersions(tx, board, entries);
    for (const [index, line] of lines.entries())
      if (line.kind === 'text') await this.imported.addText(tx, board, { ...line, line: first + index });
  }

  /** Whose names are a role's on the board: they are no agents of the workspace, however those are spelt. */
  async contributors(tx: EntityManager, board: BoardRef): Promise<ReadonlySet<string>> {
    return this.names.of(tx, board, await this.goals.rolesOf(board, tx));
  }

  /** At the end of the lines: all is there, and names of roles are nobody else's. Throws `bad_import`. */
  async finish(tx: EntityManager, board: BoardRef, head: number): Promise<void> {
    const goal = await this.goals.rolesOf(board, tx);
    if (goal !== undefined && goal.declaredSeq > head) {
      const detail = `The goal was declared by G${goal.declaredSeq}, which is no entry. Nothing of the file was kept.`;
      throw new Problem('bad_import', detail);
    }
    await this.imported.requireWhole(tx, board, goal);
    if (goal !== undefined) await this.names.keep(tx, board, goal);
  }
}

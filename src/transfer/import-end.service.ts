import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AgentsRepository } from '../auth/agents.repository.js';
import { HiddenBoardsRepository } from '../boards/hidden-boards.repository.js';
import { ImportedFactsService } from '../coordination/facts/imported-facts.service.js';
import { ImportedLeasesService } from '../coordination/leases/imported-leases.service.js';
import { ImportedFilesService } from '../coordination/files/imported-files.service.js';
import type { BoardRef } from '../journal/domain/board-ref.js';
import { ImportedEntriesRepository } from '../journal/imported-entries.repository.js';
import { agentKey } from '../kernel/names.js';
import { Problem } from '../kernel/problem.js';
import type { FileLine } from './domain/file-line.js';
import { GoalTransferService } from './goal-transfer.service.js';
import { type BoardImport, ImportsRepository } from './imports.repository.js';

/** The board behind an import: hidden while lines come, and visible from the last line on. */
@Injectable()
export class ImportEndService {
  constructor(
    private readonly imports: ImportsRepository,
    private readonly boards: HiddenBoardsRepository,
    private readonly entries: ImportedEntriesRepository,
    private readonly agents: AgentsRepository,
    private readonly facts: ImportedFactsService,
    private readonly leases: ImportedLeasesService,
    private readonly files: ImportedFilesService,
    private readonly goals: GoalTransferService,
  ) {}

  boardOf({ boardId }: BoardImport): BoardRef {
    return this.boards.refOf(boardId);
  }

  /** The goal, and whose names are those of its roles: what comes then is spelt by that. */
  async addGoal(tx: EntityManager, after: BoardImport, lines: readonly FileLine[]): Promise<ReadonlySet<string>> {
    const board = this.boardOf(after);
    await this.goals.takeGoal(tx, board, lines);
    return this.goals.contributors(tx, board);
  }

  /** What new entries carry beside their text, and pieces and texts of those before. Throws `bad_import`. */
  async addContents(
    tx: EntityManager,
    after: BoardImport,
    { lines, nowMs }: { readonly lines: readonly FileLine[]; readonly nowMs: number },
  ): Promise<void> {
    const board = this.boardOf(after);
    const entries = lines.flatMap((line) => (line.kind === 'entry' ? [line.entry] : []));
    await this.files.begin(tx, board, { entries, nowMs });
    for (const line of lines) if (line.kind === 'piece') await this.files.take(tx, board, line);
    await this.goals.takeDocuments(tx, board, lines);
  }

  /** Writes down how far the import is; a whole one becomes the board. Throws `already_exists`, `bad_import`. */
  async save(tx: EntityManager, after: BoardImport, nowMs: number): Promise<void> {
    const board = this.boardOf(after);
    await this.boards.setHead(tx, board, after.taken.entries);
    if (after.taken.isWhole) await this.#publish(tx, after, board);
    await this.imports.save(tx, after, nowMs);
  }

  async #publish(tx: EntityManager, whole: BoardImport, board: BoardRef): Promise<void> {
    const { workspaceId, slug, createdAtMs } = whole;
    const members = whole.members.map(({ agent }) => agent).filter((agent) => agent !== '*');
    const contributors = await this.goals.contributors(tx, board);
    const names = (await this.entries.names(tx, board)).filter((name) => !isContributor(name, contributors));
    const known = await this.agents.registerAll(tx, workspaceId, [...names, ...members]);
    const other = names.find((name) => known.get(agentKey(name)) !== name);
    if (other !== undefined) {
      const detail = `The file spells ${other} in two ways, or the name was taken meanwhile. Nothing of it was kept.`;
      throw new Problem('bad_import', detail);
    }
    await this.facts.take(tx, board);
    if (!(await this.leases.take(tx, board)))
      throw new Problem('bad_import', 'More is held on the board of the file than a board may hold. Nothing was kept.');
    await this.files.requireWhole(tx, board);
    await this.boards.publish(tx, board, {
      workspaceId,
      slug,
      createdAtMs,
      members: whole.members.map(({ agent, source, isOwner }) => ({ agentKey: agentKey(agent), source, isOwner })),
    });
    await this.goals.finish(tx, board, whole.taken.entries);
  }
}

/** A name of the form that roles alone have is none of the workspace's either, whoever declared it. */
export const isContributor = (name: string, contributors: ReadonlySet<string>): boolean =>
  contributors.has(name) || name.includes('#');

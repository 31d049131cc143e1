import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ImportedArtifactsService } from '../artifacts/imported-artifacts.service.js';
import { MembersRepository } from '../boards/members.repository.js';
import type { Goal } from '../boards/roles/domain/goal.js';
import { contributorsOf } from '../boards/roles/domain/scope.js';
import type { BoardRef } from '../journal/domain/board-ref.js';
import { ImportedEntriesRepository } from '../journal/imported-entries.repository.js';
import { agentKey } from '../kernel/names.js';
import { Problem } from '../kernel/problem.js';
import { Settings } from '../platform/config/settings.js';

/** Names of roles on an imported board: nobody else's there, as on one whose goal was declared here. */
@Injectable()
export class ImportedContributorsService {
  constructor(
    private readonly members: MembersRepository,
    private readonly entries: ImportedEntriesRepository,
    private readonly artifacts: ImportedArtifactsService,
    private readonly settings: Settings,
  ) {}

  /** Whose names are a role's, or were one's that wrote a document. */
  async of(tx: EntityManager, board: BoardRef, goal: Goal | undefined): Promise<ReadonlySet<string>> {
    const authors = await this.artifacts.authors(tx, board);
    return new Set<string>([...contributorsOf(goal?.roles ?? []), ...authors]);
  }

  /** Once the board has its members. Throws `bad_import` for a name that is somebody's, or was before the goal. */
  async keep(tx: EntityManager, board: BoardRef, goal: Goal): Promise<void> {
    const names = await this.of(tx, board, goal);
    const members = (await this.members.list(board.boardId, tx)).map(({ agent }) => agent);
    const named = await this.entries.names(tx, board, goal.declaredSeq);
    const taken = [this.settings.operator, ...members, ...named].find((name) => names.has(agentKey(name)));
    if (taken !== undefined)
      throw new Problem('bad_import', `A role of the file has the name of ${taken}. Nothing of the file was kept.`);
    await this.members.keepForRoles(tx, board.boardId, [...names]);
    await this.members.setContributors(tx, board.boardId, contributorsOf(goal.roles));
  }
}

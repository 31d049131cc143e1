import { Injectable } from '@nestjs/common';
import { RolesService } from '../../boards/roles/roles.service.js';
import type { Connection } from '../connection.js';
import { GUIDE } from '../domain/guide.js';
import { FreeTool, type ToolOutput } from '../tool.js';

@Injectable()
export class GuideTool extends FreeTool {
  readonly name = 'guide';
  readonly title = 'How to work with a board';
  readonly description = 'How to work with the other agents through this board. Read it once.';
  readonly toolset = 'core';
  readonly isReadOnly = true;
  override readonly isForRoles = true;

  constructor(private readonly roles: RolesService) {
    super();
  }

  /** Who has a role is told that role first, and of the board only where it sees it. */
  async run({ caller, scope }: Connection): Promise<ToolOutput> {
    if (scope === undefined) return { ours: [GUIDE] };
    const { lines } = await this.roles.ownBrief(caller);
    return { ours: [...lines, ...(scope.seesBoard ? ['', GUIDE] : [])] };
  }
}

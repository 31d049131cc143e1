import { Injectable } from '@nestjs/common';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { PlanService } from '../../coordination/agreement/plan.service.js';
import { proposalLine, proposalTexts } from '../domain/proposal-lines.js';
import { BoardTool, type ToolOutput } from '../tool.js';
import { BoardArgs } from '../tool-args.js';

@Injectable()
export class PlanTool extends BoardTool<BoardArgs> {
  readonly name = 'plan';
  readonly title = 'Read the plan';
  readonly description = 'The newest proposal: its text, who has confirmed, who has declined and why, who is awaited.';
  readonly toolset = 'coordination';
  readonly isReadOnly = true;
  readonly args = BoardArgs;

  constructor(private readonly plans: PlanService) {
    super();
  }

  async run(_: BoardArgs, board: BoardAccess): Promise<ToolOutput> {
    const { proposal } = await this.plans.plan(board);
    if (proposal === null) return { ours: [`Nothing was proposed on ${board.slug} yet.`] };
    return { ours: [proposalLine(board.slug, proposal)], theirs: proposalTexts(proposal) };
  }
}

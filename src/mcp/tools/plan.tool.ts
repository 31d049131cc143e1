import { Injectable } from '@nestjs/common';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { PlanService } from '../../coordination/agreement/plan.service.js';
import { charactersOf, countFitting, roomIn } from '../domain/budget.js';
import { callText } from '../domain/call-text.js';
import { proposalLine, proposalTexts } from '../domain/proposal-lines.js';
import { BoardTool, sameBoard, type ToolOutput } from '../tool.js';
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

  async run(args: BoardArgs, board: BoardAccess): Promise<ToolOutput> {
    const { proposal } = await this.plans.plan(board);
    if (proposal === null) return { ours: [`Nothing was proposed on ${board.slug} yet.`] };
    const texts = proposalTexts(proposal);
    const sizes = texts.map(({ lines }) => lines.join('\n').length);
    const count = countFitting(sizes, charactersOf(roomIn()));
    const left = texts.slice(count).map(({ label }) => label);
    const rest =
      left.length === 0
        ? []
        : [`Left out: ${callText('board_unfold', { ...sameBoard(args), labels: left.join(',') })}`];
    return {
      ours: [proposalLine(board.slug, proposal), ...rest],
      theirs: texts.slice(0, count).flatMap(({ lines }) => lines),
    };
  }
}

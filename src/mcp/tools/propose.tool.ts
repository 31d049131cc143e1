import { Injectable } from '@nestjs/common';
import { IntersectionType } from '@nestjs/swagger';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { ProposeDto } from '../../coordination/agreement/agreement.dto.js';
import { PlanService } from '../../coordination/agreement/plan.service.js';
import type { Connection } from '../connection.js';
import { proposalLine } from '../domain/proposal-lines.js';
import { BoardTool, type ToolOutput } from '../tool.js';
import { BoardArgs } from '../tool-args.js';
import { writeKey } from '../write-key.js';

export class ProposeArgs extends IntersectionType(BoardArgs, ProposeDto) {}

@Injectable()
export class ProposeTool extends BoardTool<ProposeArgs> {
  readonly name = 'propose';
  readonly title = 'Propose a plan';
  readonly description = 'Asks others to agree to a plan before it is done. All are told until it is settled.';
  readonly toolset = 'coordination';
  readonly isReadOnly = false;
  readonly args = ProposeArgs;

  constructor(private readonly plans: PlanService) {
    super();
  }

  async run({ board: _, ...dto }: ProposeArgs, board: BoardAccess, connection: Connection): Promise<ToolOutput> {
    const key = writeKey(connection, { path: `/board/${board.slug}/proposals`, body: dto });
    const { body } = await this.plans.propose(connection.caller, board, { dto, key });
    return { ours: [proposalLine(body.board, body.proposal)] };
  }
}

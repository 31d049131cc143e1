import { Injectable } from '@nestjs/common';
import { IntersectionType, PickType } from '@nestjs/swagger';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { ConfirmDto, ProposalParams } from '../../coordination/agreement/agreement.dto.js';
import { AgreementService } from '../../coordination/agreement/agreement.service.js';
import type { Connection } from '../connection.js';
import { proposalLine } from '../domain/proposal-lines.js';
import { BoardTool, type ToolOutput } from '../tool.js';
import { BoardArgs } from '../tool-args.js';
import { writeKey } from '../write-key.js';

export class ConfirmArgs extends IntersectionType(BoardArgs, PickType(ProposalParams, ['proposal']), ConfirmDto) {}

@Injectable()
export class ConfirmTool extends BoardTool<ConfirmArgs> {
  readonly name = 'confirm';
  readonly title = 'Confirm a proposal';
  readonly description = 'States that you have read the open proposal and agree. Its proposer must confirm too.';
  readonly toolset = 'coordination';
  readonly isReadOnly = false;
  override readonly isIdempotent = true;
  readonly args = ConfirmArgs;

  constructor(private readonly agreement: AgreementService) {
    super();
  }

  async run(args: ConfirmArgs, board: BoardAccess, connection: Connection): Promise<ToolOutput> {
    const { board: _, proposal: label, ...dto } = args;
    const key = writeKey(connection, { path: `/board/${board.slug}/proposals/${label}/confirm`, body: dto });
    const { body } = await this.agreement.confirm(connection.caller, board, { label, dto, key });
    return { ours: [proposalLine(body.board, body.proposal)] };
  }
}

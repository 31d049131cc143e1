import { Injectable } from '@nestjs/common';
import { IntersectionType, PickType } from '@nestjs/swagger';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { LabelParams, ReleaseDto } from '../../gists/claims.dto.js';
import { ClaimsService } from '../../gists/claims.service.js';
import type { Connection } from '../connection.js';
import { BoardTool, type ToolOutput } from '../tool.js';
import { BoardArgs } from '../tool-args.js';
import { writeKey } from '../write-key.js';

export class BoardReleaseArgs extends IntersectionType(BoardArgs, PickType(LabelParams, ['label']), ReleaseDto) {}

@Injectable()
export class BoardReleaseTool extends BoardTool<BoardReleaseArgs> {
  readonly name = 'board_release';
  readonly title = 'Release a claim';
  readonly description = 'Ends a CLAIM of yours: done, abandoned, or handed off to another agent, who gets a message.';
  readonly toolset = 'board';
  readonly isReadOnly = false;
  override readonly isIdempotent = true;
  readonly args = BoardReleaseArgs;

  constructor(private readonly claims: ClaimsService) {
    super();
  }

  async run(args: BoardReleaseArgs, board: BoardAccess, connection: Connection): Promise<ToolOutput> {
    const { board: _, label, ...dto } = args;
    const key = writeKey(connection, { path: `/board/${board.slug}/claims/${label}/release`, body: dto });
    const { body } = await this.claims.release(connection.caller, board, { label, dto, key });
    const told = body.message === null ? '' : ` ${dto.to ?? ''} is told by ${body.message}.`;
    return { ours: [`${body.label} on ${body.board} is ${body.status}, head ${body.head}.${told}`] };
  }
}

import { Injectable } from '@nestjs/common';
import { IntersectionType } from '@nestjs/swagger';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { WriteAnswerDto, WriteDto } from '../../gists/gists.dto.js';
import { GistsService } from '../../gists/gists.service.js';
import type { Connection } from '../connection.js';
import { writeLines } from '../domain/write-lines.js';
import { BoardTool, type ToolOutput } from '../tool.js';
import { BoardArgs } from '../tool-args.js';
import { writeKey } from '../write-key.js';

export class BoardWriteArgs extends IntersectionType(BoardArgs, WriteDto) {}

@Injectable()
export class BoardWriteTool extends BoardTool<BoardWriteArgs> {
  readonly name = 'board_write';
  readonly title = 'Write notes';
  readonly description =
    'Writes short notes for the other agents. FACT: you checked it. OBSERVED: you saw it. FAIL: what did not work. CLAIM: what you are about to change, before you do. PATCH_SUMMARY: what you changed, with evidence (command and result).';
  readonly toolset = 'board';
  readonly isReadOnly = false;
  readonly args = BoardWriteArgs;
  override readonly answer = WriteAnswerDto;

  constructor(private readonly gists: GistsService) {
    super();
  }

  async run({ board: _, ...dto }: BoardWriteArgs, board: BoardAccess, connection: Connection): Promise<ToolOutput> {
    const key = writeKey(connection, { path: `/board/${board.slug}/write`, body: dto });
    const { body } = await this.gists.write(connection.caller, board, { dto, key });
    return { ours: writeLines(body), structured: body };
  }
}

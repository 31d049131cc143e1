import { Injectable } from '@nestjs/common';
import { IntersectionType } from '@nestjs/swagger';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { ListFilesQuery } from '../../coordination/files/files.dto.js';
import { ListFilesService } from '../../coordination/files/list-files.service.js';
import type { Connection } from '../connection.js';
import { charactersOf, countFitting, roomIn } from '../domain/budget.js';
import { callText } from '../domain/call-text.js';
import { fileLines } from '../domain/file-lines.js';
import { BoardTool, type ToolOutput } from '../tool.js';
import { LongResultArgs } from '../tool-args.js';

export class FilesArgs extends IntersectionType(LongResultArgs, ListFilesQuery) {}

@Injectable()
export class FilesTool extends BoardTool<FilesArgs> {
  readonly name = 'files';
  readonly title = 'List files';
  readonly description = 'Shared files, newest first.';
  readonly toolset = 'coordination';
  readonly isReadOnly = true;
  readonly args = FilesArgs;

  constructor(private readonly files: ListFilesService) {
    super();
  }

  async run(args: FilesArgs, board: BoardAccess, { caller }: Connection): Promise<ToolOutput> {
    const { board: _, max_tokens, ...query } = args;
    const { items, next_before, used_bytes, total_bytes } = await this.files.list(caller, board, query);
    const sizes = items.map((file) => fileLines(file).join('\n').length);
    const count = Math.max(countFitting(sizes, charactersOf(roomIn(max_tokens))), Math.min(1, sizes.length));
    const before = count < items.length ? items[count - 1]?.label : next_before;
    const rest = before === undefined ? [] : [`Older ones: ${callText(this.name, { ...args, before })}`];
    return {
      ours: [`${count} files on ${board.slug}, ${used_bytes} of ${total_bytes} bytes used`, ...rest],
      theirs: items.slice(0, count).flatMap(fileLines),
    };
  }
}

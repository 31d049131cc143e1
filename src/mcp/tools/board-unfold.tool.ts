import { Injectable } from '@nestjs/common';
import { IntersectionType, PickType } from '@nestjs/swagger';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { UnfoldQuery } from '../../unfold/unfold.dto.js';
import { UnfoldService } from '../../unfold/unfold.service.js';
import type { Connection } from '../connection.js';
import { DEFAULT_TOKENS, roomIn } from '../domain/budget.js';
import { callText } from '../domain/call-text.js';
import { unfoldedWithin } from '../domain/unfolded.js';
import { BoardTool, sameBoard, type ToolOutput } from '../tool.js';
import { LongResultArgs } from '../tool-args.js';

export class BoardUnfoldArgs extends IntersectionType(LongResultArgs, PickType(UnfoldQuery, ['labels', 'offset'])) {}

@Injectable()
export class BoardUnfoldTool extends BoardTool<BoardUnfoldArgs> {
  readonly name = 'board_unfold';
  readonly title = 'Unfold labels';
  readonly description = 'The whole text and detail behind labels. Unfold what you build on.';
  readonly toolset = 'board';
  readonly isReadOnly = true;
  readonly args = BoardUnfoldArgs;

  constructor(private readonly service: UnfoldService) {
    super();
  }

  async run(args: BoardUnfoldArgs, board: BoardAccess, { caller }: Connection): Promise<ToolOutput> {
    const { labels, offset, max_tokens } = args;
    const query = offset === undefined ? { labels } : { labels, offset };
    const { items, missing, left_out } = await this.service.unfold(caller, board, query);
    const { lines, leftOut, next, cut } = unfoldedWithin(items, { tokens: roomIn(max_tokens), offset: offset ?? 0 });
    const later = [...leftOut, ...left_out];
    const call = (more: object): string => callText(this.name, { ...sameBoard(args), ...more });
    return {
      ours: [
        ...(missing.length === 0 ? [] : [`Not there, or not for you: ${missing.join(', ')}`]),
        ...(cut === null ? [] : [`${cut} is cut: ${call({ labels: cut, max_tokens: DEFAULT_TOKENS })}`]),
        ...(next === null ? [] : [`${next.label} goes on: ${call({ labels: next.label, offset: next.offset })}`]),
        ...(later.length === 0 ? [] : [`Left out: ${call({ labels: later.join(',') })}`]),
      ],
      theirs: lines,
    };
  }
}

import { Injectable } from '@nestjs/common';
import { IntersectionType } from '@nestjs/swagger';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { RosterQuery } from '../../coordination/roster/roster.dto.js';
import { RosterService } from '../../coordination/roster/roster.service.js';
import { charactersOf, countFitting, roomIn } from '../domain/budget.js';
import { memberLines, statesLine } from '../domain/roster-lines.js';
import { BoardTool, type ToolOutput } from '../tool.js';
import { LongResultArgs } from '../tool-args.js';

export class RosterArgs extends IntersectionType(LongResultArgs, RosterQuery) {}

@Injectable()
export class RosterTool extends BoardTool<RosterArgs> {
  readonly name = 'roster';
  readonly title = 'Who is here';
  readonly description = 'The members of the board: who is active, what each holds and claims, and how much is unread.';
  readonly toolset = 'coordination';
  readonly isReadOnly = true;
  readonly args = RosterArgs;

  constructor(private readonly rosters: RosterService) {
    super();
  }

  async run({ max_tokens, board: _, ...query }: RosterArgs, board: BoardAccess): Promise<ToolOutput> {
    const { items, left_out = 0 } = await this.rosters.list(board, query);
    const lines = items.map(memberLines);
    const sizes = lines.map((some) => some.join('\n').length);
    const count = countFitting(sizes, charactersOf(roomIn(max_tokens)));
    const left = items.length - count + left_out;
    return {
      ours: [
        items.length === 0 ? `Nobody is on ${board.slug} by name.` : `On ${board.slug}: ${statesLine(items)}.`,
        ...(left === 0 ? [] : [`${left} more are left out, who were here longer ago: limit, max_tokens.`]),
      ],
      theirs: lines.slice(0, count).flat(),
    };
  }
}

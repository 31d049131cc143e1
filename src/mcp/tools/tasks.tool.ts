import { Injectable } from '@nestjs/common';
import { IntersectionType } from '@nestjs/swagger';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { ListLeasesQuery } from '../../coordination/leases/lease-list.dto.js';
import { LeaseListService } from '../../coordination/leases/lease-list.service.js';
import { charactersOf, countFitting, roomIn } from '../domain/budget.js';
import { leaseLines } from '../domain/lease-lines.js';
import { BoardTool, type ToolOutput } from '../tool.js';
import { LongResultArgs } from '../tool-args.js';

export class TasksArgs extends IntersectionType(LongResultArgs, ListLeasesQuery) {}

@Injectable()
export class TasksTool extends BoardTool<TasksArgs> {
  readonly name = 'tasks';
  readonly title = 'Who holds what';
  readonly description =
    'Lists leases: holder, since when, how long still, what for; and those that ran out unreleased.';
  readonly toolset = 'coordination';
  readonly isReadOnly = true;
  readonly args = TasksArgs;

  constructor(private readonly lists: LeaseListService) {
    super();
  }

  async run({ max_tokens, board: _, ...query }: TasksArgs, board: BoardAccess): Promise<ToolOutput> {
    const { items, left_out = 0 } = await this.lists.list(board, query);
    const lines = items.map((lease) => leaseLines(lease));
    const sizes = lines.map((some) => some.join('\n').length);
    const count = countFitting(sizes, charactersOf(roomIn(max_tokens)));
    const left = items.length - count + left_out;
    return {
      ours: [
        items.length === 0
          ? `Nobody holds anything on ${board.slug}.`
          : `${items.length + left_out} leases on ${board.slug}.`,
        ...(left === 0 ? [] : [`${left} newer ones are left out; name a holder to see theirs.`]),
      ],
      theirs: lines.slice(0, count).flat(),
    };
  }
}

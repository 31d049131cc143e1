import { Injectable } from '@nestjs/common';
import { IntersectionType } from '@nestjs/swagger';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { ListFactsQuery } from '../../coordination/facts/facts.dto.js';
import { FactsService } from '../../coordination/facts/facts.service.js';
import { cutToFit } from '../../kernel/cut-to-fit.js';
import { charactersOf, countFitting, roomIn } from '../domain/budget.js';
import { callText, cutText } from '../domain/call-text.js';
import { factLines } from '../domain/fact-lines.js';
import { BoardTool, type ToolOutput } from '../tool.js';
import { LongResultArgs } from '../tool-args.js';

export class FactsArgs extends IntersectionType(LongResultArgs, ListFactsQuery) {}

@Injectable()
export class FactsTool extends BoardTool<FactsArgs> {
  readonly name = 'facts';
  readonly title = 'Read facts';
  readonly description = 'Values that all share, by key, each with its version.';
  readonly toolset = 'coordination';
  readonly isReadOnly = true;
  readonly args = FactsArgs;

  constructor(private readonly facts: FactsService) {
    super();
  }

  async run(args: FactsArgs, board: BoardAccess): Promise<ToolOutput> {
    const { board: _, max_tokens, ...query } = args;
    const { items, next_after } = await this.facts.list(board, query);
    const room = charactersOf(roomIn(max_tokens));
    const texts = items.map((fact) => factLines(fact).join('\n'));
    const sizes = texts.map((text) => text.length);
    const count = Math.max(countFitting(sizes, room), Math.min(1, sizes.length));
    const shown = texts.slice(0, count).map((text) => cutToFit(text, (some) => some.length < room));
    const cut = items.filter((_, index) => index < count && shown[index] !== texts[index]);
    const after = count < items.length ? items[count - 1]?.key : next_after;
    const rest = after === undefined ? [] : [`Further ones: ${callText(this.name, { ...args, after })}`];
    return {
      ours: [`${count} facts on ${board.slug}`, ...rest, ...cut.map(({ label }) => cutText(args, label))],
      theirs: shown.flatMap((text) => text.split('\n')),
    };
  }
}

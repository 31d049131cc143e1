import { Injectable } from '@nestjs/common';
import { IntersectionType } from '@nestjs/swagger';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { GrepAnswerDto, GrepQuery } from '../../grep/grep.dto.js';
import { GrepService } from '../../grep/grep.service.js';
import { cutToFit } from '../../kernel/cut-to-fit.js';
import { foldSpaces } from '../../kernel/text.js';
import type { Connection } from '../connection.js';
import { charactersOf, countFitting, roomIn } from '../domain/budget.js';
import { callText, cutText } from '../domain/call-text.js';
import { entryLines } from '../domain/entry-lines.js';
import { BoardTool, type ToolOutput } from '../tool.js';
import { LongResultArgs } from '../tool-args.js';

export class BoardGrepArgs extends IntersectionType(LongResultArgs, GrepQuery) {}

@Injectable()
export class BoardGrepTool extends BoardTool<BoardGrepArgs> {
  readonly name = 'board_grep';
  readonly title = 'Search the board';
  readonly description = 'Searches everything ever noted, newest first. Use it before you ask or try something again.';
  readonly toolset = 'board';
  readonly isReadOnly = true;
  readonly args = BoardGrepArgs;
  override readonly answer = GrepAnswerDto;

  constructor(private readonly service: GrepService) {
    super();
  }

  async run(args: BoardGrepArgs, board: BoardAccess, { caller }: Connection): Promise<ToolOutput> {
    const { board: _, max_tokens, ...query } = args;
    const found = await this.service.grep(caller, board, query);
    const answer = fitting(found, charactersOf(roomIn(max_tokens)));
    const [first] = answer.matches;
    const isCut = first !== undefined && first.content !== found.matches[0]?.content;
    const { total, returned, normalized, next_before, matches } = answer;
    const rest =
      next_before === undefined ? [] : [`Older ones: ${callText(this.name, { ...args, before: next_before })}`];
    return {
      ours: [
        `${returned} of ${total} matches on ${board.slug} for ${foldSpaces(normalized)}`,
        ...rest,
        ...(isCut ? [cutText(args, first.label)] : []),
      ],
      theirs: matches.flatMap(entryLines),
      structured: answer,
    };
  }
}

/** The answer as it would be with a smaller limit: the newest matches whose text, and whose JSON, fit; one, cut if need be. */
function fitting(answer: GrepAnswerDto, characters: number): GrepAnswerDto {
  const sizes = answer.matches.map(sizeOf);
  const returned = Math.max(countFitting(sizes, characters), Math.min(1, sizes.length));
  const last = answer.matches[returned - 1];
  if (last === undefined) return answer;
  const isOne = returned === 1;
  const content = isOne
    ? cutToFit(last.content, (some) => sizeOf({ ...last, content: some }) < characters)
    : last.content;
  const matches = isOne ? [{ ...last, content }] : answer.matches.slice(0, returned);
  if (returned === sizes.length) return { ...answer, matches };
  return { ...answer, returned, truncated: true, next_before: last.label, matches };
}

const sizeOf = (match: GrepAnswerDto['matches'][number]): number =>
  Math.max(entryLines(match).join('\n').length, JSON.stringify(match).length);

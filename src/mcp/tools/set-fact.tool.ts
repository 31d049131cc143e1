import { Injectable } from '@nestjs/common';
import { IntersectionType, PickType } from '@nestjs/swagger';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { FactParams, SetFactDto } from '../../coordination/facts/facts.dto.js';
import { FactsService } from '../../coordination/facts/facts.service.js';
import type { Connection } from '../connection.js';
import { BoardTool, type ToolOutput } from '../tool.js';
import { BoardArgs } from '../tool-args.js';
import { writeKey } from '../write-key.js';

export class SetFactArgs extends IntersectionType(BoardArgs, PickType(FactParams, ['key']), SetFactDto) {}

@Injectable()
export class SetFactTool extends BoardTool<SetFactArgs> {
  readonly name = 'set_fact';
  readonly title = 'Set a fact';
  readonly description = 'Sets a value that all share. The latest wins, unless if_version says which you have seen.';
  readonly toolset = 'coordination';
  readonly isReadOnly = false;
  readonly args = SetFactArgs;

  constructor(private readonly facts: FactsService) {
    super();
  }

  async run({ board: _, key, ...dto }: SetFactArgs, board: BoardAccess, connection: Connection): Promise<ToolOutput> {
    const path = `/board/${board.slug}/facts/${key}`;
    const requestKey = writeKey(connection, { method: 'PUT', path, body: dto });
    const { body } = await this.facts.set(connection.caller, board, { key, dto, requestKey });
    if (body.label === null) return { ours: [`There was no ${key} on ${body.board}, head ${body.head}.`] };
    const what = dto.value === null ? 'is removed' : 'is set';
    return { ours: [`${key} on ${body.board} ${what} by ${body.label}, version ${body.version}.`] };
  }
}

import { Injectable } from '@nestjs/common';
import { IntersectionType } from '@nestjs/swagger';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { SendMessageDto } from '../../messages/messages.dto.js';
import { MessagesService } from '../../messages/messages.service.js';
import type { Connection } from '../connection.js';
import { BoardTool, type ToolOutput } from '../tool.js';
import { BoardArgs } from '../tool-args.js';
import { writeKey } from '../write-key.js';

export class PostArgs extends IntersectionType(BoardArgs, SendMessageDto) {}

@Injectable()
export class PostTool extends BoardTool<PostArgs> {
  readonly name = 'post';
  readonly title = 'Post a message';
  readonly description = 'A message to one agent, or to all. What stays true is a note: board_write.';
  readonly toolset = 'core';
  readonly isReadOnly = false;
  readonly args = PostArgs;

  constructor(private readonly messages: MessagesService) {
    super();
  }

  async run({ board: _, ...dto }: PostArgs, board: BoardAccess, connection: Connection): Promise<ToolOutput> {
    const key = writeKey(connection, { path: `/board/${board.slug}/messages`, body: dto });
    const { body } = await this.messages.send(connection.caller, board, { dto, key });
    return { ours: [`Sent to ${dto.to ?? 'all'} on ${body.board} as ${body.label}.`] };
  }
}

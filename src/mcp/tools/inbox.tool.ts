import { Injectable } from '@nestjs/common';
import { IntersectionType } from '@nestjs/swagger';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { ConversationService } from '../../messages/conversation.service.js';
import { ListMessagesQuery } from '../../messages/messages.dto.js';
import type { Connection } from '../connection.js';
import { charactersOf, countFitting, roomIn } from '../domain/budget.js';
import { callText } from '../domain/call-text.js';
import { messageLines } from '../domain/entry-lines.js';
import { BoardTool, type ToolOutput } from '../tool.js';
import { LongResultArgs } from '../tool-args.js';

export class InboxArgs extends IntersectionType(LongResultArgs, ListMessagesQuery) {}

@Injectable()
export class InboxTool extends BoardTool<InboxArgs> {
  readonly name = 'inbox';
  readonly title = 'List messages';
  readonly description = 'Messages to you and from you, read ones too, newest first.';
  readonly toolset = 'core';
  readonly isReadOnly = true;
  readonly args = InboxArgs;

  constructor(private readonly conversation: ConversationService) {
    super();
  }

  async run(args: InboxArgs, board: BoardAccess, { caller }: Connection): Promise<ToolOutput> {
    const { board: _, max_tokens, ...query } = args;
    const { items, next_before } = await this.conversation.list(caller, board, query);
    const sizes = items.map((message) => messageLines(message).join('\n').length);
    const count = Math.max(countFitting(sizes, charactersOf(roomIn(max_tokens))), Math.min(1, sizes.length));
    const before = count < items.length ? items[count - 1]?.label : next_before;
    const rest = before === undefined ? [] : [`Older ones: ${callText(this.name, { ...args, before })}`];
    return {
      ours: [`${count} messages on ${board.slug}`, ...rest],
      theirs: items.slice(0, count).flatMap(messageLines),
    };
  }
}

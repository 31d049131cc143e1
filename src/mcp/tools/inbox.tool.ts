import { Injectable } from '@nestjs/common';
import { IntersectionType, OmitType } from '@nestjs/swagger';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { InboxRequestsService } from '../../coordination/inbox/inbox-requests.service.js';
import { InboxQuery } from '../../coordination/inbox/inbox.dto.js';
import type { Connection } from '../connection.js';
import { callText } from '../domain/call-text.js';
import { BoardTool, type ToolOutput } from '../tool.js';
import { LongResultArgs } from '../tool-args.js';
import { UnreadOutputService } from '../unread-output.service.js';

export class InboxArgs extends IntersectionType(LongResultArgs, OmitType(InboxQuery, ['ack'])) {}

@Injectable()
export class InboxTool extends BoardTool<InboxArgs> {
  readonly name = 'inbox';
  readonly title = 'Unread messages';
  readonly description = 'Unread messages to you and to all, and what others agreed on or hold; oldest first.';
  readonly toolset = 'core';
  readonly isReadOnly = true;
  override readonly isForRoles = true;
  readonly args = InboxArgs;

  constructor(
    private readonly requests: InboxRequestsService,
    private readonly output: UnreadOutputService,
  ) {
    super();
  }

  run(args: InboxArgs, board: BoardAccess, connection: Connection): Promise<ToolOutput> {
    const { board: _, max_tokens: maxTokens, ...query } = args;
    const read = (limit = query.limit) =>
      this.requests.read(connection.caller, board, {
        ...query,
        ...(limit === undefined ? {} : { limit }),
        ack: 'false',
      });
    return this.output.show(connection, board, { maxTokens, read, again: callText(this.name, { ...args }) });
  }
}

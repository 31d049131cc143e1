import { Injectable } from '@nestjs/common';
import { IntersectionType, OmitType } from '@nestjs/swagger';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { InboxRequestsService } from '../../coordination/inbox/inbox-requests.service.js';
import { WaitQuery } from '../../coordination/inbox/inbox.dto.js';
import type { Connection } from '../connection.js';
import { callText } from '../domain/call-text.js';
import { BoardTool, type ToolOutput } from '../tool.js';
import { LongResultArgs } from '../tool-args.js';
import { UnreadOutputService } from '../unread-output.service.js';

export class WaitArgs extends IntersectionType(LongResultArgs, OmitType(WaitQuery, ['ack'])) {}

@Injectable()
export class WaitTool extends BoardTool<WaitArgs> {
  readonly name = 'wait';
  readonly title = 'Wait for a message';
  readonly description = 'Like inbox, but waits until something is there, 25 s at most.';
  readonly toolset = 'coordination';
  readonly isReadOnly = true;
  override readonly isForRoles = true;
  readonly args = WaitArgs;

  constructor(
    private readonly requests: InboxRequestsService,
    private readonly output: UnreadOutputService,
  ) {
    super();
  }

  run(args: WaitArgs, board: BoardAccess, connection: Connection): Promise<ToolOutput> {
    const { board: _, max_tokens: maxTokens, ...query } = args;
    const { caller, isGone } = connection;
    connection.becomeHeld();
    const read = (limit = query.limit) =>
      this.requests.wait(caller, board, {
        query: { ...query, ...(limit === undefined ? {} : { limit }), ack: 'false' },
        isGone,
      });
    return this.output.show(connection, board, { maxTokens, read, again: callText(this.name, { ...args }) });
  }
}

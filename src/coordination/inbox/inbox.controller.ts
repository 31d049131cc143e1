import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Identity } from '../../auth/domain/identity.js';
import { Caller } from '../../auth/identity.guard.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { OnBoard } from '../../boards/membership.guard.js';
import { ForRoles } from '../../boards/roles/for-roles.js';
import { EVENT } from '../../notices/examples.js';
import { BoardParam, Documented } from '../../platform/http/api-docs.js';
import { InboxAckDto, InboxCursorDto, InboxDto, InboxQuery, WaitQuery } from './inbox.dto.js';
import { InboxRequestsService } from './inbox-requests.service.js';
import { InboxService } from './inbox.service.js';

const INBOX = { board: 'main', head: 57, items: [EVENT], to: 57, cursor: 57, more: false };

@ApiTags('messages')
@BoardParam()
@ForRoles()
@Controller('board/:board')
export class InboxController {
  constructor(
    private readonly requests: InboxRequestsService,
    private readonly inbox: InboxService,
  ) {}

  @Get('inbox')
  @Documented({
    id: 'inbox',
    summary: 'Unread messages and coordination entries, oldest first; they count as shown by being fetched',
    description:
      'With a filter the cursor moves only over the unbroken prefix of all that is unread: something may come twice, nothing is lost. With `ack=false` it stays until `POST inbox/ack`.',
    answer: InboxDto,
    example: INBOX,
    problems: ['not_found', 'timed_out'],
  })
  read(@Caller() caller: Identity, @OnBoard() board: BoardAccess, @Query() query: InboxQuery): Promise<InboxDto> {
    return this.requests.read(caller, board, query);
  }

  @Get('wait')
  @Documented({
    id: 'wait',
    summary: 'Waits until something unread is there, and answers it like the inbox; nothing when the time is over',
    answer: InboxDto,
    example: INBOX,
    problems: ['not_found', 'timed_out'],
  })
  wait(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Query() query: WaitQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<InboxDto> {
    const departure = new AbortController();
    response.once('close', () => {
      departure.abort();
    });
    return this.requests.wait(caller, board, { query, isGone: departure.signal });
  }

  @Post('inbox/ack')
  @HttpCode(200)
  @Documented({
    id: 'acknowledgeInbox',
    summary: 'Says that what an inbox or a wait answered was shown; repeating it is harmless',
    body: InboxAckDto,
    bodies: { ack: { to: 57 } },
    answer: InboxCursorDto,
    example: { board: 'main', cursor: 57 },
    problems: ['not_found', 'not_offered', 'timed_out', 'too_large', 'unsupported_media_type'],
  })
  acknowledge(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Body() { to }: InboxAckDto,
  ): Promise<InboxCursorDto> {
    return this.inbox.acknowledge(caller, board, to);
  }
}

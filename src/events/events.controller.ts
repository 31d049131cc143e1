import { Controller, Get, Headers, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Identity } from '../auth/domain/identity.js';
import { Caller } from '../auth/identity.guard.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import { OnBoard } from '../boards/membership.guard.js';
import { ForRoles } from '../boards/roles/for-roles.js';
import { ENTRY } from '../gists/examples.js';
import { BoardParam, Documented } from '../platform/http/api-docs.js';
import { startOf } from './domain/start-of.js';
import { sseText } from './domain/sse.js';
import { EventStreamsService } from './event-streams.service.js';
import { EventsQuery } from './events.dto.js';
import { SseConnection } from './sse-connection.js';

@ApiTags('events')
@BoardParam()
@Controller('board/:board/events')
export class EventsController {
  constructor(private readonly streams: EventStreamsService) {}

  @ForRoles()
  @Get()
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The seq of the last event that arrived: the stream goes on behind it. Before `after`.',
    schema: { type: 'string' },
  })
  @Documented({
    id: 'events',
    summary: 'Entries as they are written, as server-sent events',
    description:
      'Each entry that the caller may see is one event: its `id` is the seq, its data an EntryDto. The first event, `head`, gives the client its place. A comment each 15 s while nothing happens. The stream ends when the service stops or the right to it does; come back with the id of the last event.',
    answer: 'text',
    media: 'text/event-stream',
    example: sseText({ id: 41, data: ENTRY }),
    problems: ['not_found', 'too_many_requests'],
  })
  async follow(
    @Caller() identity: Identity,
    @OnBoard() { slug, head }: BoardAccess,
    @Query() { after }: EventsQuery,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const follower = { identity, headers: request.headers, board: slug, after: startOf({ lastEventId, after }, head) };
    await this.streams.follow(follower, new SseConnection(response));
  }
}

import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { OnBoard } from '../../boards/membership.guard.js';
import { BoardParam, Documented } from '../../platform/http/api-docs.js';
import { LIVE_LEASE } from '../leases/examples.js';
import { RosterDto, RosterQuery } from './roster.dto.js';
import { RosterService } from './roster.service.js';

const BOB = {
  agent: 'bob',
  last_seen: '2026-11-30T13:20:07.123Z',
  age_s: 12,
  state: 'active',
  sessions: 1,
  holds: [LIVE_LEASE],
  claims: ['G41'],
  unread: 3,
};

@ApiTags('boards')
@BoardParam()
@Controller('board/:board/roster')
export class RosterController {
  constructor(private readonly rosters: RosterService) {}

  @Get()
  @Documented({
    id: 'roster',
    summary: 'Who is on the board, who of them is there, and what each holds, claims and has not read',
    answer: RosterDto,
    example: { board: 'main', head: 57, items: [BOB] },
    problems: ['not_found', 'timed_out'],
  })
  list(@OnBoard() board: BoardAccess, @Query() query: RosterQuery): Promise<RosterDto> {
    return this.rosters.list(board, query);
  }
}

import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Identity } from '../../auth/domain/identity.js';
import { Caller } from '../../auth/identity.guard.js';
import { InstanceHeader, InstanceId } from '../../auth/instances.service.js';
import { VERSION } from '../../kernel/product.js';
import { Documented } from '../../platform/http/api-docs.js';
import { ForRoles } from '../../boards/roles/for-roles.js';
import { LIVE_LEASE } from '../leases/examples.js';
import { WhoamiDto, WhoamiQuery } from './whoami.dto.js';
import { WhoamiService } from './whoami.service.js';

@ApiTags('identity')
@Controller('whoami')
export class WhoamiController {
  constructor(private readonly service: WhoamiService) {}

  @ForRoles()
  @Get()
  @InstanceHeader()
  @Documented({
    id: 'whoami',
    summary: 'Who the service takes the caller for, and what it may use',
    answer: WhoamiDto,
    example: {
      agent: 'alice',
      kind: 'member',
      workspace: 'default',
      auth: 'trusted',
      url: 'http://127.0.0.1:8660',
      version: VERSION,
      board: 'main',
      head: 57,
      unread: { gists: 4, posts: 1 },
      open_proposal: null,
      my_leases: [{ ...LIVE_LEASE, holder: 'alice' }],
      boards: [{ board: 'main', head: 57 }],
      other_sessions: 0,
    },
    problems: ['not_found'],
  })
  whoami(
    @Caller() caller: Identity,
    @InstanceId() instance: string | undefined,
    @Query() { board }: WhoamiQuery,
  ): Promise<WhoamiDto> {
    return this.service.describe(caller, instance, board);
  }
}

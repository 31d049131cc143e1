import { Controller, Get } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import type { Identity } from '../auth/domain/identity.js';
import { Caller } from '../auth/identity.guard.js';
import { InstanceHeader, InstanceId, InstancesService, sharedNameWarning } from '../auth/instances.service.js';
import { WorkspacesRepository } from '../auth/workspaces.repository.js';
import { VERSION } from '../kernel/product.js';
import { Settings } from '../platform/config/settings.js';
import { Documented } from '../platform/http/api-docs.js';
import { BoardAccessService } from './board-access.service.js';
import { BoardSummaryDto } from './boards.dto.js';

export class WhoamiDto {
  @ApiProperty({ description: 'Who the service takes the caller for, in the canonical spelling.', example: 'alice' })
  agent: string;

  @ApiProperty({ enum: ['member', 'operator'], description: 'What the caller may do.', example: 'member' })
  kind: string;

  @ApiProperty({ description: 'The workspace of the caller.', example: 'default' })
  workspace: string;

  @ApiProperty({ enum: ['trusted', 'token'], description: 'How callers are known here.', example: 'trusted' })
  auth: string;

  @ApiProperty({ description: 'Where the service is reached.', example: 'http://127.0.0.1:8660' })
  url: string;

  @ApiProperty({ description: 'The version of the service.', example: VERSION })
  version: string;

  @ApiProperty({ description: 'The boards that the caller may use.', type: [BoardSummaryDto] })
  boards: BoardSummaryDto[];

  @ApiProperty({
    description: 'How many other sessions run under this name (for callers that send X-Instance).',
    type: 'integer',
    example: 0,
  })
  other_sessions: number;

  @ApiProperty({ description: 'What the agent should do about other sessions under its name.', required: false })
  warning?: string;
}

@ApiTags('identity')
@Controller('whoami')
export class WhoamiController {
  constructor(
    private readonly access: BoardAccessService,
    private readonly workspaces: WorkspacesRepository,
    private readonly instances: InstancesService,
    private readonly settings: Settings,
  ) {}

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
      boards: [{ board: 'main', head: 57 }],
      other_sessions: 0,
    },
  })
  async whoami(@Caller() caller: Identity, @InstanceId() instance: string | undefined): Promise<WhoamiDto> {
    const boards = await this.access.list(caller);
    const others = await this.instances.others(caller.workspaceId, caller.agent, instance);
    return {
      agent: caller.agent,
      kind: caller.kind,
      workspace: await this.workspaces.slugOf(caller.workspaceId),
      auth: this.settings.auth,
      url: this.settings.publicUrl,
      version: VERSION,
      boards: boards.map(({ slug, head }) => ({ board: slug, head })),
      other_sessions: others,
      ...(others > 0 ? { warning: sharedNameWarning(caller.agent) } : {}),
    };
  }
}

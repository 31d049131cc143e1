import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Identity } from '../../auth/domain/identity.js';
import { Caller } from '../../auth/identity.guard.js';
import type { Answer } from '../../platform/http/answer.js';
import { Documented } from '../../platform/http/api-docs.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import { IdempotencyKey } from '../../platform/http/request-key.js';
import { TOKEN } from '../tokens/examples.js';
import { CreateWorkspaceDto, NewWorkspaceDto } from './workspaces.dto.js';
import { WorkspacesService } from './workspaces.service.js';

const OPERATOR_TOKEN = { ...TOKEN, agent: 'harness', kind: 'operator', boards: null, token: 'gbt_<43 characters>' };

@ApiTags('identity')
@Controller('workspaces')
export class WorkspacesController {
  constructor(private readonly workspaces: WorkspacesService) {}

  @Post()
  @Documented({
    id: 'createWorkspace',
    summary: "Makes a workspace (operators of the default one); its operator's token is shown this once",
    status: 201,
    answer: NewWorkspaceDto,
    example: { workspace: 'acme', created_at: '2026-11-30T13:05:07.123Z', operator_token: OPERATOR_TOKEN },
    body: CreateWorkspaceDto,
    bodies: { workspace: { workspace: 'acme' } },
    problems: ['forbidden', 'already_exists', 'already_created'],
    isWrite: true,
  })
  create(
    @Caller() caller: Identity,
    @Body() dto: CreateWorkspaceDto,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<NewWorkspaceDto>> {
    return this.workspaces.create(caller, dto, key);
  }
}

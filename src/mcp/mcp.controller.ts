import { All, Controller, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Identity } from '../auth/domain/identity.js';
import { Caller } from '../auth/identity.guard.js';
import { InstanceId } from '../auth/instances.service.js';
import { BoardAccessService } from '../boards/board-access.service.js';
import { closedToRoles } from '../boards/roles/domain/fence.js';
import type { RoleScope } from '../boards/roles/domain/scope.js';
import { ForRoles } from '../boards/roles/for-roles.js';
import { Problem } from '../kernel/problem.js';
import { ConnectionQuery } from './connection.js';
import { toolsetsOf } from './domain/toolsets.js';
import { McpService } from './mcp.service.js';

@ApiExcludeController()
@ForRoles()
@Controller('mcp')
export class McpController {
  constructor(
    private readonly mcp: McpService,
    private readonly boards: BoardAccessService,
  ) {}

  /** No session is kept, so there is none to listen to (GET) or to end (DELETE): 405, as the protocol has it. */
  @All()
  async serve(
    @Caller() caller: Identity,
    @InstanceId() instance: string | undefined,
    @Query() { board, toolsets, structured }: ConnectionQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { requestId, headers, method } = request;
    if (method !== 'POST') {
      response.setHeader('Allow', 'POST');
      throw new Problem(
        'method_not_allowed',
        'MCP takes POST here: no session is kept, so there is nothing else to do.',
      );
    }
    const idempotencyKey = headers['idempotency-key'];
    const departure = new AbortController();
    response.once('close', () => {
      departure.abort();
    });
    const connection = {
      caller,
      scope: await this.#scopeOf(caller),
      requestId,
      instance,
      board,
      toolsets: toolsetsOf(toolsets, caller.role !== undefined),
      isStructured: structured === 'true',
      isGone: departure.signal,
      becomeHeld: () => {
        request.becomeHeld?.();
      },
      idempotencyKey,
    };
    await this.mcp.serve(connection, request, response);
  }

  /** Members and operators have none; a role without one is behind every fence. */
  async #scopeOf(caller: Identity): Promise<RoleScope | undefined> {
    if (caller.role === undefined) return undefined;
    const [own] = await this.boards.list(caller, { forRoles: true });
    if (own?.scope === undefined) throw closedToRoles(caller.agent);
    return own.scope;
  }
}

import { All, Controller, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Identity } from '../auth/domain/identity.js';
import { Caller } from '../auth/identity.guard.js';
import { InstanceId } from '../auth/instances.service.js';
import { Problem } from '../kernel/problem.js';
import { ConnectionQuery } from './connection.js';
import { toolsetsOf } from './domain/toolsets.js';
import { McpService } from './mcp.service.js';

@ApiExcludeController()
@Controller('mcp')
export class McpController {
  constructor(private readonly mcp: McpService) {}

  /** No session is kept, so there is none to listen to (GET) or to end (DELETE): 405, as the protocol has it. */
  @All()
  serve(
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
      requestId,
      instance,
      board,
      toolsets: toolsetsOf(toolsets),
      isStructured: structured === 'true',
      isGone: departure.signal,
      becomeHeld: () => {
        request.becomeHeld?.();
      },
      idempotencyKey,
    };
    return this.mcp.serve(connection, request, response);
  }
}

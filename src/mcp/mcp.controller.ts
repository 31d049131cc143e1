import { All, Controller, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Identity } from '../auth/domain/identity.js';
import { Caller } from '../auth/identity.guard.js';
import { InstanceId } from '../auth/instances.service.js';
import { ConnectionQuery } from './connection.js';
import { toolsetsOf } from './domain/toolsets.js';
import { McpService } from './mcp.service.js';

@ApiExcludeController()
@Controller('mcp')
export class McpController {
  constructor(private readonly mcp: McpService) {}

  /** Other methods than POST get the protocol's own 405. */
  @All()
  serve(
    @Caller() caller: Identity,
    @InstanceId() instance: string | undefined,
    @Query() { board, toolsets }: ConnectionQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { requestId, headers } = request;
    const idempotencyKey = headers['idempotency-key'];
    const connection = { caller, requestId, instance, board, toolsets: toolsetsOf(toolsets), idempotencyKey };
    return this.mcp.serve(connection, request, response);
  }
}

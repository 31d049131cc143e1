import { Injectable } from '@nestjs/common';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { Request, Response } from 'express';
import { badRequest } from '../kernel/problem.js';
import { Logger } from '../platform/observability/logger.js';
import type { Connection } from './connection.js';
import { INSTRUCTIONS, ROLE_INSTRUCTIONS } from './domain/guide.js';
import { ToolCallsService } from './tool-calls.service.js';
import { SERVER_INFO, ToolsService } from './tools.service.js';

/** The most messages of one request; an early revision of the protocol lets clients send several. */
const MAX_MESSAGES = 20;

/** Speaks the protocol, in both of its eras; nothing is kept between requests, so any replica answers any of them. */
@Injectable()
export class McpService {
  constructor(
    private readonly tools: ToolsService,
    private readonly calls: ToolCallsService,
    private readonly logger: Logger,
  ) {}

  async serve(connection: Connection, request: Request, response: Response): Promise<void> {
    const body: unknown = request.body;
    if (Array.isArray(body) && body.length > MAX_MESSAGES)
      throw badRequest('body', `holds more than ${MAX_MESSAGES} messages; send them in parts`);
    const onerror = (error: Error): void => {
      this.logger.debug({ requestId: connection.requestId, err: error }, 'a message of the protocol was refused');
    };
    const handler = createMcpHandler(() => this.#server(connection), { onerror });
    await toNodeHandler(handler, { onerror })(request, response, body);
  }

  // Not by `registerTool`: it would turn schemas and register every tool again for each request.
  #server(connection: Connection): McpServer {
    const isFenced = connection.scope !== undefined && !connection.scope.seesBoard;
    const mcp = new McpServer({ ...SERVER_INFO }, { instructions: isFenced ? ROLE_INSTRUCTIONS : INSTRUCTIONS });
    mcp.server.registerCapabilities({ tools: {} });
    mcp.server.setRequestHandler('tools/list', () => ({
      tools: [...this.tools.definitions(connection.toolsets, connection)],
    }));
    mcp.server.setRequestHandler('tools/call', ({ params }) => this.calls.call(connection, params));
    return mcp;
  }
}

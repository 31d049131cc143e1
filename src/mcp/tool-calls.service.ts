import { Injectable } from '@nestjs/common';
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Connection } from './connection.js';
import { CONFIRM_KEY } from './domain/receipt.js';
import { ReceiptsService } from './receipts.service.js';
import { ToolRefusalsService } from './tool-refusals.service.js';
import { ToolRunnerService } from './tool-runner.service.js';
import { ToolsService } from './tools.service.js';

/** The part of a `tools/call` message that says what to do. */
export interface CallParams {
  readonly name: string;
  readonly arguments?: unknown;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** Answers `tools/call`. */
@Injectable()
export class ToolCallsService {
  constructor(
    private readonly tools: ToolsService,
    private readonly runner: ToolRunnerService,
    private readonly receipts: ReceiptsService,
    private readonly refusals: ToolRefusalsService,
  ) {}

  /** A refusal is a result with `isError` and what to do; throws for a tool that there is not, as the protocol asks. */
  async call(connection: Connection, params: CallParams): Promise<CallToolResult> {
    const tool = this.tools.find(params.name, connection);
    if (tool === undefined) {
      const names = this.tools.definitions(connection.toolsets, connection).map(({ name }) => name);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no such tool here, but ${names.join(', ')}.`);
    }
    await this.receipts.confirm(connection, params._meta?.[CONFIRM_KEY]);
    try {
      return await this.runner.run(tool, connection, params.arguments ?? {});
    } catch (error) {
      return this.refusals.resultOf(error, connection, params.arguments);
    }
  }
}

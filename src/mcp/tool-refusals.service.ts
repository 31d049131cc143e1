import { Injectable } from '@nestjs/common';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { problemOf } from '../platform/http/problem.filter.js';
import { Logger } from '../platform/observability/logger.js';
import type { Connection } from './connection.js';
import { framed } from './domain/frame.js';
import { problemText } from './domain/problem-text.js';
import { SurroundingsService } from './surroundings.service.js';

/** Makes a refusal a result of a tool, as the protocol asks. */
@Injectable()
export class ToolRefusalsService {
  constructor(
    private readonly surroundings: SurroundingsService,
    private readonly logger: Logger,
  ) {}

  /** `given`: the arguments as they came. */
  async resultOf(error: unknown, connection: Connection, given: unknown): Promise<CallToolResult> {
    const { requestId } = connection;
    const text = problemText(problemOf(error, { logger: this.logger, requestId }), requestId);
    const named = typeof given === 'object' && given !== null && 'board' in given ? given.board : undefined;
    const board = named === undefined ? undefined : String(named);
    const { ours, theirs } = await this.surroundings.bannerOf(connection, board);
    return { content: [{ type: 'text', text: framed([...ours, text], theirs) }], isError: true };
  }
}

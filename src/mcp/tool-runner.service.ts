import { Injectable } from '@nestjs/common';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { InstancesService } from '../auth/instances.service.js';
import { LapsesService } from '../coordination/leases/lapses.service.js';
import { badRequest } from '../kernel/problem.js';
import { validationPipe } from '../platform/http/validation.js';
import { BoardChoiceService } from './board-choice.service.js';
import type { Connection } from './connection.js';
import { framed } from './domain/frame.js';
import { RECEIPT_KEY } from './domain/receipt.js';
import { type Surroundings, SurroundingsService } from './surroundings.service.js';
import type { Tool, ToolOutput } from './tool.js';
import { validated } from './validated.js';

/** Runs a tool and puts its result together: our words, what others wrote, what came in meanwhile. */
@Injectable()
export class ToolRunnerService {
  readonly #pipe = validationPipe();

  constructor(
    private readonly boards: BoardChoiceService,
    private readonly surroundings: SurroundingsService,
    private readonly instances: InstancesService,
    private readonly lapses: LapsesService,
  ) {}

  /** `given`: the arguments as they came. Throws the refusals of the REST route. */
  async run(tool: Tool, connection: Connection, given: unknown): Promise<CallToolResult> {
    // First: once something is written, nothing may fail any more.
    const { agent } = connection.caller;
    const warning = await this.instances.warning(connection.caller, connection.instance);
    const warnings = warning === undefined ? [] : [warning];
    if (!tool.isOfBoard) {
      refuseArguments(given);
      const output = await tool.run(connection);
      const banner = await this.surroundings.bannerOf(connection, undefined);
      return resultOf(connection, output, { banner, tail: { ours: warnings, theirs: [] } });
    }
    const args = await validated(this.#pipe, tool.args, given);
    const chosen = await this.boards.choose(connection, args.board, { forRoles: tool.isForRoles });
    const board = await this.lapses.tell(agent, chosen);
    const output = await tool.run(args, board, connection);
    const hasNotices = output.isFollowedByUnread !== false;
    const { banner, tail } = await this.surroundings.of(connection, board, { hasNotices });
    return resultOf(connection, output, { banner, tail: { ...tail, ours: [...tail.ours, ...warnings] } });
  }
}

function refuseArguments(given: unknown): void {
  const [name] = typeof given === 'object' && given !== null ? Object.keys(given) : [];
  if (name !== undefined) throw badRequest(name, 'is not a known property');
}

// Clients that are given both show their model the structured part alone: without the frame, and without what came in.
function resultOf({ isStructured }: Connection, output: ToolOutput, { banner, tail }: Surroundings): CallToolResult {
  const { ours, theirs = [], structured, receipt: own } = output;
  const text = framed(
    [...new Set([...banner.ours, ...ours, ...tail.ours])],
    [...banner.theirs, ...theirs, ...tail.theirs],
  );
  const receipt = own ?? tail.receipt;
  return {
    content: [{ type: 'text', text }],
    ...(structured === undefined || !isStructured ? {} : { structuredContent: { ...structured } }),
    ...(receipt === undefined ? {} : { _meta: { [RECEIPT_KEY]: receipt } }),
  };
}

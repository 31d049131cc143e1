import { Injectable } from '@nestjs/common';
import { WhoamiService } from '../../boards/whoami.service.js';
import { PRODUCT } from '../../kernel/product.js';
import type { Connection } from '../connection.js';
import { FreeTool, type ToolOutput } from '../tool.js';

const MAX_BOARDS = 50;

@Injectable()
export class WhoamiTool extends FreeTool {
  readonly name = 'whoami';
  readonly title = 'Who am I';
  readonly description = 'Your name here, and the boards that you may use.';
  readonly toolset = 'core';
  readonly isReadOnly = true;
  override readonly isForRoles = true;

  constructor(private readonly service: WhoamiService) {
    super();
  }

  async run(connection: Connection): Promise<ToolOutput> {
    const { agent, kind, workspace, url, version, boards, warning } = await this.service.describe(
      connection.caller,
      connection.instance,
      undefined,
    );
    const named = boards.slice(0, MAX_BOARDS).map(({ board, head }) => `${board} (head ${head})`);
    const more = boards.length > MAX_BOARDS ? ` and ${boards.length - MAX_BOARDS} more` : '';
    return {
      ours: [
        `You are ${agent}, ${kind} of workspace ${workspace}, at ${url} (${PRODUCT} ${version}).`,
        boards.length === 0 ? 'You may use no board yet.' : `Boards: ${named.join(', ')}${more}`,
        ...(connection.board === undefined ? [] : [`Calls that name no board are about ${connection.board}.`]),
        ...(warning === undefined ? [] : [warning]),
      ],
    };
  }
}

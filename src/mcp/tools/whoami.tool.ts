import { Injectable } from '@nestjs/common';
import { BoardAccessService } from '../../boards/board-access.service.js';
import { WhoamiService } from '../../coordination/whoami/whoami.service.js';
import { PRODUCT } from '../../kernel/product.js';
import type { Connection } from '../connection.js';
import { ownBoardLines } from '../domain/own-board-lines.js';
import { roleLines } from '../domain/role-line.js';
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

  constructor(
    private readonly service: WhoamiService,
    private readonly boards: BoardAccessService,
  ) {
    super();
  }

  async run({ caller, instance, board: chosen }: Connection): Promise<ToolOutput> {
    // Who asks because the connection's board is not there gets an answer, too.
    const found = chosen === undefined ? undefined : await this.boards.find(caller, chosen, { forRoles: true });
    const who = await this.service.describe(caller, instance, found?.slug);
    const { agent, kind, workspace, url, version, boards, role, warning } = who;
    const named = boards.slice(0, MAX_BOARDS).map(({ board, head }) => `${board} (head ${head})`);
    const more = boards.length > MAX_BOARDS ? ` and ${boards.length - MAX_BOARDS} more` : '';
    return {
      ours: [
        `You are ${agent}, ${kind} of workspace ${workspace}, at ${url} (${PRODUCT} ${version}).`,
        boards.length === 0 ? 'You may use no board yet.' : `Boards: ${named.join(', ')}${more}`,
        ...roleLines(role),
        ...(chosen === undefined ? [] : [`Calls that name no board are about ${chosen}.`]),
        ...ownBoardLines(who),
        ...(warning === undefined ? [] : [warning]),
      ],
    };
  }
}

import { Injectable } from '@nestjs/common';
import { IntersectionType } from '@nestjs/swagger';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { ClaimService } from '../../coordination/leases/claim.service.js';
import { ClaimDto } from '../../coordination/leases/leases.dto.js';
import type { Connection } from '../connection.js';
import { conflictLines, grantLines } from '../domain/lease-lines.js';
import { BoardTool, type ToolOutput } from '../tool.js';
import { BoardArgs } from '../tool-args.js';
import { writeKey } from '../write-key.js';

export class ClaimArgs extends IntersectionType(BoardArgs, ClaimDto) {}

@Injectable()
export class ClaimTool extends BoardTool<ClaimArgs> {
  readonly name = 'claim';
  readonly title = 'Claim resources';
  readonly description =
    'Holds paths, globs or tasks for you alone, all or none, before you edit them. The same again renews. Not granted: edit something else.';
  readonly toolset = 'core';
  readonly isReadOnly = false;
  readonly args = ClaimArgs;

  constructor(private readonly claims: ClaimService) {
    super();
  }

  async run(args: ClaimArgs, board: BoardAccess, connection: Connection): Promise<ToolOutput> {
    const { board: _, ...dto } = args;
    const key = writeKey(connection, { path: `/board/${board.slug}/leases`, body: dto });
    const { body } = await this.claims.claim(connection.caller, board, { dto, key });
    if (body.ok) return { ours: grantLines(body) };
    return {
      ours: [`Nothing is granted on ${board.slug}: others hold some of it.`],
      theirs: conflictLines(body.conflicts ?? []),
    };
  }
}

import { Injectable } from '@nestjs/common';
import { IntersectionType, PartialType, PickType } from '@nestjs/swagger';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { ReleaseLeaseDto, ReleaseResourcesDto } from '../../coordination/leases/leases.dto.js';
import { ReleaseService } from '../../coordination/leases/release.service.js';
import { LabelParams } from '../../gists/claims.dto.js';
import { badRequest } from '../../kernel/problem.js';
import type { Connection } from '../connection.js';
import { releaseLines } from '../domain/lease-lines.js';
import { BoardTool, type ToolOutput } from '../tool.js';
import { BoardArgs } from '../tool-args.js';
import { writeKey } from '../write-key.js';

class Named extends PartialType(
  IntersectionType(PickType(LabelParams, ['label']), PickType(ReleaseResourcesDto, ['resources'])),
) {}

export class ReleaseArgs extends IntersectionType(BoardArgs, Named, ReleaseLeaseDto) {}

@Injectable()
export class ReleaseTool extends BoardTool<ReleaseArgs> {
  readonly name = 'release';
  readonly title = 'Release what you hold';
  readonly description = 'Ends a lease or a CLAIM of yours, by label, or what you hold by resources.';
  readonly toolset = 'core';
  readonly isReadOnly = false;
  readonly args = ReleaseArgs;

  constructor(private readonly releases: ReleaseService) {
    super();
  }

  async run(args: ReleaseArgs, board: BoardAccess, connection: Connection): Promise<ToolOutput> {
    const { board: _, label, resources, ...dto } = args;
    const { caller } = connection;
    const path = `/board/${board.slug}/leases`;
    if (label !== undefined && resources === undefined) {
      const key = writeKey(connection, { path: `${path}/${label}/release`, body: dto });
      return { ours: releaseLines((await this.releases.byLabel(caller, board, { label, dto, key })).body, dto.to) };
    }
    if (label !== undefined || resources === undefined) throw badRequest('label', 'give it, or resources: one of them');
    const key = writeKey(connection, { path: `${path}/release`, body: { ...dto, resources } });
    return {
      ours: releaseLines((await this.releases.byResources(caller, board, { resources, dto, key })).body, dto.to),
    };
  }
}

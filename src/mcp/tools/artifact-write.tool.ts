import { Injectable } from '@nestjs/common';
import { IntersectionType, PickType } from '@nestjs/swagger';
import { ArtifactParams, WriteArtifactDto } from '../../artifacts/artifacts.dto.js';
import { WritesService } from '../../artifacts/writes.service.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import type { Connection } from '../connection.js';
import { titleOf } from '../domain/artifact-lines.js';
import { BoardTool, type ToolOutput } from '../tool.js';
import { BoundArgs } from '../tool-args.js';
import { writeKey } from '../write-key.js';

export class ArtifactWriteArgs extends IntersectionType(
  BoundArgs,
  PickType(ArtifactParams, ['kind']),
  PickType(WriteArtifactDto, ['content', 'if_version']),
) {}

@Injectable()
export class ArtifactWriteTool extends BoardTool<ArtifactWriteArgs> {
  readonly name = 'artifact_write';
  readonly title = 'Write a document';
  readonly description = 'The next version of your document of a kind, for the roles that may read it.';
  readonly toolset = 'artifacts';
  override readonly isForRoles = true;
  readonly isReadOnly = false;
  readonly args = ArtifactWriteArgs;

  constructor(private readonly writes: WritesService) {
    super();
  }

  async run({ kind, ...dto }: ArtifactWriteArgs, access: BoardAccess, connection: Connection): Promise<ToolOutput> {
    const path = `/board/${access.slug}/artifacts/${encodeURIComponent(kind)}`;
    const requestKey = writeKey(connection, { path, body: dto });
    const { body } = await this.writes.write(connection.caller, access, { kind, dto, requestKey });
    const against = body.inputs.length === 0 ? '' : `, against ${body.inputs.map(titleOf).join(', ')}`;
    return { ours: [`${titleOf(body)} is written by ${body.label}: ${body.bytes} bytes${against}.`] };
  }
}

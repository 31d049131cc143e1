import { Injectable } from '@nestjs/common';
import { ReadersService } from '../../artifacts/readers.service.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import type { Connection } from '../connection.js';
import { versionLine } from '../domain/artifact-lines.js';
import { BoardTool, type ToolOutput } from '../tool.js';
import { BoundArgs } from '../tool-args.js';

export class ArtifactIndexArgs extends BoundArgs {}

@Injectable()
export class ArtifactIndexTool extends BoardTool<ArtifactIndexArgs> {
  readonly name = 'artifact_index';
  readonly title = 'List documents';
  readonly description = "The goal's documents, newest versions, without texts; what you may read and write.";
  readonly toolset = 'artifacts';
  override readonly isForRoles = true;
  readonly isReadOnly = true;
  readonly args = ArtifactIndexArgs;

  constructor(private readonly readers: ReadersService) {
    super();
  }

  async run(_: ArtifactIndexArgs, access: BoardAccess, { caller }: Connection): Promise<ToolOutput> {
    const {
      items,
      left_out = 0,
      unreadable,
      reads,
      writes,
    } = await this.readers.of({ caller }).index({
      caller,
      access,
    });
    return {
      ours: [
        `${items.length} documents on ${access.slug}`,
        ...items.map(versionLine),
        ...(left_out === 0 ? [] : [`and ${left_out} more`]),
        ...(unreadable.length === 0 ? [] : [`Written, and not for you: ${unreadable.join(', ')}`]),
        `You may read: ${reads.includes('*') ? 'every kind' : listed(reads)}. You may write: ${listed(writes)}.`,
      ],
    };
  }
}

const listed = (kinds: readonly string[]): string => (kinds.length === 0 ? 'nothing' : kinds.join(', '));

import { Injectable } from '@nestjs/common';
import { IntersectionType, PickType } from '@nestjs/swagger';
import type { ArtifactDto } from '../../artifacts/artifact-answers.dto.js';
import { ArtifactParams } from '../../artifacts/artifacts.dto.js';
import { ReadersService } from '../../artifacts/readers.service.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import type { Connection } from '../connection.js';
import { documentLines, documentsFitting } from '../domain/artifact-lines.js';
import { roomIn } from '../domain/budget.js';
import { callText } from '../domain/call-text.js';
import { BoardTool, type ToolOutput } from '../tool.js';
import { BoundArgs } from '../tool-args.js';

export class ArtifactReadAllArgs extends IntersectionType(BoundArgs, PickType(ArtifactParams, ['kind'])) {}

@Injectable()
export class ArtifactReadAllTool extends BoardTool<ArtifactReadAllArgs> {
  readonly name = 'artifact_read_all';
  readonly title = 'Read all of a kind';
  readonly description = 'The newest document of each writer of a kind, as far as there is room.';
  readonly toolset = 'artifacts';
  override readonly isForRoles = true;
  readonly isReadOnly = true;
  readonly args = ArtifactReadAllArgs;

  constructor(private readonly readers: ReadersService) {
    super();
  }

  async run({ kind }: ArtifactReadAllArgs, access: BoardAccess, { caller }: Connection): Promise<ToolOutput> {
    const { items, left_out } = await this.readers.of({ caller }).all({ caller, access, shownToEnd: fitting }, kind);
    if (items.length === 0) return { ours: [`${kind} is not written yet. wait tells you once it is.`] };
    const shown = fitting(items);
    const calls = [...items.slice(shown.length), ...left_out].map(({ slot }) =>
      callText('artifact_read', { kind, ...(slot === null ? {} : { slot }) }),
    );
    const rest = calls.length === 0 ? [] : ['No room for:', ...calls];
    return {
      ours: [`${shown.length} documents of ${kind} on ${access.slug}`, ...rest],
      theirs: shown.flatMap(documentLines),
    };
  }
}

const fitting = (found: readonly ArtifactDto[]): readonly ArtifactDto[] =>
  found.slice(0, documentsFitting(found, roomIn()));

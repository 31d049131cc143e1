import { Injectable } from '@nestjs/common';
import { IntersectionType, PickType } from '@nestjs/swagger';
import { type ArtifactAnswerDto, type ArtifactDto } from '../../artifacts/artifact-answers.dto.js';
import { ArtifactParams, ReadArtifactQuery } from '../../artifacts/artifacts.dto.js';
import { ReadersService } from '../../artifacts/readers.service.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import type { Connection } from '../connection.js';
import { fitsWhole, textWithin, titleOf, versionLine } from '../domain/artifact-lines.js';
import { roomIn } from '../domain/budget.js';
import { callText } from '../domain/call-text.js';
import { BoardTool, type ToolOutput } from '../tool.js';
import { BoundArgs } from '../tool-args.js';

export class ArtifactReadArgs extends IntersectionType(
  BoundArgs,
  PickType(ArtifactParams, ['kind']),
  ReadArtifactQuery,
) {}

@Injectable()
export class ArtifactReadTool extends BoardTool<ArtifactReadArgs> {
  readonly name = 'artifact_read';
  readonly title = 'Read a document';
  readonly description = 'One document of the goal: its newest version, or another one.';
  readonly toolset = 'artifacts';
  override readonly isForRoles = true;
  readonly isReadOnly = true;
  readonly args = ArtifactReadArgs;

  constructor(private readonly readers: ReadersService) {
    super();
  }

  async run({ kind, ...query }: ArtifactReadArgs, access: BoardAccess, { caller }: Connection): Promise<ToolOutput> {
    const shownToEnd = (found: readonly ArtifactDto[]): readonly ArtifactDto[] =>
      found.filter(({ content }) => content === null || fitsWhole(content, roomIn()));
    const answer = await this.readers.of({ caller }).read({ caller, access, shownToEnd }, kind, query);
    return answer.artifact === undefined ? this.#none(answer) : this.#shown(answer.artifact, query.offset ?? 0);
  }

  #none({ state, kind, slots = [] }: ArtifactAnswerDto): ToolOutput {
    const lines = slots.map(versionLine);
    if (state === 'not_yet') return { ours: [`${kind} is not written yet. wait tells you once it is.`, ...lines] };
    const call = callText(this.name, { kind, slot: slots[0]?.slot });
    return { ours: [`Each writer of ${kind} has one of its own. Name one: ${call}`, ...lines] };
  }

  #shown(artifact: ArtifactDto, offset: number): ToolOutput {
    const { kind, slot, version, newest, inputs, content } = artifact;
    const about = [
      versionLine(artifact),
      ...(version === newest ? [] : [`The newest version is ${newest}.`]),
      ...(inputs.length === 0 ? [] : [`Written against ${inputs.map(titleOf).join(', ')}`]),
    ];
    if (content === null) return { ours: [...about, 'The goal is closed and its documents were emptied.'] };
    const { lines, shownBytes } = textWithin(content, roomIn());
    const next = { kind, ...(slot === null ? {} : { slot }), version, offset: offset + (shownBytes ?? 0) };
    const rest = shownBytes === null ? [] : [`It goes on: ${callText(this.name, next)}`];
    return { ours: [...about, ...rest], theirs: lines };
  }
}

import { mayRead } from '../boards/roles/domain/scope.js';
import { labelOf } from '../kernel/label.js';
import type { ArtifactDto, ArtifactInputDto, ArtifactLineDto } from './artifact-answers.dto.js';
import type { IndexLine, ReadScope } from './domain/artifact-index.js';
import type { ArtifactVersion, Input } from './domain/artifact-version.js';

export const slotDto = (slot: string): string | null => (slot === '' ? null : slot);

export const inputDto = ({ kind, slot, version }: Input): ArtifactInputDto => ({ kind, slot: slotDto(slot), version });

export const lineDto = ({ version, stale }: IndexLine): ArtifactLineDto => ({
  kind: version.kind,
  slot: slotDto(version.slot),
  version: version.version,
  bytes: version.bytes,
  media_type: version.mediaType,
  role: version.role,
  author: version.author,
  at: new Date(version.createdAtMs).toISOString(),
  stale,
  label: labelOf(version.seq),
});

/** A document as one who may read these kinds sees it. */
export const artifactDto = (
  line: IndexLine,
  { scope, newest, content }: { readonly scope: ReadScope; readonly newest: number; readonly content: string | null },
): ArtifactDto => ({
  ...lineDto(line),
  digest: line.version.digest,
  newest,
  inputs: readableInputs(line.version, scope),
  content,
});

/** What a version was written against tells nothing of the kinds that its reader may not read. */
const readableInputs = ({ inputs }: ArtifactVersion, scope: ReadScope): ArtifactInputDto[] =>
  inputs.filter(({ kind }) => mayRead(scope, kind)).map(inputDto);

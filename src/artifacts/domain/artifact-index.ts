import { ARTIFACT_KINDS } from '../../boards/roles/domain/artifact-kinds.js';
import { mayRead, type RoleScope } from '../../boards/roles/domain/scope.js';
import type { ArtifactVersion } from './artifact-version.js';
import { isStale, newestOf } from './stale.js';

/** What of the documents somebody may read. */
export type ReadScope = Pick<RoleScope, 'reads'>;

export interface IndexLine {
  readonly version: ArtifactVersion;
  readonly stale: boolean;
}

export interface ArtifactIndex {
  /** The newest version of each document that may be read. */
  readonly lines: readonly IndexLine[];
  /** Kinds that were written and may not be read: that they exist, and nothing else. */
  readonly unreadable: readonly string[];
}

/** What a board's documents are to somebody. `newest`: the newest version of each. */
export function indexFor(scope: ReadScope, newest: readonly ArtifactVersion[]): ArtifactIndex {
  const versions = newestOf(newest);
  const reads = (kind: string): boolean => mayRead(scope, kind);
  const ordered = newest.toSorted(inOrder);
  return {
    lines: ordered
      .filter(({ kind }) => reads(kind))
      .map((version) => ({ version, stale: isStale(version, versions, reads) })),
    unreadable: [...new Set(ordered.map(({ kind }) => kind).filter((kind) => !reads(kind)))],
  };
}

/** In the order of the work; slots by role and ordinal. */
export const inOrder = (one: ArtifactVersion, other: ArtifactVersion): number =>
  placeOf(one.kind) - placeOf(other.kind) ||
  compare(one.kind, other.kind) ||
  compare(one.role, other.role) ||
  one.ordinal - other.ordinal;

function placeOf(kind: string): number {
  const place = ARTIFACT_KINDS.findIndex((each) => each === kind);
  return place === -1 ? ARTIFACT_KINDS.length : place;
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

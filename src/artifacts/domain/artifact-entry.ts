import type { EntryDraft } from '../../journal/domain/entry-draft.js';
import type { JournalEntry, JsonObject } from '../../journal/domain/journal-entry.js';
import type { ArtifactVersion, Input } from './artifact-version.js';
import type { MediaType } from './findings.js';

/** The entry that records a version: all of it but its text. */
export const artifactDraft = (version: Omit<ArtifactVersion, 'seq' | 'createdAtMs'>): EntryDraft => ({
  kind: 'artifact',
  type: version.kind,
  author: version.author,
  content: `${titleOf(version)}, ${version.bytes} bytes`,
  data: dataOf(version),
});

/** `findings of review#2 v3`. */
export const titleOf = ({ kind, slot, version }: Input): string =>
  `${kind}${slot === '' ? '' : ` of ${slot}`} v${version}`;

/** The version that an entry records: the tables are this and the texts. */
export function versionOf({ type, author, data, seq, createdAtMs }: JournalEntry): ArtifactVersion {
  return {
    kind: type,
    slot: String(data.slot ?? ''),
    version: Number(data.version),
    digest: String(data.digest),
    bytes: Number(data.bytes),
    mediaType: data.media_type === undefined ? 'text/plain' : (String(data.media_type) as MediaType),
    author,
    role: String(data.role),
    ordinal: Number(data.ordinal),
    inputs: inputsOf(data.inputs),
    seq,
    createdAtMs,
  };
}

const dataOf = (version: Omit<ArtifactVersion, 'seq' | 'createdAtMs'>): JsonObject => ({
  ...(version.slot === '' ? {} : { slot: version.slot }),
  version: version.version,
  bytes: version.bytes,
  digest: version.digest,
  ...(version.mediaType === 'text/plain' ? {} : { media_type: version.mediaType }),
  role: version.role,
  ordinal: version.ordinal,
  ...(version.inputs.length === 0
    ? {}
    : { inputs: version.inputs.map(({ kind, slot, version: read }) => [kind, slot, read]) }),
});

/** What an entry's writer wrote is trusted to be of its type. */
const inputsOf = (value: unknown): readonly Input[] =>
  ((value ?? []) as readonly [string, string, number][]).map(([kind, slot, version]) => ({ kind, slot, version }));

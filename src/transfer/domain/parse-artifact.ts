import { MAX_ARTIFACT_BYTES } from '../../artifacts/domain/content.js';
import { MEDIA_TYPES } from '../../artifacts/domain/findings.js';
import { isArtifactKind } from '../../boards/roles/domain/artifact-kinds.js';
import { GOAL_LIMITS, ROLE_NAME } from '../../boards/roles/domain/check-goal.js';
import { type Fields, integerOf, LineFault, oneOf, textOf } from './line-fields.js';
import { CONTRIBUTOR, contributorOf } from './names.js';

/** What the entry of a version has beside its text. */
export const ARTIFACT_DATA = ['slot', 'version', 'bytes', 'digest', 'media_type', 'role', 'ordinal', 'inputs'];

const MAX_INPUTS = 1_000;

/** The kind of a document, which its entry has as its type. Throws `LineFault`. */
export function artifactTypeOf(fields: Fields): string {
  const type = textOf(fields, 'type', { is: 'a kind of document' });
  if (!isArtifactKind(type)) throw new LineFault('type', 'is no kind of document');
  return type;
}

/** Throws `LineFault`. */
export function checkArtifact(data: Fields): void {
  if (Object.hasOwn(data, 'slot')) contributorOf(data, 'slot');
  integerOf(data, 'version', 1);
  integerOf(data, 'bytes', 1, MAX_ARTIFACT_BYTES);
  textOf(data, 'digest', { pattern: /^[0-9a-f]{64}$/, is: '64 hex digits' });
  if (Object.hasOwn(data, 'media_type')) oneOf(data, 'media_type', MEDIA_TYPES);
  textOf(data, 'role', { pattern: ROLE_NAME, is: "a role's name" });
  integerOf(data, 'ordinal', 1, GOAL_LIMITS.count);
  if (Object.hasOwn(data, 'inputs') && !areInputs(data.inputs))
    throw new LineFault('inputs', 'must be a list of [kind, slot, version]');
}

const areInputs = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= MAX_INPUTS && value.every((input) => isInput(input));

function isInput(value: unknown): boolean {
  const [kind, slot, version, ...more] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  const isSlot = slot === '' || (typeof slot === 'string' && CONTRIBUTOR.test(slot));
  const isVersion = typeof version === 'number' && Number.isSafeInteger(version) && version >= 1;
  return typeof kind === 'string' && isArtifactKind(kind) && isSlot && isVersion && more.length === 0;
}

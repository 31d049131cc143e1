import { contributorOf } from '../../boards/roles/domain/scope.js';
import { type ArtifactVersion, laneKey } from './artifact-version.js';

/**
 * Why no role can have written a version, beside documents of these keys; undefined: it can have. Findings stand in
 * their author's slot, the task list in none, and a kind has slots or has none.
 */
export function laneFault(
  { kind, slot, author, role, ordinal }: Pick<ArtifactVersion, 'kind' | 'slot' | 'author' | 'role' | 'ordinal'>,
  lanes: readonly string[],
): string | undefined {
  const contributor = contributorOf(role, ordinal);
  if (author !== contributor) return `is by ${author}, and not by ${contributor}`;
  if (slot === '' && kind === 'findings') return 'has no slot of its author';
  if (slot !== '' && kind === 'task-list') return 'has a slot, and the task list has none';
  if (slot !== '' && slot !== author) return "has a slot that is not its author's";
  const common = laneKey({ kind, slot: '' });
  const isOther = (lane: string): boolean => lane.startsWith(common) && (lane === common) !== (slot === '');
  return lanes.some(isOther) ? 'has a slot where others of its kind have none, or the other way round' : undefined;
}

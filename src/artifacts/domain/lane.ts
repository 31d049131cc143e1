import type { DeclaredRole } from '../../boards/roles/domain/scope.js';
import { hasSlots } from '../../boards/roles/domain/scope.js';
import type { Lane } from './artifact-version.js';

/** Whether each writer of a kind has a document of its own. As the first version of the kind was written, if any was. */
export function isSlotted(kind: string, roles: readonly DeclaredRole[], written: readonly Lane[]): boolean {
  const first = written.find((lane) => lane.kind === kind);
  return first === undefined ? hasSlots(roles, kind) : first.slot !== '';
}

/** The document that a contributor writes to: never a matter of the request. */
export const laneFor = (kind: string, contributor: string, slotted: boolean): Lane => ({
  kind,
  slot: slotted ? contributor : '',
});

import { isArtifactKind, KINDS_TEXT } from '../../boards/roles/domain/artifact-kinds.js';
import { contributorOf, mayRead, mayWrite, type RoleScope } from '../../boards/roles/domain/scope.js';
import { Problem } from '../../kernel/problem.js';

/** Throws `invalid_kind`. Asked before any permission: a typo is a typo for everybody. */
export function requireKind(kind: string): void {
  if (isArtifactKind(kind)) return;
  const message = `is none of ${KINDS_TEXT}`;
  throw new Problem('invalid_kind', `kind: ${message}. Kinds are exact, case and spaces too.`, {
    errors: [{ path: 'kind', message }],
  });
}

/** Throws `forbidden` with what the role may read. */
export function requireReadable(scope: RoleScope, kind: string): void {
  if (!mayRead(scope, kind)) throw denial(scope, `read ${kind}`);
}

/** Throws `forbidden` with what the role may write. */
export function requireWritable(scope: RoleScope, kind: string): void {
  if (!mayWrite(scope, kind)) throw denial(scope, `write ${kind}`);
}

/** A caller without a role, or whose role is none of the goal any more. */
export const noRole = (): Problem =>
  new Problem('forbidden', 'Artifacts are for the roles of a goal: this takes a role token. Operators may read.');

function denial({ role, ordinal, reads, writes }: RoleScope, what: string): Problem {
  const readable = reads === 'all' ? 'every kind' : listed(reads);
  const detail = `${contributorOf(role, ordinal)} may not ${what}. It may read ${readable} and write ${listed(writes)}.`;
  return new Problem('forbidden', detail);
}

const listed = (kinds: readonly string[]): string => (kinds.length === 0 ? 'nothing' : kinds.join(', '));
